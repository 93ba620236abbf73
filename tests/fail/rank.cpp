// SPDX-License-Identifier: Apache-2.0
// build error: tensor<'B'>::has_another_rank_than_it_has_indices<'1'>
/// \file
/// The number of indices is the rank.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"matmul">(C(i, j) = sum(k)(A(i, k) * B(k, j)));
#else
constexpr auto written = op<"matmul">(C(i, j) = sum(k)(A(i, k) * B(k)));
#endif
[[maybe_unused]] constexpr auto copy = written;
