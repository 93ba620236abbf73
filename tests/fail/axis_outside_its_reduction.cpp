// SPDX-License-Identifier: Apache-2.0
// build error: axis<'k'>::is_neither_an_index_of<'C'>::nor_reduced
/// \file
/// A reduced axis ends with its reduction.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"matmul">(C(i, j) = sum(k)(B(k, j) * A(i, k)));
#else
constexpr auto written = op<"matmul">(C(i, j) = B(k, j) * sum(k)(A(i, k)));
#endif
[[maybe_unused]] constexpr auto copy = written;
