// SPDX-License-Identifier: Apache-2.0
// build error: the_accumulator<'i', '3', '2'>::is_narrower_than_the_terms_of_type<'f', '3', '2'>
/// \file
/// The accumulator holds the terms.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = op<"sum">(v(i) = cast<float>(sum<double>(k)(A(i, k))));
#else
constexpr auto written = op<"sum">(v(i) = sum<std::int32_t>(k)(A(i, k)));
#endif
[[maybe_unused]] constexpr auto copy = written;
