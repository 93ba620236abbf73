// SPDX-License-Identifier: Apache-2.0
// build error: function<'e', 'x', 'p'>::needs_a_floating_point_value_write_cast_of_float<'i', '8'>
/// \file
/// Elementary functions are those of floating-point values.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"exp">(C(i, j) = exp(cast<float>(bytes(i, j))));
#else
constexpr auto written = op<"exp">(C(i, j) = exp(bytes(i, j)));
#endif
[[maybe_unused]] constexpr auto copy = written;
