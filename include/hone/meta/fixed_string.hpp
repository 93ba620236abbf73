// SPDX-License-Identifier: Apache-2.0
/// \file
/// A string literal as a template argument.
#pragma once

#include <cstddef>
#include <string_view>

namespace hone {

/// Compile-time string: `axis<"i">` stores `fixed_string{"i"}`. Characters and the closing zero.
template <std::size_t Size>
struct fixed_string {
  char text[Size]{};

  consteval fixed_string(const char (&literal)[Size]) {  // NOLINT: implicit on purpose
    for (std::size_t k = 0; k < Size; ++k) text[k] = literal[k];
  }
  constexpr std::string_view view() const { return {text, Size - 1}; }
  friend constexpr bool operator==(const fixed_string&, const fixed_string&) = default;
};

template <std::size_t Size>
fixed_string(const char (&)[Size]) -> fixed_string<Size>;

template <std::size_t Size, std::size_t OtherSize>
constexpr bool same_text(const fixed_string<Size>& a, const fixed_string<OtherSize>& b) {
  return a.view() == b.view();
}

}  // namespace hone
