// SPDX-License-Identifier: Apache-2.0
// build error: the_value_of<'i'>::is_given_twice
/// \file
/// An extent is given once.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = extents(i = 1, j = 2);
#else
constexpr auto written = extents(i = 1, i = 2);
#endif
[[maybe_unused]] constexpr auto copy = written;
