// SPDX-License-Identifier: Apache-2.0
// build error: name<'k'>::is_used_for_two_different_things_an_axis_a_size_an_attribute_or_a_tensor
/// \file
/// A name is one thing.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"matmul">(C(i, j) = sum(k)(A(i, k) * tensor<"K", float, 2>()(k, j)));
#else
constexpr auto written = op<"matmul">(C(i, j) = sum(k)(A(i, k) * tensor<"k", float, 2>()(k, j)));
#endif
[[maybe_unused]] constexpr auto copy = written;
