// SPDX-License-Identifier: Apache-2.0
// build error: the_comparison<'<'>::compares_a_comparison_which_is_no_chain
/// \file
/// Comparisons do not chain.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"band">(C(i, j) = select(0 < A(i, j) && A(i, j) < 1, 1.0f, 0.0f));
#else
constexpr auto written = op<"band">(C(i, j) = select(0 < A(i, j) < 1, 1.0f, 0.0f));
#endif
[[maybe_unused]] constexpr auto copy = written;
