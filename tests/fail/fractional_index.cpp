// SPDX-License-Identifier: Apache-2.0
// build error: a_literal_with_a_fraction_meets_the_integer_type<'i', '6', '4'>::write_cast
/// \file
/// An index is an integer.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"read">(C(i, j) = A(i, j + 1));
#else
constexpr auto written = op<"read">(C(i, j) = A(i, j + 0.5));
#endif
[[maybe_unused]] constexpr auto copy = written;
