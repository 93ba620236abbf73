// SPDX-License-Identifier: Apache-2.0
// build error: tensor<'A'>::is_indexed_by_something_other_than_sums
/// \file
/// An index is integer arithmetic.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"clamp">(C(i, j) = padded(A, 0)(i, j - 1));
#else
constexpr auto written = op<"clamp">(C(i, j) = A(i, max(j - 1, 0)));
#endif
[[maybe_unused]] constexpr auto copy = written;
