// SPDX-License-Identifier: Apache-2.0
// build error: axis<'k'>::appears_twice_in_one_reduction
/// \file
/// A reduction names an axis once.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"rows">(v(i) = sum(k, j)(A(i, k) * B(k, j)));
#else
constexpr auto written = op<"rows">(v(i) = sum(k, k)(A(i, k)));
#endif
[[maybe_unused]] constexpr auto copy = written;
