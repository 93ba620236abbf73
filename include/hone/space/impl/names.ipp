// SPDX-License-Identifier: Apache-2.0
/// \file
/// Constraints from postfix to infix, with as few parentheses as the precedences of C++ need.
#pragma once

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include <hone/space/names.hpp>

namespace hone::core::space {

namespace detail {

inline constexpr std::array<std::string_view, 6> fact_names{"vector_registers", "vector_bytes", "l1_bytes",
                                                            "l2_bytes",         "l3_bytes",     "cores"};

inline std::string knob_name(std::int32_t k, const definition& d, const ast::tree* op) {
  const auto& knob = d.at(k);
  if (!knob.name.empty()) return knob.name;
  return knob.symbol >= 0 ? spell_symbol(knob.symbol, op) : "a fixed knob";
}

inline std::string leaf_text(const term& t, const definition& d, const ast::tree* op) {
  switch (t.kind) {
    case term_kind::constant: return std::to_string(t.value);
    case term_kind::extent: return spell_symbol(t.subject, op);
    case term_kind::fact: return std::string(fact_names[static_cast<std::size_t>(t.subject)]);
    case term_kind::level: return knob_name(t.subject, d, op) + '[' + std::to_string(t.level) + ']';
    default: return knob_name(t.subject, d, op);
  }
}

inline int precedence(node_kind k) {
  switch (k) {
    case node_kind::logical_or: return 1;
    case node_kind::logical_and: return 2;
    case node_kind::eq:
    case node_kind::ne: return 3;
    case node_kind::add:
    case node_kind::sub: return 5;
    case node_kind::mul:
    case node_kind::div:
    case node_kind::mod: return 6;
    case node_kind::logical_not: return 7;
    default: return 4;
  }
}

struct spelled_part {
  std::string text;
  int precedence = 8;
  std::string inside(int outer) const { return precedence < outer ? '(' + text + ')' : text; }
};

}  // namespace detail

HONE_DECL std::string spell_symbol(std::int32_t symbol, const ast::tree* op) {
  return op ? std::string(op->symbols[static_cast<std::size_t>(symbol)].label.view()) : "?";
}

HONE_DECL std::string spell(const loop_ref& loop, const definition& d, const ast::tree* op) {
  const auto tile = find_tile(d, loop.axis);
  const auto name = tile < 0 ? spell_symbol(loop.axis, op) : detail::knob_name(tile, d, op);
  return tile < 0 && loop.level == 0 ? name : name + '[' + std::to_string(loop.level) + ']';
}

HONE_DECL std::string spell(const constraint& c, const definition& d, const ast::tree* op) {
  std::vector<detail::spelled_part> stack;
  const auto pop = [&] {
    auto top = std::move(stack.back());
    stack.pop_back();
    return top;
  };
  for (const auto& t : c.terms) {
    if (t.kind != term_kind::operation) {
      stack.push_back({detail::leaf_text(t, d, op)});
      continue;
    }
    const int p = detail::precedence(t.operation);
    const auto b = pop();
    if (t.operation == node_kind::logical_not) {
      stack.push_back({'!' + b.inside(p), p});
      continue;
    }
    const auto a = pop();
    stack.push_back({a.inside(p) + ' ' + std::string(info(t.operation).spelling) + ' ' + b.inside(p + 1), p});
  }
  return stack.back().text;
}

}  // namespace hone::core::space
