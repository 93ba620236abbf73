// SPDX-License-Identifier: Apache-2.0
/// \file
/// How types and names of a loop program are spelled.
#pragma once

#include <cctype>
#include <string>
#include <string_view>

#include <hone/ir/program.hpp>

namespace hone::core::ir {

/// `f32`, or `f32x8` for eight lanes.
inline std::string to_string(value_type type) {
  std::string text(name_of(type.scalar));
  if (type.lanes != 1) text += "x" + std::to_string(type.lanes);
  return text;
}

namespace detail {
inline bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
inline bool continues_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '\'';
}
}  // namespace detail

/// Whether the text form can hold this name: letters, digits, `_`, `.` and `'`, no digit first, not `true` or `false`.
inline bool is_name(std::string_view name) {
  if (name.empty() || !detail::starts_name(name[0]) || name == "true" || name == "false") return false;
  for (const char c : name)
    if (!detail::continues_name(c)) return false;
  return true;
}

/// The nearest name that the text form can hold.
inline std::string made_name(std::string name) {
  for (char& c : name)
    if (!detail::continues_name(c)) c = '_';
  if (name.empty() || !detail::starts_name(name[0])) name = "_" + name;
  if (!is_name(name)) name += "_";
  return name;
}

}  // namespace hone::core::ir
