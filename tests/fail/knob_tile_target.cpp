// SPDX-License-Identifier: Apache-2.0
// build error: tile_splits_an_axis_or_a_number_but_this_is_neither<.*tensor
/// \file
/// Tiles split axes or numbers.
#include <hone/dsl/knobs.hpp>
#include <names.hpp>

#if defined(HONE_TWIN)
[[maybe_unused]] constexpr auto written = tile<"t">(i, 3);
#else
[[maybe_unused]] constexpr auto written = tile<"t">(A, 3);
#endif
