// SPDX-License-Identifier: Apache-2.0
// build error: axis<'k'>::is_reduced_by_a_reduction_inside_another_one_over_the_same_axis
/// \file
/// Nested reductions have distinct axes.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"nested">(v(i) = sum(k)(A(i, k) * max_over(j)(B(j, i))));
#else
constexpr auto written = op<"nested">(v(i) = sum(k)(A(i, k) * max_over(k)(B(k, i))));
#endif
[[maybe_unused]] constexpr auto copy = written;
