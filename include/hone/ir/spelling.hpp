// SPDX-License-Identifier: Apache-2.0
/// \file
/// The infix operations of the text form, with their precedence. Everything else is written as a call.
#pragma once

#include <array>
#include <string_view>

#include <hone/ir/program.hpp>

namespace hone::core::ir::detail {

struct infix {
  expr_kind kind;
  std::string_view spelling;
  int precedence;  ///< higher binds tighter; all group to the left
};

/// A spelling that starts with another comes before it.
inline constexpr std::array infixes{
    infix{expr_kind::logical_or, "||", 2},  infix{expr_kind::logical_and, "&&", 4}, infix{expr_kind::le, "<=", 6},
    infix{expr_kind::ge, ">=", 6},          infix{expr_kind::eq, "==", 6},          infix{expr_kind::ne, "!=", 6},
    infix{expr_kind::lt, "<", 6},           infix{expr_kind::gt, ">", 6},           infix{expr_kind::add, "+", 8},
    infix{expr_kind::sub, "-", 8},          infix{expr_kind::mul, "*", 10},         infix{expr_kind::div, "/", 10},
    infix{expr_kind::mod, "%", 10},
};

constexpr const infix* infix_of(expr_kind kind) {
  for (const infix& op : infixes)
    if (op.kind == kind) return &op;
  return nullptr;
}

}  // namespace hone::core::ir::detail
