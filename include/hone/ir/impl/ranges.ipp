// SPDX-License-Identifier: Apache-2.0
/// \file
/// Interval arithmetic. Intermediate bounds are 128 bits wide: what leaves the type's range may have wrapped.
#pragma once

#include <algorithm>
#include <initializer_list>

#include <hone/ir/arithmetic.hpp>
#include <hone/ir/linear.hpp>
#include <hone/ir/ranges.hpp>

namespace hone::core::ir {
namespace detail {

__extension__ using wide = __int128;

struct wide_interval {
  wide low, high;
};

inline interval type_range(scalar_type type) { return {lowest(type), highest(type)}; }

/// The interval if every value of it can be held, else all that the type holds.
inline interval narrowed(scalar_type type, wide_interval x) {
  const interval all = type_range(type);
  if (x.low < all.low || x.high > all.high) return all;
  return {static_cast<std::int64_t>(x.low), static_cast<std::int64_t>(x.high)};
}

inline wide_interval hull(std::initializer_list<wide> values) {
  return {std::min(values), std::max(values)};
}
inline wide_interval product(interval a, interval b) {
  const auto times = [](std::int64_t x, std::int64_t y) { return static_cast<wide>(x) * y; };
  return hull({times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high)});
}

class bounding {
 public:
  bounding(const program& p, const variable_ranges& ranges) : p_(p), ranges_(ranges) {}

  interval of(expr_id id) const {
    const expr& e = p_.at(id);
    if (is_float(e.type.scalar)) return {};
    if (e.type == value_type{} && (e.kind == expr_kind::add || e.kind == expr_kind::sub || e.kind == expr_kind::mul ||
                                   e.kind == expr_kind::neg))
      return of_sum(id);
    return of_node(e);
  }

  /// A sum of different terms: exact where the terms vary independently.
  interval of(const linear& form) const {
    wide_interval sum{form.constant, form.constant};
    for (const auto& term : form.terms) {
      const auto part = product(of(term.id), interval::point(term.coefficient));
      sum = {sum.low + part.low, sum.high + part.high};
    }
    return narrowed(scalar_type::i64, sum);
  }

 private:
  interval operand(const expr& e, std::size_t k) const { return of(e.operands[k]); }

  interval of_sum(expr_id id) const {
    const linear form = linear_form(p_, id);
    return form.terms.size() == 1 && form.terms[0].id == id ? of_node(p_.at(id)) : of(form);
  }

  interval of_node(const expr& e) const {
    const scalar_type type = e.type.scalar;
    switch (e.kind) {
      case expr_kind::constant: return interval::point(e.bits);
      case expr_kind::variable: return e.type == value_type{} ? ranges_.of(e.ref) : type_range(type);
      case expr_kind::broadcast: return operand(e, 0);
      case expr_kind::ramp: return of_ramp(e);
      case expr_kind::select: return either(operand(e, 1), operand(e, 2));
      case expr_kind::cast: return of_cast(e);
      case expr_kind::neg:
      case expr_kind::abs: return of_unary(e);
      case expr_kind::logical_not: return of_truth(operand(e, 0), [](std::int64_t x) { return x ^ 1; });
      default: break;
    }
    if (info(e.kind).arity != 2) return type_range(type);
    const interval a = operand(e, 0), b = operand(e, 1);
    if (is_float(p_.at(e.operands[0]).type.scalar)) return type_range(type);
    return is_comparison(e.kind) ? of_comparison(e.kind, a, b) : of_binary(e.kind, type, a, b);
  }

