// SPDX-License-Identifier: Apache-2.0
// build error: tensor<'C'>::is_written_at_an_index_that_is_not_a_plain_axis
/// \file
/// The output is indexed by axes.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"shift">(C(i, j) = padded(A, 0)(i - 1, j));
#else
constexpr auto written = op<"shift">(C(i + 1, j) = A(i, j));
#endif
[[maybe_unused]] constexpr auto copy = written;
