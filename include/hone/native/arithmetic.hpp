// SPDX-License-Identifier: Apache-2.0
/// \file
/// What each node kind does to plain values. These functions are the meaning of the operators (docs/numerics.md);
/// everything else is compared with them.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <hone/dsl/node_kind.hpp>

namespace hone::core::native {

namespace detail {

/// The unsigned type in which arithmetic wraps without undefined behaviour: never one that promotes to int.
template <std::integral T>
using wrapping = std::conditional_t<(sizeof(T) > 4), std::uint64_t, std::uint32_t>;

template <std::integral T>
constexpr wrapping<T> to_wrapping(T a) { return static_cast<wrapping<T>>(a); }

/// Quotient rounded to minus infinity; x / 0 = 0. The most negative number over -1 wraps to itself.
template <std::integral T>
constexpr T floor_div(T a, T b) {
  if (b == 0) return 0;
  if constexpr (std::is_signed_v<T>)
    if (b == -1) return static_cast<T>(wrapping<T>{0} - to_wrapping(a));
  const T q = static_cast<T>(a / b);
  return static_cast<T>(q - static_cast<T>(a % b != 0 && (a < 0) != (b < 0)));
}

/// Remainder with the divisor's sign: a - b * floor_div(a, b); x mod 0 = x.
template <std::integral T>
constexpr T floor_mod(T a, T b) {
  if (b == 0) return a;
  if constexpr (std::is_signed_v<T>)
    if (b == -1) return 0;
  const T r = static_cast<T>(a % b);
  return r != 0 && (r < 0) != (b < 0) ? static_cast<T>(r + b) : r;
}

/// The smaller one, or NaN when either is NaN. Written so that it becomes compares and blends.
template <class T>
constexpr T minimum(T a, T b) { return a < b || a != a ? a : b; }

template <class T>
constexpr T maximum(T a, T b) { return a > b || a != a ? a : b; }

}  // namespace detail

/// `a op b` for arithmetic, min and max. Integers wrap; division and modulo round to minus infinity.
template <node_kind Kind, class T>
constexpr T binary(T a, T b) {
  using enum node_kind;
  if constexpr (Kind == min) return detail::minimum(a, b);
  else if constexpr (Kind == max) return detail::maximum(a, b);
  else if constexpr (std::floating_point<T>) {
    if constexpr (Kind == add) return a + b;
    else if constexpr (Kind == sub) return a - b;
    else if constexpr (Kind == mul) return a * b;
    else if constexpr (Kind == div) return a / b;
    else return a - b * std::floor(a / b);
  } else {
    using detail::to_wrapping;
    if constexpr (Kind == add) return static_cast<T>(to_wrapping(a) + to_wrapping(b));
    else if constexpr (Kind == sub) return static_cast<T>(to_wrapping(a) - to_wrapping(b));
    else if constexpr (Kind == mul) return static_cast<T>(to_wrapping(a) * to_wrapping(b));
    else if constexpr (Kind == div) return detail::floor_div(a, b);
    else return detail::floor_mod(a, b);
  }
}

/// Comparisons (false when an operand is NaN, but for `ne`) and logic.
template <node_kind Kind, class T>
constexpr bool compare(T a, T b) {
  using enum node_kind;
  if constexpr (Kind == lt) return a < b;
  else if constexpr (Kind == le) return a <= b;
  else if constexpr (Kind == gt) return a > b;
  else if constexpr (Kind == ge) return a >= b;
  else if constexpr (Kind == eq) return a == b;
  else if constexpr (Kind == ne) return a != b;
  else if constexpr (Kind == logical_and) return a && b;
  else return a || b;
}

/// Negation, absolute value, elementary functions.
template <node_kind Kind, class T>
T unary(T a) {
  using enum node_kind;
  if constexpr (Kind == neg) {
    if constexpr (std::integral<T>) return binary<sub>(T{0}, a);
    else return -a;
  } else if constexpr (Kind == abs) {
    if constexpr (std::integral<T>) return a < 0 ? binary<sub>(T{0}, a) : a;
    else return std::fabs(a);
  } else if constexpr (Kind == logical_not) return !a;
  else if constexpr (Kind == exp) return std::exp(a);
  else if constexpr (Kind == log) return std::log(a);
  else if constexpr (Kind == sqrt) return std::sqrt(a);
  else if constexpr (Kind == tanh) return std::tanh(a);
  else if constexpr (Kind == sin) return std::sin(a);
  else if constexpr (Kind == cos) return std::cos(a);
  else if constexpr (Kind == erf) return std::erf(a);
  else if constexpr (Kind == floor) return std::floor(a);
  else return std::ceil(a);
}

/// Conversion: to integers it saturates, and NaN gives 0; to bool it is `!= 0`.
template <class To, class From>
constexpr To convert(From v) {
  using limits = std::numeric_limits<To>;
  if constexpr (std::same_as<To, From>) return v;
  else if constexpr (std::same_as<To, bool>) return v != From{0};
  else if constexpr (std::same_as<From, bool> || std::floating_point<To>) return static_cast<To>(v);
  else if constexpr (std::floating_point<From>) {
    // The largest number of a wide integer type rounds up to the next power of two, which is already too large.
    if (v != v) return 0;
    if (v <= static_cast<From>(limits::min())) return limits::min();
    if (v >= static_cast<From>(limits::max())) return limits::max();
    return static_cast<To>(v);
  } else {
    const auto wide = static_cast<std::int64_t>(v);
    if (wide < static_cast<std::int64_t>(limits::min())) return limits::min();
    if (wide > static_cast<std::int64_t>(limits::max())) return limits::max();
    return static_cast<To>(wide);
  }
}

/// The value of a reduction over nothing. Of min and max it is the one that every term replaces.
template <reduction Kind, class T>
constexpr T identity() {
  using limits = std::numeric_limits<T>;
  if constexpr (Kind == reduction::sum) return T{0};
  else if constexpr (Kind == reduction::product) return T{1};
  else if constexpr (std::floating_point<T>) return Kind == reduction::min ? limits::infinity() : -limits::infinity();
  else return Kind == reduction::min ? limits::max() : limits::lowest();
}

}  // namespace hone::core::native
