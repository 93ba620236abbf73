// SPDX-License-Identifier: Apache-2.0
/// \file
/// Renumbering by one walk over the tree.
#pragma once

#include <hone/ir/canonical.hpp>
#include <hone/ir/index_list.hpp>
#include <hone/ir/interner.hpp>

namespace hone::core::ir {
namespace detail {

class renumbering {
 public:
  explicit renumbering(const program& p)
      : from_(p), exprs_(p.exprs.size(), none), variables_(p.variables.size(), none) {
    to_.get().name = p.name;
    to_.get().buffers = p.buffers;
  }
  program run(stmt_id old_root) {
    const stmt_id root = old_root == none ? to_.add(stmt{}) : copy(old_root);
    to_.get().root = root;
    return to_.take();
  }

 private:
  variable_id variable(variable_id v) {
    auto& id = variables_[static_cast<std::size_t>(v)];
    if (id == none) {
      to_.get().variables.push_back(from_.variables[static_cast<std::size_t>(v)]);
      id = static_cast<variable_id>(to_.get().variables.size()) - 1;
    }
    return id;
  }
  expr_id expression(expr_id e) {
    if (e == none) return none;
    auto& id = exprs_[static_cast<std::size_t>(e)];
    if (id == none) id = copy_expr(from_.at(e));
    return id;
  }
  index_list indices(std::int32_t first, std::int32_t count) {
    index_list out;
    for (std::int32_t k = 0; k < count; ++k) out.push_back(expression(from_.listed(first, k)));
    return out;
  }
  expr_id copy_expr(expr e) {
    const auto list = indices(e.first, e.count);
    for (auto& operand : e.operands) operand = expression(operand);
    if (e.kind == expr_kind::variable) e.ref = variable(e.ref);
    return to_.add(e, list);
  }
  /// Blocks inside a block are part of it, and a block of one is that one.
  void flatten(const stmt& block, std::vector<stmt_id>& into) {
    for (std::int32_t k = 0; k < block.count; ++k) {
      const stmt_id id = from_.listed(block.first, k);
      const stmt& inner = from_.statement(id);
      if (inner.kind == stmt_kind::block) flatten(inner, into);
      else into.push_back(copy(id));
    }
  }
  stmt_id copy_block(const stmt& block) {
    std::vector<stmt_id> list;
    flatten(block, list);
    return list.size() == 1 ? list[0] : to_.add(stmt{}, list);
  }
  stmt_id copy(stmt_id id) {
    if (id == none) return none;
    stmt s = from_.statement(id);
    if (s.kind == stmt_kind::block) return copy_block(s);
    index_list list;
    if (s.kind == stmt_kind::store) list = indices(s.first, s.count);
    if (s.kind == stmt_kind::loop || s.kind == stmt_kind::let) s.ref = variable(s.ref);
    for (auto& value : s.value) value = expression(value);
    s.body = copy(s.body);
    s.otherwise = copy(s.otherwise);
    return to_.add(s, list);
  }

  const program& from_;
  interner to_;
  std::vector<expr_id> exprs_;
  std::vector<variable_id> variables_;
};

}  // namespace detail

HONE_DECL program canonical(const program& p) { return canonical(p, p.root); }
HONE_DECL program canonical(const program& p, stmt_id root) { return detail::renumbering(p).run(root); }

}  // namespace hone::core::ir
