// SPDX-License-Identifier: Apache-2.0
// build error: tensor<'A'>::is_used_without_indices_write_its_indices_in_parentheses
/// \file
/// A tensor is used by its elements.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"scale">(C(i, j) = 2 * A(i, j));
#else
constexpr auto written = op<"scale">(C(i, j) = 2 * A);
#endif
[[maybe_unused]] constexpr auto copy = written;
