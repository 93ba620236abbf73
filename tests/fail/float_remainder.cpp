// SPDX-License-Identifier: Apache-2.0
// build error: the_floating_point_type<'f', '3', '2'>::has_no_remainder_write
/// \file
/// Floating-point values have no remainder.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"wrap">(C(i, j) = A(i, j) - 2 * floor(A(i, j) / 2));
#else
constexpr auto written = op<"wrap">(C(i, j) = A(i, j) % 2);
#endif
[[maybe_unused]] constexpr auto copy = written;
