// SPDX-License-Identifier: Apache-2.0
// build error: axis<'i'>::appears_twice_among_the_indices_of<'C'>
/// \file
/// The output is indexed by distinct axes.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"diagonal">(C(i, j) = select(i == j, v(i), 0));
#else
constexpr auto written = op<"diagonal">(C(i, i) = v(i));
#endif
[[maybe_unused]] constexpr auto copy = written;
