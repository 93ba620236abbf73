// SPDX-License-Identifier: Apache-2.0
// build error: tensor<'A'>::has_another_rank_than_it_has_indices<'3'>
/// \file
/// The number of indices of a padded read is the rank.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"copy">(C(i, j) = padded(A, 0)(i, j));
#else
constexpr auto written = op<"copy">(C(i, j) = padded(A, 0)(i, j, 1));
#endif
[[maybe_unused]] constexpr auto copy = written;
