// SPDX-License-Identifier: Apache-2.0
/// \file
/// A string literal as a template argument.
#pragma once

#include <cstddef>
#include <string_view>

namespace hone {

/// Compile-time string: `axis<"i">` stores `fixed_string{"i"}`. Characters and the closing zero.
template <std::size_t N>
struct fixed_string {
  char text[N]{};

  consteval fixed_string(const char (&literal)[N]) {  // NOLINT: implicit on purpose
    for (std::size_t k = 0; k < N; ++k) text[k] = literal[k];
  }
  constexpr std::string_view view() const { return {text, N - 1}; }
  friend constexpr bool operator==(const fixed_string&, const fixed_string&) = default;
};

template <std::size_t N>
fixed_string(const char (&)[N]) -> fixed_string<N>;

template <std::size_t N, std::size_t M>
constexpr bool same_text(const fixed_string<N>& a, const fixed_string<M>& b) {
  return a.view() == b.view();
}

}  // namespace hone
