// SPDX-License-Identifier: Apache-2.0
// build error: a_knob_is_on_the_axis<'j'>::but_there_is_no_such_axis_in_the_operator<'s', 'u', 'm', 's'>
/// \file
/// Knobs are on axes of the operator.
#include <hone/dsl/knobs.hpp>
#include <names.hpp>

constexpr auto sums = op<"sums">(v(i) = sum(k)(A(i, k)));
#if defined(HONE_TWIN)
constexpr auto space_of_sums = knobs(tile<"t">(k, 3));
#else
constexpr auto space_of_sums = knobs(tile<"t">(j, 3));
#endif
void user() { dsl::check_fit<decltype(sums), decltype(space_of_sums)>(); }
