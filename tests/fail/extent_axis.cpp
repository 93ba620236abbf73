// SPDX-License-Identifier: Apache-2.0
// build error: axis<'k'>::is_declared_as_an_extent_of<'X'>::but_the_operator_has_no_such_axis_use_a_size_instead
/// \file
/// A declared extent has a value.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"copy">(C(i, j) = shaped_tensor<"X", float, i, h>()(i, j));
#else
constexpr auto written = op<"copy">(C(i, j) = shaped_tensor<"X", float, i, k>()(i, j));
#endif
[[maybe_unused]] constexpr auto copy = written;
