// SPDX-License-Identifier: Apache-2.0
// build error: a_condition_of_type<'f', '3', '2'>::is_a_number_and_not_a_comparison
/// \file
/// Logic is that of conditions.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"zero">(C(i, j) = select(!(A(i, j) > 0), 1.0f, 0.0f));
#else
constexpr auto written = op<"zero">(C(i, j) = select(!A(i, j), 1.0f, 0.0f));
#endif
[[maybe_unused]] constexpr auto copy = written;
