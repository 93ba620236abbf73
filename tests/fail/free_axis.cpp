// SPDX-License-Identifier: Apache-2.0
// build error: axis<'k'>::is_neither_an_index_of<'C'>::nor_reduced_by_a_sum_product_min_over_or_max_over
/// \file
/// An axis is one of the output or reduced.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"matmul">(C(i, j) = sum(k)(A(i, k) * B(k, j)));
#else
constexpr auto written = op<"matmul">(C(i, j) = A(i, k) * B(k, j));
#endif
[[maybe_unused]] constexpr auto copy = written;
