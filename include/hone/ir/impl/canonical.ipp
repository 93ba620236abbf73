// SPDX-License-Identifier: Apache-2.0
/// \file
/// Renumbering by one walk over the tree.
#pragma once

#include <hone/ir/canonical.hpp>
#include <hone/ir/interner.hpp>

namespace hone::ir {
namespace detail {

class renumbering {
 public:
  explicit renumbering(const program& p)
      : from_(p), exprs_(p.exprs.size(), none), variables_(p.variables.size(), none) {
    to_.get().name = p.name;
    to_.get().buffers = p.buffers;
  }
  program run() {
    if (from_.root != none) to_.get().root = copy(from_.root);
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
  std::vector<expr_id> indices(std::int32_t first, std::int32_t count) {
    std::vector<expr_id> out;
    for (std::int32_t k = 0; k < count; ++k) out.push_back(expression(from_.listed(first, k)));
    return out;
  }
  expr_id copy_expr(expr e) {
    const auto list = indices(e.first, e.count);
    for (auto& operand : e.operands) operand = expression(operand);
    if (e.kind == expr_kind::variable) e.ref = variable(e.ref);
    return to_.add(e, list);
  }
  stmt_id copy(stmt_id id) {
    if (id == none) return none;
    stmt s = from_.statement(id);
    std::vector<std::int32_t> list;
    if (s.kind == stmt_kind::store) list = indices(s.first, s.count);
    if (s.kind == stmt_kind::loop || s.kind == stmt_kind::let) s.ref = variable(s.ref);
    for (auto& value : s.value) value = expression(value);
    if (s.kind == stmt_kind::block)
      for (std::int32_t k = 0; k < s.count; ++k) list.push_back(copy(from_.listed(s.first, k)));
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

HONE_DECL program canonical(const program& p) { return detail::renumbering(p).run(); }

}  // namespace hone::ir
