// SPDX-License-Identifier: Apache-2.0
// build error: cast_needs_one_of_double_float_int32_t_int8_t_uint8_t_and_int64_t
/// \file
/// A cast is to an element type.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"cast">(C(i, j) = cast<float>(cast<double>(A(i, j))));
#else
constexpr auto written = op<"cast">(C(i, j) = cast<long double>(A(i, j)));
#endif
[[maybe_unused]] constexpr auto copy = written;
