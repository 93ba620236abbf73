// SPDX-License-Identifier: Apache-2.0
/// \file
/// How the evaluation of an operator represents a value of a declared type. `exact` is the declared type itself,
/// `wide` computes f32 in double; `tracked.hpp` has one that carries an error bound.
#pragma once

#include <type_traits>

#include <hone/native/arithmetic.hpp>

namespace hone::core::native {

/// Numbers are plain values. A policy has: the number of a type, literals and elements into numbers, operations, and
/// the accumulator of a reduction with `start`, `combine` and `finish`.
template <bool Wide>
struct plain_numbers {
  template <class T>
  using number = std::conditional_t<Wide && std::is_same_v<T, float>, double, T>;
  template <reduction, class T>
  using accumulator = number<T>;

  template <class T>
  static constexpr number<T> from(T v) { return static_cast<number<T>>(v); }
  template <class T>
  static constexpr T store(number<T> v) { return native::convert<T>(v); }
  template <class To, class From>
  static constexpr number<To> convert(number<From> v) { return native::convert<number<To>>(v); }

  template <node_kind Kind, class T>
  static number<T> unary(number<T> a) { return native::unary<Kind>(a); }
  template <node_kind Kind, class T>
  static constexpr number<T> binary(number<T> a, number<T> b) { return native::binary<Kind>(a, b); }
  template <node_kind Kind, class T>
  static constexpr bool compare(number<T> a, number<T> b) { return native::compare<Kind>(a, b); }
  template <class T>
  static constexpr number<T> select(bool c, number<T> a, number<T> b) { return c ? a : b; }

  template <reduction Kind, class T>
  static constexpr number<T> start() { return identity<Kind, number<T>>(); }
  template <reduction Kind, class T>
  static constexpr void combine(number<T>& into, number<T> term) {
    into = native::binary<combiner(Kind)>(into, term);
  }
  template <reduction Kind, class T>
  static constexpr number<T> finish(number<T> a) { return a; }
};

using exact_numbers = plain_numbers<false>;
using wide_numbers = plain_numbers<true>;

}  // namespace hone::core::native
