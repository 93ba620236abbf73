// SPDX-License-Identifier: Apache-2.0
// build error: tensor<'v'>::is_read_at_indices_that_are_read_from_a_tensor_data_dependent_reads_are_not_supported
/// \file
/// A read does not depend on values.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"gather">(C(i, j) = v(i) * places(i));
#else
constexpr auto written = op<"gather">(C(i, j) = v(places(i)));
#endif
[[maybe_unused]] constexpr auto copy = written;
