// SPDX-License-Identifier: Apache-2.0
// build error: tensor<'b', 'y', 't', 'e', 's'>::would_be_assigned_a_wider_type_write_cast_to_narrow_it<'f', '3', '2'>
/// \file
/// A wider value is narrowed by a cast.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"quantise">(bytes(i, j) = cast<std::int8_t>(3 * A(i, j)));
#else
constexpr auto written = op<"quantise">(bytes(i, j) = 3 * A(i, j));
#endif
[[maybe_unused]] constexpr auto copy = written;
