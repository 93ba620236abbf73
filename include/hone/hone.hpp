// SPDX-License-Identifier: Apache-2.0
/// \file
/// Everything that a program needs: write an operator, say what may be varied, tune it, call it.
#pragma once

// other headers may have left macros with these names
#pragma push_macro("min")
#pragma push_macro("max")
#undef min
#undef max

#include <hone/config.hpp>
#include <hone/dsl/dsl.hpp>
#include <hone/dsl/knobs.hpp>
#include <hone/tune.hpp>

#pragma pop_macro("min")
#pragma pop_macro("max")
