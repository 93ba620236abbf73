// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `json.hpp`.
#pragma once

#include <hone/records/json.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <type_traits>

namespace hone::core::records {
namespace detail {

/// Bytes of the UTF-8 sequence at the start of `text`, 0 when it is none (Unicode 15, table 3-7).
HONE_DECL std::size_t utf8_length(std::string_view text) {
  const auto at = [&](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u; };
  const auto continues = [&](std::size_t k, unsigned low = 0x80, unsigned high = 0xbf) {
    return at(k) >= low && at(k) <= high;
  };
  const unsigned first = at(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return continues(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef)
    return continues(1, first == 0xe0 ? 0xa0 : 0x80, first == 0xed ? 0x9f : 0xbf) && continues(2) ? 3 : 0;
  if (first >= 0xf0 && first <= 0xf4)
    return continues(1, first == 0xf0 ? 0x90 : 0x80, first == 0xf4 ? 0x8f : 0xbf) && continues(2) && continues(3) ? 4
                                                                                                                  : 0;
  return 0;
}

HONE_DECL void append_utf8(std::string& text, std::uint32_t point) {
  const auto put = [&](std::uint32_t byte) { text.push_back(static_cast<char>(byte)); };
  if (point < 0x80) return put(point);
  if (point < 0x800) {
    put(0xc0 | point >> 6);
  } else if (point < 0x10000) {
    put(0xe0 | point >> 12);
    put(0x80 | (point >> 6 & 0x3f));
  } else {
    put(0xf0 | point >> 18);
    put(0x80 | (point >> 12 & 0x3f));
    put(0x80 | (point >> 6 & 0x3f));
  }
  put(0x80 | (point & 0x3f));
}

/// Recursive descent over RFC 8259's grammar. Each function returns false, with the reason noted, at the first error.
class json_parser {
 public:
  explicit json_parser(std::string_view text) : text_(text) {}

  bool document(json& out) {
    if (!value(out)) return false;
    skip_space();
    return at_ == text_.size() || fail("there is more after the value");
  }
  const json_error& problem() const { return problem_; }

 private:
  static constexpr int deepest = 64;

  bool value(json& out) {
    skip_space();
    switch (peek()) {
      case '{': return nested([&] { return object(out); });
      case '[': return nested([&] { return array(out); });
      case '"': return string(out.value.emplace<std::string>());
      case 't': return word("true", true, out);
      case 'f': return word("false", false, out);
      case 'n': return word("null", nullptr, out);
      default: return number(out);
    }
  }

  template <class Parse>
  bool nested(Parse parse) {
    if (++depth_ > deepest) return fail("it is nested too deep");
    ++at_;
    const bool good = parse();
    --depth_;
    return good;
  }

  /// Elements separated by commas up to `close`.
  template <class Element>
  bool list(char close, Element element) {
    skip_space();
    if (accept(close)) return true;
    do {
      if (!element()) return false;
      skip_space();
    } while (accept(','));
    return accept(close) || fail("a comma or the end of the list is missing");
  }

  bool array(json& out) {
    auto& elements = out.value.emplace<json::array>();
    return list(']', [&] { return value(elements.emplace_back()); });
  }

  bool object(json& out) {
    out.value.emplace<json::object>();
    return list('}', [&] {
      skip_space();
      std::string name;
      if (!string(name)) return false;
      if (out.find(name) != nullptr) return fail("a name occurs twice");
      skip_space();
      if (!accept(':')) return fail("a colon is missing");
      auto& members = std::get<json::object>(out.value);
      members.emplace_back(std::move(name), json{});
      return value(members.back().second);
    });
  }

  bool word(std::string_view spelling, json meaning, json& out) {
    if (text_.substr(at_, spelling.size()) != spelling) return fail("a value is missing");
    at_ += spelling.size();
    out = std::move(meaning);
    return true;
  }

  bool string(std::string& out) {
    if (!accept('"')) return fail("a string is missing");
    while (at_ < text_.size()) {
      if (accept('"')) return true;
      if (static_cast<unsigned char>(peek()) < 0x20) return fail("a string contains a control character");
      if (accept('\\')) {
        if (!escape(out)) return false;
        continue;
      }
      const auto length = utf8_length(text_.substr(at_));
      if (length == 0) return fail("a string is not UTF-8");
      out.append(text_.substr(at_, length));
      at_ += length;
    }
    return fail("a string has no end");
  }

  bool escape(std::string& out) {
    constexpr std::string_view names = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    const auto known = at_ < text_.size() ? names.find(peek()) : std::string_view::npos;
    if (known != std::string_view::npos) {
      out.push_back(meanings[known]);
      ++at_;
      return true;
    }
    std::uint32_t point = 0;
    if (!unit(point)) return false;
    if (point >= 0xd800 && point < 0xdc00) {  // the first half of a pair
      std::uint32_t second = 0;
      if (!accept('\\') || !unit(second) || second < 0xdc00 || second > 0xdfff) return fail("half a surrogate pair");
      point = 0x10000 + ((point - 0xd800) << 10) + (second - 0xdc00);
    } else if (point >= 0xdc00 && point <= 0xdfff) {
      return fail("half a surrogate pair");
    }
    append_utf8(out, point);
    return true;
  }

  /// `u` and four hexadecimal digits.
  bool unit(std::uint32_t& point) {
    if (!accept('u') || text_.size() - at_ < 4) return fail("an unknown escape");
    const auto* first = text_.data() + at_;
    const auto [end, bad] = std::from_chars(first, first + 4, point, 16);
    if (bad != std::errc{} || end != first + 4 || *first == '-') return fail("an unknown escape");
    at_ += 4;
    return true;
  }

  bool number(json& out) {
    const auto start = at_;
    bool whole = true;
    accept('-');
    if (!accept('0') && !digits()) return fail("a value is missing");
    if (accept('.')) {
      whole = false;
      if (!digits()) return fail("digits are missing");
    }
    if (accept('e') || accept('E')) {
      whole = false;
      if (!accept('+')) accept('-');
      if (!digits()) return fail("digits are missing");
    }
    const auto spelling = text_.substr(start, at_ - start);
    return (whole && convert<std::int64_t>(spelling, out)) || convert<double>(spelling, out) ||
           fail("a number is out of range");
  }

  template <class Number>
  static bool convert(std::string_view spelling, json& out) {
    Number n{};
    if (std::from_chars(spelling.data(), spelling.data() + spelling.size(), n).ec != std::errc{}) return false;
    out.value = n;
    return true;
  }

  bool digits() {
    const auto start = at_;
    while (at_ < text_.size() && peek() >= '0' && peek() <= '9') ++at_;
    return at_ > start;
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool accept(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void skip_space() {
    while (accept(' ') || accept('\t') || accept('\n') || accept('\r')) {
    }
  }
  bool fail(const char* reason) {
    if (problem_.reason.empty()) problem_ = {reason, at_};
    return false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  json_error problem_;
};

HONE_DECL void write_string(std::string_view s, std::string& out) {
  constexpr std::string_view special = "\"\\\b\f\n\r\t", letters = "\"\\bfnrt";
  out.push_back('"');
  for (const char c : s) {
    const auto at = special.find(c);
    if (at != std::string_view::npos) {
      out.append({'\\', letters[at]});
    } else if (static_cast<unsigned char>(c) < 0x20) {
      constexpr std::string_view digits = "0123456789abcdef";
      out.append("\\u00").append({digits[static_cast<std::size_t>(c) >> 4], digits[static_cast<std::size_t>(c) & 15]});
    } else {
      out.push_back(c);
    }
  }
  out.push_back('"');
}

HONE_DECL void write_double(double v, std::string& out) {
  if (!std::isfinite(v)) return void(out.append("null"));
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), v).ptr;
  const std::string_view written(text.data(), static_cast<std::size_t>(end - text.data()));
  out.append(written);
  // stays a double when it is read
  if (written.find_first_of(".e") == std::string_view::npos) out.append(".0");
}

HONE_DECL void write_json(const json& v, std::string& out);

/// Writes a list with commas between its elements.
template <class List, class Write>
void write_list(char open, const List& list, char close, std::string& out, Write write) {
  out.push_back(open);
  bool first = true;
  for (const auto& element : list) {
    if (!std::exchange(first, false)) out.push_back(',');
    write(element);
  }
  out.push_back(close);
}

HONE_DECL void write_json(const json& v, std::string& out) {
  std::visit(
      [&](const auto& x) {
        using kind = std::decay_t<decltype(x)>;
        if constexpr (std::is_same_v<kind, std::nullptr_t>) {
          out.append("null");
        } else if constexpr (std::is_same_v<kind, bool>) {
          out.append(x ? "true" : "false");
        } else if constexpr (std::is_same_v<kind, std::int64_t>) {
          out.append(std::to_string(x));
        } else if constexpr (std::is_same_v<kind, double>) {
          write_double(x, out);
        } else if constexpr (std::is_same_v<kind, std::string>) {
          write_string(x, out);
        } else if constexpr (std::is_same_v<kind, json::array>) {
          write_list('[', x, ']', out, [&](const json& element) { write_json(element, out); });
        } else {
          write_list('{', x, '}', out, [&](const auto& member) {
            write_string(member.first, out);
            out.push_back(':');
            write_json(member.second, out);
          });
        }
      },
      v.value);
}

}  // namespace detail

HONE_DECL const json* json::find(std::string_view name) const {
  if (const auto* all = members())
    for (const auto& [key, member] : *all)
      if (key == name) return &member;
  return nullptr;
}

HONE_DECL std::optional<double> json::number() const {
  if (const auto* v = std::get_if<double>(&value)) return *v;
  if (const auto v = integer()) return static_cast<double>(*v);
  return std::nullopt;
}

HONE_DECL std::optional<json> parse_json(std::string_view text, json_error* why) {
  detail::json_parser parser(text);
  json out;
  if (parser.document(out)) return out;
  if (why != nullptr) *why = parser.problem();
  return std::nullopt;
}

HONE_DECL std::string to_text(const json& value) {
  std::string out;
  detail::write_json(value, out);
  return out;
}

}  // namespace hone::core::records
