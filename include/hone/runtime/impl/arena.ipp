// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `arena.hpp`.
#pragma once

#include <hone/runtime/arena.hpp>
