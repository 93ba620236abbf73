// SPDX-License-Identifier: Apache-2.0
// build error: tensor<'A'>::is_indexed_with_a_floating_point_value_indices_are_integers
/// \file
/// An index is an integer.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"read">(C(i, j) = A(i, j));
#else
constexpr auto written = op<"read">(C(i, j) = A(i, cast<float>(j)));
#endif
[[maybe_unused]] constexpr auto copy = written;
