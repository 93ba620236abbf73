// SPDX-License-Identifier: Apache-2.0
/// \file
/// Arithmetic on linear forms, and the structural order that makes their expressions unique.
#pragma once

#include <algorithm>
#include <optional>

#include <hone/ir/arithmetic.hpp>
#include <hone/ir/linear.hpp>

namespace hone::core::ir {

namespace detail {

inline void add_term(linear& form, expr_id id, std::int64_t coefficient) {
  const auto at = std::lower_bound(form.terms.begin(), form.terms.end(), id,
                                   [](const linear_term& term, expr_id e) { return term.id < e; });
  if (at == form.terms.end() || at->id != id) form.terms.insert(at, {id, coefficient});
  else if (at->coefficient = wrapping_add(at->coefficient, coefficient); at->coefficient == 0) form.terms.erase(at);
}

inline linear sum_of(linear a, const linear& b, std::int64_t factor) {
  a.constant = wrapping_add(a.constant, wrapping_mul(factor, b.constant));
  for (const auto& [id, c] : b.terms) add_term(a, id, wrapping_mul(factor, c));
  return a;
}

}  // namespace detail

HONE_DECL linear operator+(const linear& a, const linear& b) { return detail::sum_of(a, b, 1); }
HONE_DECL linear operator-(const linear& a, const linear& b) { return detail::sum_of(a, b, -1); }

HONE_DECL linear linear_form(const program& p, expr_id id) {
  linear form;
  add_to(form, p, id, 1);
  return form;
}

HONE_DECL void add_to(linear& form, const program& p, expr_id id, std::int64_t factor) {
  if (factor == 0) return;
  const expr& e = p.at(id);
  const auto constant = [&](expr_id x) -> std::optional<std::int64_t> {
    if (p.at(x).kind == expr_kind::variable) return std::nullopt;
    const linear f = linear_form(p, x);
    return f.is_constant() ? std::optional(f.constant) : std::nullopt;
  };
  switch (e.kind) {
    case expr_kind::constant: form.constant = wrapping_add(form.constant, wrapping_mul(factor, e.bits)); return;
    case expr_kind::add:
    case expr_kind::sub:
      add_to(form, p, e.operands[0], factor);
      add_to(form, p, e.operands[1], e.kind == expr_kind::add ? factor : wrapping_sub(0, factor));
      return;
    case expr_kind::neg: add_to(form, p, e.operands[0], wrapping_sub(0, factor)); return;
    case expr_kind::mul:
      if (const auto c = constant(e.operands[1])) return add_to(form, p, e.operands[0], wrapping_mul(factor, *c));
      if (const auto c = constant(e.operands[0])) return add_to(form, p, e.operands[1], wrapping_mul(factor, *c));
      break;
    default: break;
  }
  detail::add_term(form, id, factor);
}

HONE_DECL std::int64_t coefficient(const program& p, const linear& form, variable_id v) {
  for (const auto& term : form.terms)
    if (p.at(term.id).kind == expr_kind::variable && p.at(term.id).ref == v) return term.coefficient;
  return 0;
}

namespace detail {
template <class T>
int three_way(const T& a, const T& b) { return a < b ? -1 : b < a ? 1 : 0; }

/// What two expressions are apart from their operands.
inline int compare_node(const expr& a, const expr& b) {
  // variables come first, so that sums read with their loop indices in front
  const auto rank = [](const expr& e) { return e.kind == expr_kind::variable ? -1 : static_cast<int>(e.kind); };
  if (const int c = three_way(rank(a), rank(b))) return c;
  if (const int c = three_way(static_cast<int>(a.type.scalar), static_cast<int>(b.type.scalar))) return c;
  if (const int c = three_way(a.type.lanes, b.type.lanes)) return c;
  if (const int c = three_way(static_cast<int>(a.combine), static_cast<int>(b.combine))) return c;
  if (const int c = three_way(a.ref, b.ref)) return c;
  if (const int c = three_way(a.bits, b.bits)) return c;
  return three_way(a.count, b.count);
}
}  // namespace detail

HONE_DECL int compare(const program& p, expr_id a, expr_id b) {
  if (a == b) return 0;
  if (a == none || b == none) return a == none ? -1 : 1;
  const expr &x = p.at(a), &y = p.at(b);
  if (const int c = detail::compare_node(x, y)) return c;
  for (std::int32_t k = 0; k < x.count; ++k)
    if (const int c = compare(p, p.listed(x.first, k), p.listed(y.first, k))) return c;
  for (std::size_t k = 0; k < 3; ++k)
    if (const int c = compare(p, x.operands[k], y.operands[k])) return c;
  return 0;
}

HONE_DECL expr_id to_expression(builder& b, const linear& form) {
  std::vector<linear_term> terms = form.terms;
  std::sort(terms.begin(), terms.end(),
            [&](const linear_term& x, const linear_term& y) { return compare(b.so_far(), x.id, y.id) < 0; });
  // terms are no sums and differ, so that nothing would fold
  const auto made = [&](expr_kind kind, expr_id x, expr_id y) {
    expr e;
    e.kind = kind;
    e.operands = {x, y, none};
    return b.intern(e);
  };
  const auto times = [&](expr_id id, std::int64_t c) { return c == 1 ? id : made(expr_kind::mul, id, b.index(c)); };
  expr_id sum = none;
  for (const auto& [id, c] : terms)
    if (c > 0) sum = sum == none ? times(id, c) : made(expr_kind::add, sum, times(id, c));
  const bool starts_with_constant = sum == none;
  if (starts_with_constant) sum = b.index(form.constant);
  for (const auto& [id, c] : terms)
    if (c < 0) sum = made(expr_kind::sub, sum, times(id, wrapping_sub(0, c)));
  return starts_with_constant || form.constant == 0 ? sum : made(expr_kind::add, sum, b.index(form.constant));
}

}  // namespace hone::core::ir
