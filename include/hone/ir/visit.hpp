// SPDX-License-Identifier: Apache-2.0
/// \file
/// Walks over a loop program.
#pragma once

#include <vector>

#include <hone/ir/program.hpp>

namespace hone::core::ir {

/// Calls `f(expr_id)` for what an expression is made of: indices first, then operands.
template <class F>
void for_each_operand(const program& p, const expr& e, F f) {
  for (std::int32_t k = 0; k < e.count; ++k) f(p.listed(e.first, k));
  for (const expr_id operand : e.operands)
    if (operand != none) f(operand);
}

/// Calls `f(expr_id)` for the expressions that stand in a statement itself: indices first, then values.
template <class F>
void for_each_value(const program& p, const stmt& s, F f) {
  if (s.kind == stmt_kind::store)
    for (std::int32_t k = 0; k < s.count; ++k) f(p.listed(s.first, k));
  for (const expr_id value : s.value)
    if (value != none) f(value);
}

/// The statements directly inside one, in order.
inline std::vector<stmt_id> children(const program& p, stmt_id id) {
  const stmt& s = p.statement(id);
  std::vector<stmt_id> out;
  if (s.kind == stmt_kind::block)
    for (std::int32_t k = 0; k < s.count; ++k) out.push_back(p.listed(s.first, k));
  if (s.body != none) out.push_back(s.body);
  if (s.otherwise != none) out.push_back(s.otherwise);
  return out;
}

/// Calls `f(stmt_id, const stmt&)` for a statement and all inside it, outer ones first, in order.
template <class F>
void for_each_stmt(const program& p, stmt_id root, F&& f) {
  if (root == none) return;
  f(root, p.statement(root));
  for (const stmt_id child : children(p, root)) for_each_stmt(p, child, f);
}

namespace detail {
template <class F>
void visit_expr(const program& p, expr_id id, std::vector<bool>& seen, F& f) {
  if (id == none || seen[static_cast<std::size_t>(id)]) return;
  seen[static_cast<std::size_t>(id)] = true;
  for_each_operand(p, p.at(id), [&](expr_id operand) { visit_expr(p, operand, seen, f); });
  f(id, p.at(id));
}
}  // namespace detail

/// Calls `f(expr_id, const expr&)` once for each expression that the statements at and under `root` use, operands
/// first.
template <class F>
void for_each_expr(const program& p, stmt_id root, F&& f) {
  std::vector<bool> seen(p.exprs.size());
  for_each_stmt(p, root, [&](stmt_id, const stmt& s) {
    for_each_value(p, s, [&](expr_id value) { detail::visit_expr(p, value, seen, f); });
  });
}

/// The same for an expression and all that it is made of.
template <class F>
void for_each_expr_in(const program& p, expr_id e, F&& f) {
  std::vector<bool> seen(p.exprs.size());
  detail::visit_expr(p, e, seen, f);
}

/// Whether the value of an expression can depend on a variable.
inline bool uses_variable(const program& p, expr_id e, variable_id v) {
  bool found = false;
  for_each_expr_in(p, e, [&](expr_id, const expr& x) { found = found || (x.kind == expr_kind::variable && x.ref == v); });
  return found;
}

/// Whether it reads memory.
inline bool has_load(const program& p, expr_id e) {
  bool found = false;
  for_each_expr_in(p, e, [&](expr_id, const expr& x) { found = found || x.kind == expr_kind::load; });
  return found;
}

}  // namespace hone::core::ir
