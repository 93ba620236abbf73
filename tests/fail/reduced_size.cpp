// SPDX-License-Identifier: Apache-2.0
// build error: name<'h'>::is_reduced_over_but_is_not_an_axis
/// \file
/// A reduction runs over axes.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"rows">(v(i) = sum(k)(A(i, k)));
#else
constexpr auto written = op<"rows">(v(i) = sum(h)(A(i, 0)));
#endif
[[maybe_unused]] constexpr auto copy = written;
