// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which names an axis, tensor, size or attribute may have: they are printed and parsed again.
#pragma once

#include <cstddef>
#include <string_view>

#include <hone/diag/say.hpp>
#include <hone/dsl/node_kind.hpp>

namespace hone::dsl {

inline constexpr std::size_t longest_name = 31;

/// How the reductions are called in an operator's text, which is how they are called in C++.
inline constexpr std::array<std::string_view, 4> reduction_spellings{"sum", "product", "min_over", "max_over"};
constexpr std::string_view spelling(reduction r) { return reduction_spellings[static_cast<std::size_t>(r)]; }

constexpr bool is_identifier(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  if (name.empty() || name.size() > longest_name || !letter(name.front())) return false;
  for (const char c : name)
    if (!letter(c) && !(c >= '0' && c <= '9')) return false;
  return true;
}

/// A name that means something else in an operator's text.
constexpr bool is_function_name(std::string_view name) {
  for (const auto& kind : node_kinds)
    if (kind.form == node_form::call && kind.spelling == name) return true;
  for (const auto reduction : reduction_spellings)
    if (reduction == name) return true;
  return name == "cast" || name == "padded";
}

/// The name of an operator stands before its text and may be any identifier.
template <fixed_string Name>
struct checked_label {
  static constexpr diag::finding value{is_identifier(Name.view()) ? diag::misuse::none : diag::misuse::bad_name,
                                       Name.view(), ""};
};

template <fixed_string Name>
struct checked_name {
  static constexpr diag::finding value{!is_identifier(Name.view())     ? diag::misuse::bad_name
                                       : is_function_name(Name.view()) ? diag::misuse::taken_name
                                                                       : diag::misuse::none,
                                       Name.view(), ""};
};

}  // namespace hone::dsl
