// SPDX-License-Identifier: Apache-2.0
// build error: index<'i'>::is_divided_by_something_that_is_neither_an_integer_constant_nor_an_attribute
/// \file
/// Indices are divided by constants.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"read">(C(i, j) = v(i / stride) + v(j / 2));
#else
constexpr auto written = op<"read">(C(i, j) = v(i / j));
#endif
[[maybe_unused]] constexpr auto copy = written;
