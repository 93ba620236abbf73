// SPDX-License-Identifier: Apache-2.0
// build error: a_loop_is_asked_for_that_the_tile_does_not_have|must be initialized by a constant expression
/// \file
/// A tile has the loops that it was asked for. clang says which mistake it is in a note.
#include <hone/dsl/knobs.hpp>
#include <names.hpp>

constexpr auto ti = tile<"ti">(i, 3);
#if defined(HONE_TWIN)
[[maybe_unused]] constexpr auto written = vectorize(ti[2]);
#else
[[maybe_unused]] constexpr auto written = vectorize(ti[3]);
#endif
