// SPDX-License-Identifier: Apache-2.0
// build error: tensor<'C'>::is_used_without_indices_write_its_indices_in_parentheses
/// \file
/// A tensor is assigned by its elements.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"copy">(C(i, j) = A(i, j));
#else
constexpr auto written = op<"copy">(C = A(i, j));
#endif
[[maybe_unused]] constexpr auto copy = written;
