// SPDX-License-Identifier: Apache-2.0
// build error: axis<'j'>::is_reduced_but_is_also_an_index_of<'C'>
/// \file
/// An axis is not both.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"rows">(v(i) = sum(j)(A(i, j)));
#else
constexpr auto written = op<"rows">(C(i, j) = sum(j)(A(i, j)));
#endif
[[maybe_unused]] constexpr auto copy = written;
