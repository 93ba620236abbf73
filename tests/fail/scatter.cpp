// SPDX-License-Identifier: Apache-2.0
// build error: tensor<'v'>::is_written_at_indices_that_are_read_from_a_tensor_scatters_are_not_supported
/// \file
/// A write does not depend on values.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"histogram">(v(j) += sum(i)(select(cast<std::int64_t>(places(i)) == j, 1.0f, 0.0f)));
#else
constexpr auto written = op<"histogram">(v(places(i)) += 1);
#endif
[[maybe_unused]] constexpr auto copy = written;
