// SPDX-License-Identifier: Apache-2.0
// build error: tensor<'T'>::has_more_than_8_dimensions
/// \file
/// A tensor has at most 8 dimensions.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = tensor<"T", float, 8>();
#else
constexpr auto written = tensor<"T", float, 9>();
#endif
[[maybe_unused]] constexpr auto copy = written;
