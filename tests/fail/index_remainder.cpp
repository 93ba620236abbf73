// SPDX-License-Identifier: Apache-2.0
// build error: index<'j'>::is_divided_by_something_that_is_neither_an_integer_constant_nor_an_attribute
/// \file
/// The remainder of an index is one of a constant.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"read">(C(i, j) = v(j % 4));
#else
constexpr auto written = op<"read">(C(i, j) = v(j % h));
#endif
[[maybe_unused]] constexpr auto copy = written;
