// SPDX-License-Identifier: Apache-2.0
// build error: knobs_takes_knobs_and_where_but_this_is_neither<
/// \file
/// A condition is a member of a space only inside `where`.
#include <hone/dsl/knobs.hpp>
#include <names.hpp>

constexpr auto threads = choice<"threads">(1, 2, 4);
#if defined(HONE_TWIN)
[[maybe_unused]] constexpr auto written = knobs(threads, where(threads < 4));
#else
[[maybe_unused]] constexpr auto written = knobs(threads, threads < 4);
#endif
