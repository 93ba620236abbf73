// SPDX-License-Identifier: Apache-2.0
// build error: two_knobs_are_named<'t', 'i'>::but_a_name_stands_for_one_knob
/// \file
/// Knobs are told apart by their names.
#include <hone/dsl/knobs.hpp>
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = knobs(tile<"ti">(i, 3), choice<"tj">(1, 2));
#else
constexpr auto written = knobs(tile<"ti">(i, 3), choice<"ti">(1, 2));
#endif
[[maybe_unused]] constexpr auto copy = written;
