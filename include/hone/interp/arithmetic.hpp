// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the arithmetic instructions do to registers, lane by lane.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include <hone/interp/compile.hpp>
#include <hone/ir/arithmetic.hpp>

namespace hone::core::interp::detail {

using ir::expr_kind;

/// target.i = f(a, b) on integers.
template <class F>
void each_integer(const instruction& i, value* r, F f) {
  for (std::int32_t l = 0; l < i.lanes; ++l) r[i.target + l].i = f(r[i.a + l].i, r[i.b + l].i);
}

/// The kind is a template argument, so that the switch stands outside the loop over lanes.
template <expr_kind Kind, scalar_type Type>
void integer_binary(const instruction& i, value* r) {
  each_integer(i, r, [](std::int64_t a, std::int64_t b) { return ir::integer_binary(Kind, Type, a, b); });
}

template <scalar_type Type>
void integer_operation(const instruction& i, value* r) {
  switch (i.kind) {
#define HONE_X(kind) \
  case expr_kind::kind: return integer_binary<expr_kind::kind, Type>(i, r);
    HONE_X(add) HONE_X(sub) HONE_X(mul) HONE_X(div) HONE_X(mod) HONE_X(min) HONE_X(max)
    HONE_X(lt) HONE_X(le) HONE_X(gt) HONE_X(ge) HONE_X(eq) HONE_X(ne)
    HONE_X(logical_and) HONE_X(logical_or)
    HONE_X(bit_and) HONE_X(bit_or) HONE_X(bit_xor) HONE_X(shift_left) HONE_X(shift_right)
#undef HONE_X
    case expr_kind::logical_not:
      for (std::int32_t l = 0; l < i.lanes; ++l) r[i.target + l].i = r[i.a + l].i ^ 1;
      return;
    case expr_kind::neg:
      for (std::int32_t l = 0; l < i.lanes; ++l) r[i.target + l].i = ir::wrap(Type, ir::wrapping_sub(0, r[i.a + l].i));
      return;
    default:  // abs
      for (std::int32_t l = 0; l < i.lanes; ++l) {
        const std::int64_t x = r[i.a + l].i;
        r[i.target + l].i = x < 0 ? ir::wrap(Type, ir::wrapping_sub(0, x)) : x;
      }
  }
}

/// target.f = f(a, b) with one rounding to Real.
template <class Real, class F>
void each_real(const instruction& i, value* r, F f) {
  for (std::int32_t l = 0; l < i.lanes; ++l)
    r[i.target + l].f = static_cast<double>(
        static_cast<Real>(f(static_cast<Real>(r[i.a + l].f), static_cast<Real>(r[i.b + l].f))));
}
/// The operand as a double: functions of <cmath> are taken in double and rounded to Real.
template <class Real, class F>
void each_function(const instruction& i, value* r, F f) {
  for (std::int32_t l = 0; l < i.lanes; ++l)
    r[i.target + l].f = static_cast<double>(static_cast<Real>(f(r[i.a + l].f)));
}
template <class F>
void each_comparison(const instruction& i, value* r, F f) {
  for (std::int32_t l = 0; l < i.lanes; ++l) r[i.target + l].i = f(r[i.a + l].f, r[i.b + l].f) ? 1 : 0;
}

template <class Real>
void real_operation(const instruction& i, value* r) {
  switch (i.kind) {
    case expr_kind::add: return each_real<Real>(i, r, [](Real a, Real b) { return a + b; });
    case expr_kind::sub: return each_real<Real>(i, r, [](Real a, Real b) { return a - b; });
    case expr_kind::mul: return each_real<Real>(i, r, [](Real a, Real b) { return a * b; });
    case expr_kind::div: return each_real<Real>(i, r, [](Real a, Real b) { return a / b; });
    case expr_kind::min: return each_real<double>(i, r, ir::nan_min);
    case expr_kind::max: return each_real<double>(i, r, ir::nan_max);
    case expr_kind::neg: return each_function<double>(i, r, [](double x) { return -x; });
    case expr_kind::abs: return each_function<double>(i, r, [](double x) { return std::fabs(x); });
    case expr_kind::lt: return each_comparison(i, r, [](double a, double b) { return a < b; });
    case expr_kind::le: return each_comparison(i, r, [](double a, double b) { return a <= b; });
    case expr_kind::gt: return each_comparison(i, r, [](double a, double b) { return a > b; });
    case expr_kind::ge: return each_comparison(i, r, [](double a, double b) { return a >= b; });
    case expr_kind::eq: return each_comparison(i, r, [](double a, double b) { return a == b; });
    case expr_kind::ne: return each_comparison(i, r, [](double a, double b) { return a != b; });
    case expr_kind::exp: return each_function<Real>(i, r, [](double x) { return std::exp(x); });
    case expr_kind::log: return each_function<Real>(i, r, [](double x) { return std::log(x); });
    case expr_kind::sqrt: return each_function<Real>(i, r, [](double x) { return std::sqrt(static_cast<Real>(x)); });
    case expr_kind::tanh: return each_function<Real>(i, r, [](double x) { return std::tanh(x); });
    case expr_kind::sin: return each_function<Real>(i, r, [](double x) { return std::sin(x); });
    case expr_kind::cos: return each_function<Real>(i, r, [](double x) { return std::cos(x); });
    case expr_kind::erf: return each_function<Real>(i, r, [](double x) { return std::erf(x); });
    case expr_kind::floor: return each_function<Real>(i, r, [](double x) { return std::floor(x); });
    case expr_kind::ceil: return each_function<Real>(i, r, [](double x) { return std::ceil(x); });
    default:  // fma
      for (std::int32_t l = 0; l < i.lanes; ++l)
        r[i.target + l].f = static_cast<double>(std::fma(static_cast<Real>(r[i.a + l].f), static_cast<Real>(r[i.b + l].f),
                                                         static_cast<Real>(r[i.c + l].f)));
  }
}

inline void convert(const instruction& i, value* r) {
  for (std::int32_t l = 0; l < i.lanes; ++l) {
    const value x = r[i.a + l];
    value& to = r[i.target + l];
    if (!is_float(i.type)) to.i = is_float(i.from) ? ir::saturated(i.type, x.f) : ir::saturated(i.type, x.i);
    else if (is_float(i.from)) to.f = ir::rounded(i.type, x.f);
    else to.f = i.type == scalar_type::f32 ? static_cast<double>(static_cast<float>(x.i)) : static_cast<double>(x.i);
  }
}

/// The bits of a value as it lies in memory, zeros above them.
inline std::uint64_t memory_bits(scalar_type type, value x) {
  if (type == scalar_type::f64) return std::bit_cast<std::uint64_t>(x.f);
  if (type == scalar_type::f32) return std::bit_cast<std::uint32_t>(static_cast<float>(x.f));
  return static_cast<std::uint64_t>(x.i);
}
inline value from_memory_bits(scalar_type type, std::uint64_t bits) {
  value x{};
  if (type == scalar_type::f64) x.f = std::bit_cast<double>(bits);
  else if (type == scalar_type::f32) x.f = static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  else x.i = ir::wrap(type, static_cast<std::int64_t>(bits));
  return x;
}
inline void keep_bits(const instruction& i, value* r) {
  for (std::int32_t l = 0; l < i.lanes; ++l)
    r[i.target + l] = from_memory_bits(i.type, memory_bits(i.from, r[i.a + l]));
}

/// Halves the lanes until one is left: lane l with l + lanes / 2. It works in the target's registers.
inline void reduce(const instruction& i, value* r) {
  static constexpr expr_kind kinds[] = {expr_kind::add, expr_kind::mul, expr_kind::min, expr_kind::max};
  std::memcpy(r + i.target, r + i.a, static_cast<std::size_t>(i.lanes) * sizeof(value));
  instruction step = i;
  step.kind = kinds[static_cast<std::size_t>(i.combine)];
  step.a = i.target;
  for (step.lanes = i.lanes / 2; step.lanes > 0; step.lanes /= 2) {
    step.b = step.a + step.lanes;
    switch (i.type) {
      case scalar_type::f64: real_operation<double>(step, r); break;
      case scalar_type::f32: real_operation<float>(step, r); break;
      default:
        each_integer(step, r, [&](std::int64_t a, std::int64_t b) { return ir::integer_binary(step.kind, i.type, a, b); });
    }
  }
}

}  // namespace hone::core::interp::detail
