// SPDX-License-Identifier: Apache-2.0
// build error: tensor<'A'>::is_indexed_by_a_product_of_two_axes
/// \file
/// An index is linear in the axes.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"read">(C(i, j) = A(i, stride* j));
#else
constexpr auto written = op<"read">(C(i, j) = A(i, i* j));
#endif
[[maybe_unused]] constexpr auto copy = written;
