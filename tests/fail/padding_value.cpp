// SPDX-License-Identifier: Apache-2.0
// build error: tensor<'A'>::is_padded_with_a_value_that_is_not_a_number
/// \file
/// What stands around a tensor is a number.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"shift">(C(i, j) = padded(A, 1.5)(i - 1, j));
#else
constexpr auto written = op<"shift">(C(i, j) = padded(A, alpha)(i - 1, j));
#endif
[[maybe_unused]] constexpr auto copy = written;
