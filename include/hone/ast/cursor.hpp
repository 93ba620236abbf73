// SPDX-License-Identifier: Apache-2.0
/// \file
/// A place in a line of an operator's text, and the tokens that are read there.
#pragma once

#include <charconv>
#include <string>
#include <string_view>

#include <hone/diag/error.hpp>
#include <hone/meta/scalar_type.hpp>

namespace hone::core::ast::detail {

/// A place in one line of the text.
class cursor {
 public:
  cursor(std::string_view line, int number) : rest_(line), number_(number) {}

  bool at_end() { return peek() == '\0'; }
  char peek() {
    skip();
    return rest_.empty() ? '\0' : rest_.front();
  }
  std::string_view rest() {
    skip();
    return rest_;
  }
  bool accept(std::string_view token) {
    skip();
    if (rest_.substr(0, token.size()) != token) return false;
    rest_.remove_prefix(token.size());
    return true;
  }
  void expect(std::string_view token) {
    if (!accept(token)) fail("expected `" + std::string(token) + "`");
  }
  /// A word of letters, digits and underscores.
  std::string_view word() {
    skip();
    std::size_t n = 0;
    while (n < rest_.size() && is_word_character(rest_[n])) ++n;
    if (n == 0) fail("expected a name");
    const auto text = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return text;
  }
  template <class Number>
  Number number() {
    skip();
    Number value{};
    const auto [end, status] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (status != std::errc()) fail("expected a number");
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw error(error_code::bad_program, "line " + std::to_string(number_) + " of the operator: " + what +
                                             (rest_.empty() ? " at its end" : " at `" + std::string(rest_) + "`"));
  }

 private:
  static bool is_word_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }
  void skip() {
    while (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
  }

  std::string_view rest_;
  int number_;
};

inline scalar_type parse_type(cursor& in) {
  const auto word = in.word();
  for (int t = 0; t < scalar_type_count; ++t)
    if (name_of(static_cast<scalar_type>(t)) == word) return static_cast<scalar_type>(t);
  in.fail("unknown type `" + std::string(word) + '`');
}

}  // namespace hone::core::ast::detail
