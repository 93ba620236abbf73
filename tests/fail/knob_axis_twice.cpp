// SPDX-License-Identifier: Apache-2.0
// build error: two_tiles_split_the_axis<'i'>::but_one_tile_makes_all_of_its_loops
/// \file
/// One tile splits an axis.
#include <hone/dsl/knobs.hpp>
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = knobs(tile<"ti">(i, 3), tile(j, 4));
#else
constexpr auto written = knobs(tile<"ti">(i, 3), tile(i, 4));
#endif
[[maybe_unused]] constexpr auto copy = written;
