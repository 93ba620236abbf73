// SPDX-License-Identifier: Apache-2.0
/// \file
/// Expressions of the loop program that are written like arithmetic.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <hone/ir/builder.hpp>

namespace hone::core::lower::functions {

/// Where terms are made: a builder, whether products that are added are fused, and the names given so far.
struct writer {
  ir::builder& build;
  bool use_fma;
  std::vector<std::pair<ir::variable_id, ir::expr_id>> bindings;  ///< each may use the ones before it
};

/// A value of any type and number of lanes.
struct term {
  writer* out;
  ir::expr_id id;

  ir::value_type type() const { return out->build.type_of(id); }
  bool is_f64() const { return type().scalar == scalar_type::f64; }
  template <class Number>
  term constant(Number value) const { return {out, out->build.constant(type(), value)}; }
  /// One of two constants, by type.
  term constant(double f32, double f64) const { return constant(is_f64() ? f64 : f32); }
};

inline term unary(ir::expr_kind kind, term a) { return {a.out, a.out->build.unary(kind, a.id)}; }
inline term binary(ir::expr_kind kind, term a, term b) { return {a.out, a.out->build.binary(kind, a.id, b.id)}; }

inline term operator+(term a, term b) { return binary(ir::expr_kind::add, a, b); }
inline term operator-(term a, term b) { return binary(ir::expr_kind::sub, a, b); }
inline term operator*(term a, term b) { return binary(ir::expr_kind::mul, a, b); }
inline term operator/(term a, term b) { return binary(ir::expr_kind::div, a, b); }
inline term operator-(term a) { return unary(ir::expr_kind::neg, a); }
inline term abs(term a) { return unary(ir::expr_kind::abs, a); }
inline term operator<(term a, term b) { return binary(ir::expr_kind::lt, a, b); }
inline term operator<=(term a, term b) { return binary(ir::expr_kind::le, a, b); }
inline term operator==(term a, term b) { return binary(ir::expr_kind::eq, a, b); }
inline term operator!=(term a, term b) { return binary(ir::expr_kind::ne, a, b); }
inline term operator&(term a, std::int64_t b) { return binary(ir::expr_kind::bit_and, a, a.constant(b)); }
inline term operator|(term a, term b) { return binary(ir::expr_kind::bit_or, a, b); }
inline term operator<<(term a, int n) { return binary(ir::expr_kind::shift_left, a, a.constant(n)); }
inline term operator>>(term a, int n) { return binary(ir::expr_kind::shift_right, a, a.constant(n)); }

template <class Number>
  requires std::is_arithmetic_v<Number>
term operator+(term a, Number b) { return a + a.constant(b); }
template <class Number>
  requires std::is_arithmetic_v<Number>
term operator-(term a, Number b) { return a - a.constant(b); }
inline term operator*(term a, double b) { return a * a.constant(b); }
inline term operator<(term a, double b) { return a < a.constant(b); }
inline term operator<=(term a, double b) { return a <= a.constant(b); }
inline term operator==(term a, double b) { return a == a.constant(b); }

inline term select(term condition, term a, term b) { return {a.out, a.out->build.select(condition.id, a.id, b.id)}; }

/// a * b + c
inline term multiply_add(term a, term b, term c) {
  if (!a.out->use_fma) return a * b + c;
  return {a.out, a.out->build.fma(a.id, b.id, c.id)};
}
/// c - a * b
inline term multiply_subtract(term a, term b, term c) {
  return a.out->use_fma ? multiply_add(-a, b, c) : c - a * b;
}

inline term cast(scalar_type type, term a) { return {a.out, a.out->build.cast(type, a.id)}; }

/// Its bits as an integer of the same size, and back.
inline term bits(term a) {
  const auto integer = a.is_f64() ? scalar_type::i64 : scalar_type::i32;
  return {a.out, a.out->build.reinterpret(a.type().with_scalar(integer), a.id)};
}
inline term from_bits(term a) {
  const auto real = a.type().scalar == scalar_type::i64 ? scalar_type::f64 : scalar_type::f32;
  return {a.out, a.out->build.reinterpret(a.type().with_scalar(real), a.id)};
}

/// The same value under a name, so that it is computed once however often it is used.
inline term named(const char* name, term a) {
  const auto kind = a.out->build.at(a.id).kind;
  if (kind == ir::expr_kind::variable || kind == ir::expr_kind::constant) return a;
  const auto v = a.out->build.add_variable(name, a.type());
  a.out->bindings.emplace_back(v, a.id);
  return {a.out, a.out->build.variable(v)};
}

/// Horner's rule; the coefficients stand from the constant term upwards.
inline term polynomial(term x, std::span<const double> coefficients) {
  term sum = x.constant(coefficients.back());
  for (std::size_t k = coefficients.size() - 1; k-- > 0;) sum = multiply_add(sum, x, x.constant(coefficients[k]));
  return sum;
}
/// The polynomial of the term's type.
inline term polynomial(term x, std::span<const double> f32, std::span<const double> f64) {
  return polynomial(x, x.is_f64() ? f64 : f32);
}

/// 1.5 * 2^(mantissa bits): the sum with a smaller number x has the integer nearest to x in its low bits.
inline double rounding_constant(const term& x) { return x.is_f64() ? 0x1.8p52 : 0x1.8p23; }
inline int mantissa_bits(const term& x) { return x.is_f64() ? 52 : 23; }
inline int exponent_bias(const term& x) { return x.is_f64() ? 1023 : 127; }

/// The nearest integer, for |x| < 2^22 (f32) or 2^51 (f64).
inline term rounded(term x) {
  const double c = rounding_constant(x);
  return (x + c) - c;
}

}  // namespace hone::core::lower::functions
