// SPDX-License-Identifier: Apache-2.0
/// \file
/// Arithmetic on linear forms, and the structural order that makes their expressions unique.
#pragma once

#include <algorithm>

#include <hone/ir/arithmetic.hpp>
#include <hone/ir/linear.hpp>

namespace hone::ir {

HONE_DECL linear operator+(const linear& a, const linear& b) {
  linear sum;
  sum.constant = wrapping_add(a.constant, b.constant);
  auto x = a.terms.begin(), y = b.terms.begin();
  while (x != a.terms.end() || y != b.terms.end()) {
    if (y == b.terms.end() || (x != a.terms.end() && x->id < y->id)) sum.terms.push_back(*x++);
    else if (x == a.terms.end() || y->id < x->id) sum.terms.push_back(*y++);
    else {
      const auto both = wrapping_add(x->coefficient, y->coefficient);
      if (both != 0) sum.terms.push_back({x->id, both});
      ++x, ++y;
    }
  }
  return sum;
}

HONE_DECL linear operator*(const linear& a, std::int64_t factor) {
  linear product{wrapping_mul(a.constant, factor), {}};
  for (const auto& term : a.terms) {
    const auto scaled = wrapping_mul(term.coefficient, factor);
    if (scaled != 0) product.terms.push_back({term.id, scaled});
  }
  return product;
}

HONE_DECL linear linear_form(const program& p, expr_id id) {
  const expr& e = p.at(id);
  const auto operand = [&](std::size_t k) { return linear_form(p, e.operands[k]); };
  switch (e.kind) {
    case expr_kind::constant: return {e.bits, {}};
    case expr_kind::add: return operand(0) + operand(1);
    case expr_kind::sub: return operand(0) - operand(1);
    case expr_kind::neg: return operand(0) * -1;
    case expr_kind::mul: {
      const linear a = operand(0), b = operand(1);
      if (b.is_constant()) return a * b.constant;
      if (a.is_constant()) return b * a.constant;
      break;
    }
    default: break;
  }
  return {0, {{id, 1}}};
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
  expr_id sum = none;
  for (const auto& [id, c] : terms) {
    if (c < 0) continue;
    const expr_id product = b.mul(id, b.index(c));
    sum = sum == none ? product : b.add(sum, product);
  }
  const bool starts_with_constant = sum == none;
  if (starts_with_constant) sum = b.index(form.constant);
  for (const auto& [id, c] : terms)
    if (c < 0) sum = b.sub(sum, b.mul(id, b.index(wrapping_sub(0, c))));
  return starts_with_constant ? sum : b.add(sum, b.index(form.constant));
}

}  // namespace hone::ir
