// SPDX-License-Identifier: Apache-2.0
// build error: tensor<'C'>::is_read_by_its_own_assignment_write_plus_equals_to_accumulate
/// \file
/// An assignment does not read its output.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"add">(C(i, j) += A(i, j));
#else
constexpr auto written = op<"add">(C(i, j) = C(i, j) + A(i, j));
#endif
[[maybe_unused]] constexpr auto copy = written;
