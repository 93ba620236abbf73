// SPDX-License-Identifier: Apache-2.0
/// \file
/// Configurations as text.
#pragma once

#include <charconv>

#include <hone/diag/error.hpp>
#include <hone/space/text.hpp>

namespace hone::core::space {

namespace detail {

[[noreturn]] inline void unreadable(std::string_view word) {
  throw error(error_code::bad_configuration,
              "the configuration has '" + std::string(word) + "' where a knob as in ti=6x2 is expected");
}

inline knob_value parse_knob(std::string_view word) {
  const auto equals = word.find('=');
  if (equals == 0 || equals == std::string_view::npos) unreadable(word);
  knob_value result{std::string(word.substr(0, equals)), {}};
  if (equals + 1 == word.size()) return result;  // a tile of one loop has no inner extents
  const char* at = word.data() + equals + 1;
  const char* const end = word.data() + word.size();
  for (;;) {
    std::int64_t value = 0;
    const auto [next, failed] = std::from_chars(at, end, value);
    if (failed != std::errc{}) unreadable(word);
    result.values.push_back(value);
    if (next == end) return result;
    if (*next != 'x') unreadable(word);
    at = next + 1;
  }
}

}  // namespace detail

HONE_DECL std::string to_text(const configuration& c) {
  std::string text;
  for (const auto& k : c.knobs) {
    if (!text.empty()) text += ' ';
    text += k.knob + '=';
    for (std::size_t n = 0; n < k.values.size(); ++n) text += (n ? "x" : "") + std::to_string(k.values[n]);
  }
  return text;
}

HONE_DECL configuration parse_configuration(std::string_view text) {
  configuration result;
  while (!text.empty()) {
    const auto end = text.find(' ');
    const auto word = text.substr(0, end);
    if (!word.empty()) {
      result.knobs.push_back(detail::parse_knob(word));
      if (find(result, result.knobs.back().knob) != &result.knobs.back()) detail::unreadable(word);  // a name twice
    }
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  }
  return result;
}

HONE_DECL const knob_value* find(const configuration& c, std::string_view knob) {
  for (const auto& k : c.knobs)
    if (k.knob == knob) return &k;
  return nullptr;
}

HONE_DECL std::int64_t number(const configuration& c, std::string_view knob) {
  const auto* found = find(c, knob);
  if (!found || found->values.size() != 1)
    throw error(error_code::unknown_name, "the configuration has no number for a knob '" + std::string(knob) + "'");
  return found->values.front();
}

}  // namespace hone::core::space
