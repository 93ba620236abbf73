// SPDX-License-Identifier: Apache-2.0
/// \file
/// Numbers that carry a bound on the error that any evaluation allowed by the contract (declared types, reductions
/// reassociated, multiply-adds contracted, elementary functions within their stated bounds) may have: a running error
/// analysis (Higham, Accuracy and Stability of Numerical Algorithms, section 3.3).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include <hone/native/arithmetic.hpp>

namespace hone::core::native {

/// A value and a bound on its absolute error. Floats are held in double. The bound is infinite where nothing can be
/// said, such as after a comparison of two values that are closer than their errors decided over an index.
template <class T>
struct tracked {
  using value_type = std::conditional_t<std::is_floating_point_v<T>, double, T>;
  value_type value{};
  double bound = 0;
};

namespace detail {

inline constexpr double unknown = std::numeric_limits<double>::infinity();

/// Unit roundoff of a type: 2^-24 for f32, 2^-53 for f64, 0 for integers.
template <class T>
inline constexpr double roundoff =
    std::is_floating_point_v<T> ? static_cast<double>(std::numeric_limits<T>::epsilon()) / 2 : 0.0;

/// An elementary function's error in units of the roundoff: 2 ulp at worst (docs/functions.md).
inline constexpr double function_roundoffs = 4;

/// `value` with the rounding of `units` operations in `T` added to `bound`; unknown where `T` may overflow.
template <class T>
tracked<T> rounded(double value, double bound, double units = 1) {
  using limits = std::numeric_limits<T>;
  const double size = std::fabs(value);
  if (!(size + bound <= static_cast<double>(limits::max()))) return {value, value != value || bound == 0 ? 0 : unknown};
  return {value, bound + units * (roundoff<T> * size + static_cast<double>(limits::denorm_min()))};
}

/// Zero whatever the value is when there is no error: 0 * infinity would make every bound NaN.
inline double scaled(double factor, double bound) { return bound == 0 ? 0 : std::fabs(factor) * bound; }

}  // namespace detail

struct tracked_numbers {
  template <class T>
  using number = tracked<T>;

  /// A sum also needs the size of its terms, a product its relative error.
  template <class T>
  struct partial {
    tracked<T> total;
    double magnitude = 0;
    double terms = 0;
  };
  template <reduction, class T>
  using accumulator = partial<T>;

  template <class T>
  static tracked<T> from(T v) { return {static_cast<typename tracked<T>::value_type>(v), 0}; }

  template <class To, class From>
  static tracked<To> convert(const tracked<From>& v) {
    if constexpr (std::is_same_v<To, From>) return v;
    else if constexpr (std::is_floating_point_v<To>) {
      const auto value = static_cast<double>(v.value);
      const bool fits = v.bound == 0 && static_cast<double>(static_cast<To>(value)) == value;
      return fits ? tracked<To>{value, 0} : detail::rounded<To>(value, v.bound);
    } else {
      const To value = native::convert<To>(v.value);
      if (v.bound == 0) return {value, 0};
      if constexpr (std::is_same_v<To, bool>) return {value, detail::unknown};
      else return between<To>(value, v);
    }
  }

  template <node_kind Kind, class T>
  static tracked<T> unary(const tracked<T>& a) {
    using enum node_kind;
    const auto value = native::unary<Kind>(a.value);
    if constexpr (Kind == neg || Kind == abs || Kind == logical_not) return {value, a.bound};
    else if constexpr (Kind == floor || Kind == ceil) {
      const double low = native::unary<Kind>(a.value - a.bound), high = native::unary<Kind>(a.value + a.bound);
      return {value, low == high || a.bound == 0 ? 0 : std::max(high - value, value - low)};
    } else return detail::rounded<T>(value, function_bound<Kind>(a, value),
                                     Kind == sqrt ? 1 : detail::function_roundoffs);
  }

  template <node_kind Kind, class T>
  static tracked<T> binary(const tracked<T>& a, const tracked<T>& b) {
    using enum node_kind;
    const auto value = native::binary<Kind>(a.value, b.value);
    if constexpr (Kind == min || Kind == max) return {value, nearer_bound<Kind>(a, b)};
    else if constexpr (std::is_floating_point_v<T>) return detail::rounded<T>(value, float_bound<Kind>(a, b, value));
    else return {value, a.bound == 0 && b.bound == 0 ? 0 : detail::unknown};
  }

