// SPDX-License-Identifier: Apache-2.0
// build error: tensor<'A'>::is_used_with_two_different_element_types_or_shapes
/// \file
/// A tensor has one type.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"add">(C(i, j) = A(i, j) + tensor<"A", float, 2>()(i, j));
#else
constexpr auto written = op<"add">(C(i, j) = A(i, j) + tensor<"A", std::int32_t, 2>()(i, j));
#endif
[[maybe_unused]] constexpr auto copy = written;
