// SPDX-License-Identifier: Apache-2.0
/// \file
/// A stable 64-bit hash (FNV-1a with a final mix): the same on every machine and in every version, so it may be stored.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace hone {

class stable_hash {
 public:
  constexpr stable_hash& add(std::string_view text) {
    for (const char c : text) byte(static_cast<std::uint8_t>(c));
    return add(static_cast<std::uint64_t>(text.size()));
  }
  template <class Integer>
    requires std::is_integral_v<Integer>
  constexpr stable_hash& add(Integer value) {
    const auto v = static_cast<std::uint64_t>(value);
    for (int k = 0; k < 64; k += 8) byte(static_cast<std::uint8_t>(v >> k));
    return *this;
  }
  constexpr std::uint64_t value() const {
    std::uint64_t h = state_;
    h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
    return h ^ (h >> 31);
  }
  /// Sixteen lower-case hexadecimal digits.
  std::string hex() const {
    std::string text(16, '0');
    const std::uint64_t v = value();
    for (int k = 0; k < 16; ++k) text[static_cast<std::size_t>(k)] = "0123456789abcdef"[(v >> (60 - 4 * k)) & 15];
    return text;
  }

 private:
  constexpr void byte(std::uint8_t b) { state_ = (state_ ^ b) * 0x100000001b3u; }
  std::uint64_t state_ = 0xcbf29ce484222325u;
};

}  // namespace hone
