// SPDX-License-Identifier: Apache-2.0
// build error: a_reduction_runs_over_at_most_8_axes
/// \file
/// A reduction runs over at most 8 axes.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"one">(v(i) = sum(axis<"a1">(), axis<"a2">(), axis<"a3">(), axis<"a4">(), axis<"a5">(),
                                              axis<"a6">(), axis<"a7">(), axis<"a8">())(places(i)));
#else
constexpr auto written = op<"one">(v(i) = sum(axis<"a1">(), axis<"a2">(), axis<"a3">(), axis<"a4">(), axis<"a5">(),
                                              axis<"a6">(), axis<"a7">(), axis<"a8">(), axis<"a9">())(places(i)));
#endif
[[maybe_unused]] constexpr auto copy = written;
