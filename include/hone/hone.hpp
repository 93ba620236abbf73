// SPDX-License-Identifier: Apache-2.0
/// \file
/// Everything that a program needs: write an operator, say what may be varied, tune it, call it.
#pragma once

#include <hone/config.hpp>
#include <hone/dsl/dsl.hpp>
#include <hone/dsl/knobs.hpp>
#include <hone/tune.hpp>
