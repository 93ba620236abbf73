// SPDX-License-Identifier: Apache-2.0
/// \file
/// How tightly the operators of an operator's text bind: as in C++.
#pragma once

#include <string_view>

#include <hone/dsl/node_kind.hpp>

namespace hone::core::ast::detail {

inline constexpr int comparison_level = 3;
inline constexpr int unary_level = 6;

/// 1 for `||` to 5 for `*`; 6 for prefix operators; 7 for what never needs parentheses.
constexpr int precedence(node_kind kind) {
  switch (kind) {
    case node_kind::logical_or: return 1;
    case node_kind::logical_and: return 2;
    case node_kind::add:
    case node_kind::sub: return 4;
    case node_kind::mul:
    case node_kind::div:
    case node_kind::mod: return 5;
    default: break;
  }
  if (is_comparison(kind)) return comparison_level;
  return info(kind).form == node_form::prefix ? unary_level : unary_level + 1;
}

/// The infix operator that `text` begins with, the longest one; `literal` where there is none.
constexpr node_kind infix_at(std::string_view text) {
  auto found = node_kind::literal;
  std::size_t longest = 0;
  for (const auto& kind : node_kinds) {
    if (kind.form != node_form::infix || kind.spelling.size() <= longest) continue;
    if (text.substr(0, kind.spelling.size()) != kind.spelling) continue;
    found = kind.kind;
    longest = kind.spelling.size();
  }
  return found;
}

}  // namespace hone::core::ast::detail
