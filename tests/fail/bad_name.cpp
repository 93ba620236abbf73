// SPDX-License-Identifier: Apache-2.0
// build error: name<'2', 'x'>::must_be_an_identifier_of_at_most_31_letters_digits_and_underscores
/// \file
/// A name is an identifier.
#include <names.hpp>

#if defined(HONE_TWIN)
constexpr auto written = axis<"x2">();
#else
constexpr auto written = axis<"2x">();
#endif
[[maybe_unused]] constexpr auto copy = written;