  /// The bound of a condition is 0 or unknown.
  template <node_kind Kind, class T>
  static tracked<bool> compare(const tracked<T>& a, const tracked<T>& b) {
    const bool value = native::compare<Kind>(a.value, b.value);
    const double bound = a.bound + b.bound;
    if (bound == 0) return {value, 0};
    if constexpr (std::is_same_v<T, bool>) return {value, detail::unknown};
    else {
      const double distance = std::fabs(static_cast<double>(a.value) - static_cast<double>(b.value));
      return {value, distance <= bound ? detail::unknown : 0};
    }
  }

  template <class T>
  static tracked<T> select(const tracked<bool>& c, const tracked<T>& a, const tracked<T>& b) {
    const tracked<T>& chosen = c.value ? a : b;
    if (c.bound == 0) return chosen;
    const double apart = std::fabs(static_cast<double>(a.value) - static_cast<double>(b.value));
    return {chosen.value, apart == apart ? apart + std::max(a.bound, b.bound) : detail::unknown};
  }

  template <reduction Kind, class T>
  static partial<T> start() { return {{identity<Kind, typename tracked<T>::value_type>(), 0}, 0, 0}; }

  template <reduction Kind, class T>
  static void combine(partial<T>& into, const tracked<T>& term) {
    if constexpr (Kind == reduction::sum && std::is_floating_point_v<T>) {
      into.total.value += term.value;
      into.total.bound += term.bound;
      into.magnitude += std::fabs(term.value);
      into.terms += 1;
    } else {
      into.total = binary<combiner(Kind), T>(into.total, term);
    }
  }

  /// Rounding errors of a sum have both signs: those of n terms are far below n roundoffs of their magnitude, and
  /// 8 sqrt(n) is exceeded with negligible probability (Higham and Mary 2019, "A new approach to probabilistic
  /// rounding error analysis").
  template <reduction Kind, class T>
  static tracked<T> finish(const partial<T>& a) {
    if constexpr (Kind == reduction::sum && std::is_floating_point_v<T>) {
      const double units = std::min(a.terms, 8 * std::sqrt(a.terms));
      const double rounding = detail::scaled(units * detail::roundoff<T>, a.magnitude);
      return detail::rounded<T>(a.total.value, a.total.bound + rounding);
    } else {
      return a.total;
    }
  }

 private:
  /// The bound of an integer that the value of `v` was converted to: how far the ends of its interval are.
  template <class To, class From>
  static tracked<To> between(To value, const tracked<From>& v) {
    const auto centre = static_cast<double>(v.value);
    const To low = native::convert<To>(centre - v.bound), high = native::convert<To>(centre + v.bound);
    const auto at = static_cast<double>(value);
    return {value, std::max(static_cast<double>(high) - at, at - static_cast<double>(low))};
  }

  template <node_kind Kind, class T>
  static double nearer_bound(const tracked<T>& a, const tracked<T>& b) {
    const auto x = static_cast<double>(a.value), y = static_cast<double>(b.value);
    if (a.bound == 0 && b.bound == 0) return 0;
    if (std::fabs(x - y) <= a.bound + b.bound || x != x || y != y) return std::max(a.bound, b.bound);
    return (x < y) == (Kind == node_kind::min) ? a.bound : b.bound;
  }

  template <node_kind Kind, class T>
  static double float_bound(const tracked<T>& a, const tracked<T>& b, double value) {
    using detail::scaled;
    if constexpr (Kind == node_kind::add || Kind == node_kind::sub) return a.bound + b.bound;
    else if constexpr (Kind == node_kind::mul)
      return scaled(b.value, a.bound) + scaled(a.value, b.bound) + scaled(a.bound, b.bound);
    else if constexpr (Kind == node_kind::div) {
      if (a.bound == 0 && b.bound == 0) return 0;
      const double nearest = std::fabs(b.value) - b.bound;
      return nearest > 0 ? (a.bound + scaled(value, b.bound)) / nearest : detail::unknown;
    } else {
      return a.bound == 0 && b.bound == 0 ? 0 : detail::unknown;
    }
  }

  /// How far the value of a function moves when its argument moves by the argument's bound.
  template <node_kind Kind, class T>
  static double function_bound(const tracked<T>& a, double value) {
    using enum node_kind;
    if (a.bound == 0) return 0;
    const double lowest = a.value - a.bound;
    if constexpr (Kind == exp) return value * std::expm1(a.bound);
    else if constexpr (Kind == log) return lowest > 0 ? std::log(a.value / lowest) : detail::unknown;
    else if constexpr (Kind == sqrt) return lowest >= 0 ? value - std::sqrt(lowest) : detail::unknown;
    else if constexpr (Kind == erf) return 1.13 * a.bound;  // 2 / sqrt(pi), the steepest slope
    else return a.bound;                                    // tanh, sin, cos are nowhere steeper than 1
  }
};

}  // namespace hone::core::native
