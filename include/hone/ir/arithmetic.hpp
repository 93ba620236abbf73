// SPDX-License-Identifier: Apache-2.0
/// \file
/// Arithmetic on scalars exactly as `ir/program.hpp` defines it. Constant folding and the interpreter share it.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include <hone/ir/program.hpp>

namespace hone::core::ir {

/// Keeps the low bits that a type has, with the sign that it has.
constexpr std::int64_t wrap(scalar_type type, std::int64_t x) {
  switch (type) {
    case scalar_type::i32: return static_cast<std::int32_t>(x);
    case scalar_type::i8: return static_cast<std::int8_t>(x);
    case scalar_type::u8: return static_cast<std::uint8_t>(x);
    case scalar_type::boolean: return x != 0;
    default: return x;
  }
}

constexpr std::int64_t wrapping_add(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
constexpr std::int64_t wrapping_sub(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}
constexpr std::int64_t wrapping_mul(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

/// Quotient rounded to minus infinity; x / 0 = 0; the most negative number over -1 wraps to itself.
constexpr std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  if (b == 0) return 0;
  if (b == -1) return wrapping_sub(0, a);
  const std::int64_t q = a / b;
  return q - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

/// Remainder with the sign of the divisor; x mod 0 = x.
constexpr std::int64_t floor_mod(std::int64_t a, std::int64_t b) {
  if (b == 0) return a;
  if (b == -1) return 0;
  const std::int64_t r = a % b;
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

constexpr int width_of(scalar_type type) { return 8 * static_cast<int>(bytes_of(type)); }

/// The count is taken modulo the width of the type.
constexpr std::int64_t shifted_left(scalar_type type, std::int64_t a, std::int64_t count) {
  const auto n = static_cast<std::uint64_t>(count) % static_cast<std::uint64_t>(width_of(type));
  return wrap(type, static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << n));
}
/// Copies of the sign come in (zeros for u8).
constexpr std::int64_t shifted_right(scalar_type type, std::int64_t a, std::int64_t count) {
  const auto n = static_cast<std::uint64_t>(count) % static_cast<std::uint64_t>(width_of(type));
  return a >> n;
}

/// Smallest and largest value of an integer type.
constexpr std::int64_t lowest(scalar_type type) {
  switch (type) {
    case scalar_type::i32: return std::numeric_limits<std::int32_t>::min();
    case scalar_type::i8: return -128;
    case scalar_type::u8:
    case scalar_type::boolean: return 0;
    default: return std::numeric_limits<std::int64_t>::min();
  }
}
constexpr std::int64_t highest(scalar_type type) {
  switch (type) {
    case scalar_type::i32: return std::numeric_limits<std::int32_t>::max();
    case scalar_type::i8: return 127;
    case scalar_type::u8: return 255;
    case scalar_type::boolean: return 1;
    default: return std::numeric_limits<std::int64_t>::max();
  }
}

/// Integer to integer: saturates; to bool it is != 0.
constexpr std::int64_t saturated(scalar_type to, std::int64_t x) {
  if (to == scalar_type::boolean) return x != 0;
  return x < lowest(to) ? lowest(to) : x > highest(to) ? highest(to) : x;
}

/// Floating point to integer: rounds to zero and saturates; NaN gives 0; to bool it is != 0 (true for NaN).
inline std::int64_t saturated(scalar_type to, double x) {
  if (to == scalar_type::boolean) return x != 0;
  if (std::isnan(x)) return 0;
  if (x >= 0x1p63) return highest(to);
  if (x < -0x1p63) return lowest(to);
  return saturated(to, static_cast<std::int64_t>(x));
}

/// NaN when either is NaN.
inline double nan_min(double a, double b) { return std::isnan(a) ? a : std::isnan(b) ? b : b < a ? b : a; }
inline double nan_max(double a, double b) { return std::isnan(a) ? a : std::isnan(b) ? b : a < b ? b : a; }

/// Rounds to the precision of a floating-point type.
inline double rounded(scalar_type type, double x) {
  return type == scalar_type::f32 ? static_cast<double>(static_cast<float>(x)) : x;
}

constexpr bool is_comparison(expr_kind kind) { return kind >= expr_kind::lt && kind <= expr_kind::ne; }
constexpr bool is_logical(expr_kind kind) { return kind >= expr_kind::logical_and && kind <= expr_kind::logical_not; }
constexpr bool is_elementary(expr_kind kind) { return kind >= expr_kind::exp && kind <= expr_kind::ceil; }
constexpr bool is_bitwise(expr_kind kind) { return kind >= expr_kind::bit_and && kind <= expr_kind::shift_right; }

/// A binary operation on integers of a type; comparisons and logic give 0 or 1.
constexpr std::int64_t integer_binary(expr_kind kind, scalar_type type, std::int64_t a, std::int64_t b) {
  switch (kind) {
    case expr_kind::add: return wrap(type, wrapping_add(a, b));
    case expr_kind::sub: return wrap(type, wrapping_sub(a, b));
    case expr_kind::mul: return wrap(type, wrapping_mul(a, b));
    case expr_kind::div: return wrap(type, floor_div(a, b));
    case expr_kind::mod: return wrap(type, floor_mod(a, b));
    case expr_kind::min: return b < a ? b : a;
    case expr_kind::max: return a < b ? b : a;
    case expr_kind::lt: return a < b;
    case expr_kind::le: return a <= b;
    case expr_kind::gt: return a > b;
    case expr_kind::ge: return a >= b;
    case expr_kind::eq: return a == b;
    case expr_kind::ne: return a != b;
    case expr_kind::logical_and:
    case expr_kind::bit_and: return a & b;
    case expr_kind::logical_or:
    case expr_kind::bit_or: return a | b;
    case expr_kind::bit_xor: return a ^ b;
    case expr_kind::shift_left: return shifted_left(type, a, b);
    case expr_kind::shift_right: return shifted_right(type, a, b);
    default: return 0;
  }
}

}  // namespace hone::core::ir
