// SPDX-License-Identifier: Apache-2.0
// build error: a_literal_with_a_fraction_meets_the_integer_type<'i', '3',
// '2'>::write_cast_of_float_around_the_other_operand
/// \file
/// A literal has the type of the other operand.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"half">(C(i, j) = 0.5 * cast<float>(counts(i, j)));
#else
constexpr auto written = op<"half">(C(i, j) = 0.5 * counts(i, j));
#endif
[[maybe_unused]] constexpr auto copy = written;
