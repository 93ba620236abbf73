// SPDX-License-Identifier: Apache-2.0
/// \file
/// The range of an index expression: sound, and exact where no axis occurs twice.
#pragma once

#include <algorithm>
#include <cstdint>

#include <hone/ast/symbols.hpp>
#include <hone/ast/tree.hpp>
#include <hone/diag/error.hpp>

namespace hone::core::ast {

/// All integers from `min` to `max`; none if `min > max`.
struct interval {
  std::int64_t min = 0;
  std::int64_t max = -1;
  friend constexpr bool operator==(const interval&, const interval&) = default;
  constexpr bool empty() const { return min > max; }
};

/// The interval of one value.
constexpr interval only(std::int64_t value) { return {value, value}; }

/// The largest q with q b <= a, for b > 0; the mirror of it for b < 0: q = floor(a / b). 0 for b = 0.
constexpr std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  if (b == 0) return 0;
  const std::int64_t q = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}
/// a - b floor(a / b): the sign of b; `a` for b = 0.
constexpr std::int64_t floor_mod(std::int64_t a, std::int64_t b) { return b == 0 ? a : a - b * floor_div(a, b); }

namespace detail {

[[noreturn]] inline void index_overflow() {
  throw error(error_code::bad_extent, "an index expression of the operator does not fit 64 bits with these extents");
}
constexpr std::int64_t checked_add(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) index_overflow();
  return sum;
}
constexpr std::int64_t checked_sub(std::int64_t a, std::int64_t b) {
  std::int64_t difference = 0;
  if (__builtin_sub_overflow(a, b, &difference)) index_overflow();
  return difference;
}
constexpr std::int64_t checked_mul(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) index_overflow();
  return product;
}

}  // namespace detail

constexpr interval operator+(interval a, interval b) {
  if (a.empty() || b.empty()) return {};
  return {detail::checked_add(a.min, b.min), detail::checked_add(a.max, b.max)};
}
constexpr interval operator-(interval a, interval b) {
  if (a.empty() || b.empty()) return {};
  return {detail::checked_sub(a.min, b.max), detail::checked_sub(a.max, b.min)};
}
constexpr interval operator*(interval a, interval b) {
  if (a.empty() || b.empty()) return {};
  const auto products = {detail::checked_mul(a.min, b.min), detail::checked_mul(a.min, b.max),
                         detail::checked_mul(a.max, b.min), detail::checked_mul(a.max, b.max)};
  return {std::min(products), std::max(products)};
}
/// Floor division by a constant.
constexpr interval operator/(interval a, std::int64_t b) {
  if (a.empty()) return {};
  return b < 0 ? interval{floor_div(a.max, b), floor_div(a.min, b)}
               : interval{floor_div(a.min, b), floor_div(a.max, b)};
}
/// The remainder of floor division by a constant: exact where the quotient is the same at both ends.
constexpr interval operator%(interval a, std::int64_t b) {
  if (a.empty() || b == 0) return a;
  if (floor_div(a.min, b) == floor_div(a.max, b)) return {floor_mod(a.min, b), floor_mod(a.max, b)};
  return b > 0 ? interval{0, b - 1} : interval{b + 1, 0};
}

/// The range of the index expression at node `id`. `range_of_symbol(s)` is the interval of an axis, size or attribute.
/// Throws `error{bad_extent}` where 64 bits do not hold it.
template <class RangeOfSymbol>
interval index_range(const tree& op, std::int32_t id, const RangeOfSymbol& range_of_symbol) {
  const node& n = node_at(op, id);
  const auto operand = [&](std::size_t which) { return index_range(op, n.operands[which], range_of_symbol); };
  switch (n.kind) {
    case node_kind::literal: return only(n.bits);
    case node_kind::axis:
    case node_kind::size:
    case node_kind::attribute: return range_of_symbol(n.symbol);
    case node_kind::add: return operand(0) + operand(1);
    case node_kind::sub: return operand(0) - operand(1);
    case node_kind::mul: return operand(0) * operand(1);
    case node_kind::neg: return only(0) - operand(0);
    case node_kind::div: return operand(0) / operand(1).min;
    case node_kind::mod: return operand(0) % operand(1).min;
    default: throw internal_error("an index expression with an operation that indices do not have");
  }
}

}  // namespace hone::core::ast
