// SPDX-License-Identifier: Apache-2.0
/// \file
/// Rebuilding a program from rewritten parts.
#pragma once

#include <bit>

#include <hone/ir/rewrite.hpp>
#include <hone/ir/visit.hpp>

namespace hone::core::ir {

HONE_DECL expr_id remade(builder& b, const expr& e, const std::array<expr_id, 3>& operands,
                         const index_list& indices) {
  const auto [x, y, z] = operands;
  switch (e.kind) {
    case expr_kind::constant:
    case expr_kind::variable: return b.intern(e);
    case expr_kind::load: return b.load(e.ref, indices, x);
    case expr_kind::ramp: return b.ramp(x, y, e.type.lanes);
    case expr_kind::broadcast: return b.broadcast(x, e.type.lanes);
    case expr_kind::select: return b.select(x, y, z);
    case expr_kind::cast: return b.cast(e.type.scalar, x);
    case expr_kind::fma: return b.fma(x, y, z);
    case expr_kind::reinterpret: return b.reinterpret(b.type_of(x).with_scalar(e.type.scalar), x);
    case expr_kind::reduce_lanes: return b.reduce_lanes(e.combine, x);
    default: return info(e.kind).arity == 1 ? b.unary(e.kind, x) : b.binary(e.kind, x, y);
  }
}

HONE_DECL rewriter::rewriter(program from) : builder_(std::move(from)), root_(builder_.so_far().root) {
  for (const expr& e : builder_.so_far().exprs) marks_.push_back(marks_in(e));
}

/// `marks_` holds those of the expressions before this one: its operands, or it may have anything in it.
HONE_DECL std::uint64_t rewriter::marks_in(const expr& e) const {
  std::uint64_t found = 0;
  if (e.kind == expr_kind::variable) found |= std::uint64_t{1} << mark_of_variable(e.ref);
  if (e.kind == expr_kind::load) found |= std::uint64_t{1} << mark_of_buffer(e.ref);
  for_each_operand(builder_.so_far(), e, [&](expr_id operand) {
    const auto k = static_cast<std::size_t>(operand);
    found |= k < marks_.size() ? marks_[k] : ~std::uint64_t{0};
  });
  return found;
}

/// Whether the remembered result of an expression is still right.
HONE_DECL bool rewriter::holds(std::size_t e) const {
  if (e >= memo_.size() || memo_[e].epoch < oldest_) return false;
  for (std::uint64_t left = e < marks_.size() ? marks_[e] : ~std::uint64_t{0}; left != 0; left &= left - 1)
    if (replaced_[static_cast<std::size_t>(std::countr_zero(left))] > memo_[e].epoch) return false;
  return true;
}

HONE_DECL std::int32_t rewriter::buffer_for(buffer_id b) const {
  const auto k = static_cast<std::size_t>(b);
  return k < buffers_.size() && buffers_[k] != none ? buffers_[k] : b;
}

HONE_DECL expr_id rewriter::expression(expr_id e) {
  if (e == none) return none;
  const auto k = static_cast<std::size_t>(e);
  if (holds(k)) return memo_[k].id;
  const expr_id id = on_expression(e);
  if (k >= memo_.size()) memo_.resize(builder_.so_far().exprs.size());
  memo_[k] = {id, epoch_};
  return id;
}

HONE_DECL index_list rewriter::expressions(std::int32_t first, std::int32_t count) {
  index_list out;
  for (std::int32_t k = 0; k < count; ++k) out.push_back(expression(builder_.so_far().listed(first, k)));
  return out;
}

namespace detail {
template <class List>
bool equal_list(const program& p, std::int32_t first, const List& list) {
  for (std::size_t k = 0; k < list.size(); ++k)
    if (p.listed(first, static_cast<std::int32_t>(k)) != list[k]) return false;
  return true;
}
}  // namespace detail

HONE_DECL expr_id rewriter::rebuild_expression(expr_id id) {
  expr e = builder_.at(id);
  if (e.kind == expr_kind::variable) {
    const auto v = static_cast<std::size_t>(e.ref);
    return v < variables_.size() && variables_[v] != none ? variables_[v] : id;
  }
  const auto indices = expressions(e.first, e.count);
  std::array<expr_id, 3> operands{none, none, none};
  for (std::size_t k = 0; k < 3; ++k) operands[k] = expression(e.operands[k]);
  const buffer_id buffer = e.kind == expr_kind::load ? buffer_for(e.ref) : e.ref;
  if (operands == e.operands && buffer == e.ref && detail::equal_list(builder_.so_far(), e.first, indices)) return id;
  e.ref = buffer;
  return remade(builder_, e, operands, indices);
}

HONE_DECL stmt_id rewriter::rebuild_block(stmt_id id) {
  const stmt s = builder_.statement(id);
  std::vector<stmt_id> list;
  for (std::int32_t k = 0; k < s.count; ++k) list.push_back(statement(builder_.so_far().listed(s.first, k)));
  return detail::equal_list(builder_.so_far(), s.first, list) ? id : builder_.block(list);
}

HONE_DECL stmt_id rewriter::rebuild_store(stmt_id id) {
  const stmt s = builder_.statement(id);
  const auto indices = expressions(s.first, s.count);
  const expr_id value = expression(s.value[0]), predicate = expression(s.value[1]);
  const buffer_id buffer = buffer_for(s.ref);
  if (value == s.value[0] && predicate == s.value[1] && buffer == s.ref &&
      detail::equal_list(builder_.so_far(), s.first, indices))
    return id;
  return builder_.store(buffer, indices, value, predicate);
}

HONE_DECL stmt_id rewriter::rebuild_statement(stmt_id id) {
  const stmt s = builder_.statement(id);
  if (s.kind == stmt_kind::barrier) return id;
  if (s.kind == stmt_kind::block) return rebuild_block(id);
  if (s.kind == stmt_kind::store) return rebuild_store(id);
  const expr_id first = expression(s.value[0]), second = expression(s.value[1]);
  const stmt_id body = statement(s.body), otherwise = statement(s.otherwise);
  const buffer_id buffer = s.kind == stmt_kind::allocate ? buffer_for(s.ref) : s.ref;
  if (first == s.value[0] && second == s.value[1] && body == s.body && otherwise == s.otherwise && buffer == s.ref)
    return id;
  switch (s.kind) {
    case stmt_kind::loop: return builder_.loop(s.ref, first, second, s.loop, body);
    case stmt_kind::branch: return builder_.branch(first, body, otherwise);
    case stmt_kind::let: return builder_.let(s.ref, first, body);
    default: return builder_.allocate(buffer, body);
  }
}

HONE_DECL void rewriter::substitute(variable_id v, expr_id by) {
  const auto k = static_cast<std::size_t>(v);
  if (k >= variables_.size()) variables_.resize(k + 1, none);
  variables_[k] = by;
  replaced_[mark_of_variable(v)] = ++epoch_;
}

HONE_DECL void rewriter::substitute_buffer(buffer_id b, buffer_id by) {
  const auto k = static_cast<std::size_t>(b);
  if (k >= buffers_.size()) buffers_.resize(k + 1, none);
  buffers_[k] = by;
  replaced_[mark_of_buffer(b)] = ++epoch_;
}

HONE_DECL stmt_id rewriter::with(variable_id v, expr_id by, stmt_id body) {
  const auto k = static_cast<std::size_t>(v);
  const expr_id before = k < variables_.size() ? variables_[k] : none;
  substitute(v, by);
  const stmt_id result = statement(body);
  substitute(v, before);
  return result;
}

namespace detail {
class hooked_rewriter final : public rewriter {
 public:
  hooked_rewriter(const program& p, expression_hook e, statement_hook s)
      : rewriter(p), expression_(std::move(e)), statement_(std::move(s)) {}

 private:
  expr_id on_expression(expr_id e) override {
    const auto changed = expression_ ? expression_(*this, e) : std::nullopt;
    return changed ? *changed : rebuild_expression(e);
  }
  stmt_id on_statement(stmt_id s) override {
    const auto changed = statement_ ? statement_(*this, s) : std::nullopt;
    return changed ? *changed : rebuild_statement(s);
  }
  expression_hook expression_;
  statement_hook statement_;
};
}  // namespace detail

HONE_DECL program rewrite(const program& p, expression_hook on_expression, statement_hook on_statement) {
  return detail::hooked_rewriter(p, std::move(on_expression), std::move(on_statement)).run();
}

}  // namespace hone::core::ir