  static interval either(interval a, interval b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

  template <class F>
  static interval of_truth(interval x, F f) {
    return x.is_point() ? interval::point(f(x.low)) : interval{0, 1};
  }

  interval of_ramp(const expr& e) const {
    const interval base = operand(e, 0);
    const auto reach = product(operand(e, 1), {0, e.type.lanes - 1});
    return narrowed(e.type.scalar, {base.low + reach.low, base.high + reach.high});
  }

  interval of_cast(const expr& e) const {
    const interval all = type_range(e.type.scalar);
    if (is_float(p_.at(e.operands[0]).type.scalar)) return all;
    const interval x = operand(e, 0);
    if (e.type.scalar == scalar_type::boolean) return x.is_point() ? interval::point(x.low != 0) : all;
    return {std::clamp(x.low, all.low, all.high), std::clamp(x.high, all.low, all.high)};
  }

  interval of_unary(const expr& e) const {
    const interval x = operand(e, 0);
    const wide_interval negated{-static_cast<wide>(x.high), -static_cast<wide>(x.low)};
    if (e.kind == expr_kind::neg) return narrowed(e.type.scalar, negated);
    if (x.low >= 0) return x;
    return narrowed(e.type.scalar, {x.high <= 0 ? negated.low : 0, std::max<wide>(negated.high, x.high)});
  }

  static interval of_comparison(expr_kind kind, interval a, interval b) {
    switch (kind) {
      case expr_kind::lt: return decided(a.high < b.low, a.low >= b.high);
      case expr_kind::le: return decided(a.high <= b.low, a.low > b.high);
      case expr_kind::gt: return decided(a.low > b.high, a.high <= b.low);
      case expr_kind::ge: return decided(a.low >= b.high, a.high < b.low);
      case expr_kind::eq: return decided(a.is_point() && a == b, a.high < b.low || b.high < a.low);
      default: return decided(a.high < b.low || b.high < a.low, a.is_point() && a == b);
    }
  }
  static interval decided(bool always, bool never) { return {always ? 1 : 0, never ? 0 : 1}; }

  static interval of_binary(expr_kind kind, scalar_type type, interval a, interval b) {
    switch (kind) {
      case expr_kind::add: return narrowed(type, {static_cast<wide>(a.low) + b.low, static_cast<wide>(a.high) + b.high});
      case expr_kind::sub: return narrowed(type, {static_cast<wide>(a.low) - b.high, static_cast<wide>(a.high) - b.low});
      case expr_kind::mul: return narrowed(type, product(a, b));
      case expr_kind::div: return of_div(type, a, b);
      case expr_kind::mod: return of_mod(type, a, b);
      case expr_kind::min: return {std::min(a.low, b.low), std::min(a.high, b.high)};
      case expr_kind::max: return {std::max(a.low, b.low), std::max(a.high, b.high)};
      case expr_kind::logical_and: return {a.low & b.low, a.high & b.high};
      case expr_kind::logical_or: return {a.low | b.low, a.high | b.high};
      case expr_kind::bit_and: return a.low >= 0 && b.low >= 0 ? interval{0, std::min(a.high, b.high)} : type_range(type);
      default: return type_range(type);
    }
  }
  static interval of_div(scalar_type type, interval a, interval b) {
    if (b.low <= 0) return type_range(type);
    return narrowed(type, hull({floor_div(a.low, b.low), floor_div(a.low, b.high), floor_div(a.high, b.low),
                                floor_div(a.high, b.high)}));
  }
  static interval of_mod(scalar_type type, interval a, interval b) {
    if (b.low <= 0) return type_range(type);
    if (a.low >= 0 && a.high < b.low) return a;
    if (b.is_point() && floor_div(a.low, b.low) == floor_div(a.high, b.low))
      return {floor_mod(a.low, b.low), floor_mod(a.high, b.low)};
    return {0, a.low >= 0 ? std::min(a.high, b.high - 1) : b.high - 1};
  }

  const program& p_;
  const variable_ranges& ranges_;
};

}  // namespace detail

HONE_DECL interval bounds(const program& p, expr_id e, const variable_ranges& ranges) {
  return detail::bounding(p, ranges).of(e);
}
HONE_DECL interval bounds(const program& p, const linear& form, const variable_ranges& ranges) {
  return detail::bounding(p, ranges).of(form);
}

HONE_DECL interval loop_range(interval min, interval extent) {
  if (min.is_everything() || extent.is_everything()) return {};
  const detail::wide last = static_cast<detail::wide>(min.high) + extent.high - 1;
  return detail::narrowed(scalar_type::i64, {min.low, std::max<detail::wide>(last, min.low)});
}

}  // namespace hone::core::ir
