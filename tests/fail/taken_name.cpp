// SPDX-License-Identifier: Apache-2.0
// build error: name<'m', 'a', 'x'>::is_taken_by_a_function_please_choose_another
/// \file
/// Functions keep their names.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = tensor<"maximum", float, 1>();
#else
constexpr auto written = tensor<"max", float, 1>();
#endif
[[maybe_unused]] constexpr auto copy = written;
