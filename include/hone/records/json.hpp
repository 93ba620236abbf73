// SPDX-License-Identifier: Apache-2.0
/// \file
/// The core's own reader and writer of JSON, for its flat records. Strict (RFC 8259, UTF-8 checked, no duplicate
/// names); errors are values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <hone/config.hpp>

namespace hone::core::records {

/// A JSON value. Numbers without fraction and exponent that fit are integers and stay exact; the others are doubles.
struct json {
  using array = std::vector<json>;
  using object = std::vector<std::pair<std::string, json>>;  ///< members in the order of the text
  std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, array, object> value = nullptr;

  json() = default;
  json(std::nullptr_t) {}  // NOLINT: implicit on purpose, all of them
  json(bool v) : value(v) {}
  json(int v) : value(std::int64_t{v}) {}
  json(std::int64_t v) : value(v) {}
  json(double v) : value(v) {}
  json(const char* v) : value(std::string(v)) {}
  json(std::string_view v) : value(std::string(v)) {}
  json(std::string v) : value(std::move(v)) {}
  json(array v) : value(std::move(v)) {}
  json(object v) : value(std::move(v)) {}
  friend bool operator==(const json&, const json&) = default;

  /// The member of that name; nullptr when there is none or this is no object.
  HONE_DECL const json* find(std::string_view name) const;
  /// nullptr, or nothing, when the value is of another kind.
  const std::string* text() const { return std::get_if<std::string>(&value); }
  const array* elements() const { return std::get_if<array>(&value); }
  const object* members() const { return std::get_if<object>(&value); }
  std::optional<std::int64_t> integer() const {
    const auto* v = std::get_if<std::int64_t>(&value);
    return v ? std::optional(*v) : std::nullopt;
  }
  /// An integer or a double.
  HONE_DECL std::optional<double> number() const;
};

/// What went wrong in a text, and at which byte.
struct json_error {
  std::string reason;
  std::size_t offset = 0;
};

/// The value of a whole text, or nothing and the reason in `why`. Nesting deeper than 64 is refused.
HONE_DECL std::optional<json> parse_json(std::string_view text, json_error* why = nullptr);

/// One line, no spaces; parse_json(to_text(x)) == x for finite numbers and valid UTF-8. A number that is not finite is
/// written as null.
HONE_DECL std::string to_text(const json& value);

}  // namespace hone::core::records

#if !defined(HONE_COMPILED)
#include <hone/records/impl/json.ipp>
#endif
