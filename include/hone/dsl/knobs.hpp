// SPDX-License-Identifier: Apache-2.0
/// \file
/// The user's side of search spaces: tiles, decisions, constraints, and `knobs(...)` to collect them.
#pragma once

#include <hone/dsl/knobs/collect.hpp>
#include <hone/dsl/knobs/constraint.hpp>
#include <hone/dsl/knobs/decisions.hpp>
#include <hone/dsl/knobs/fit.hpp>
#include <hone/dsl/knobs/term.hpp>
#include <hone/dsl/knobs/tile.hpp>
