// SPDX-License-Identifier: Apache-2.0
/// \file
/// The element types of tensors, and the two types that only occur inside expressions (i64, boolean).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hone {

/// Element type of a tensor or of an expression. `i64` is the type of index arithmetic, `boolean` of conditions;
/// neither is an element type of a tensor.
enum class scalar_type : std::uint8_t { f64, f32, i32, i8, u8, i64, boolean };

inline constexpr int scalar_type_count = 7;
constexpr scalar_type last_of(scalar_type) { return scalar_type::boolean; }

struct scalar_type_info {
  std::string_view name;
  std::size_t bytes;
  bool is_float;
  bool is_signed;
};

inline constexpr std::array<scalar_type_info, scalar_type_count> scalar_types{{
    {"f64", 8, true, true},
    {"f32", 4, true, true},
    {"i32", 4, false, true},
    {"i8", 1, false, true},
    {"u8", 1, false, false},
    {"i64", 8, false, true},
    {"bool", 1, false, false},
}};

constexpr const scalar_type_info& info(scalar_type type) { return scalar_types[static_cast<std::size_t>(type)]; }
constexpr std::string_view name_of(scalar_type type) { return info(type).name; }
constexpr std::size_t bytes_of(scalar_type type) { return info(type).bytes; }
constexpr bool is_float(scalar_type type) { return info(type).is_float; }

namespace detail {
template <class T>
struct scalar_type_of_impl;
template <> struct scalar_type_of_impl<double> { static constexpr auto value = scalar_type::f64; };
template <> struct scalar_type_of_impl<float> { static constexpr auto value = scalar_type::f32; };
template <> struct scalar_type_of_impl<std::int32_t> { static constexpr auto value = scalar_type::i32; };
template <> struct scalar_type_of_impl<std::int8_t> { static constexpr auto value = scalar_type::i8; };
template <> struct scalar_type_of_impl<std::uint8_t> { static constexpr auto value = scalar_type::u8; };
template <> struct scalar_type_of_impl<std::int64_t> { static constexpr auto value = scalar_type::i64; };
template <> struct scalar_type_of_impl<bool> { static constexpr auto value = scalar_type::boolean; };
}  // namespace detail

/// The scalar type of a C++ type: `scalar_type_of<float> == scalar_type::f32`.
template <class T>
inline constexpr scalar_type scalar_type_of = detail::scalar_type_of_impl<T>::value;

/// A C++ type that a tensor can hold.
template <class T>
concept TensorElement = requires { detail::scalar_type_of_impl<T>::value; } &&
                        scalar_type_of<T> != scalar_type::i64 && scalar_type_of<T> != scalar_type::boolean;

/// The result type of arithmetic on two types: i8, u8 and bool widen to i32; otherwise the later of
/// i32 < i64 < f32 < f64 wins. Documented in docs/numerics.md.
constexpr scalar_type arithmetic_type(scalar_type a, scalar_type b) {
  constexpr auto rank = [](scalar_type t) {
    switch (t) {
      case scalar_type::f64: return 3;
      case scalar_type::f32: return 2;
      case scalar_type::i64: return 1;
      default: return 0;
    }
  };
  constexpr std::array<scalar_type, 4> by_rank{scalar_type::i32, scalar_type::i64, scalar_type::f32, scalar_type::f64};
  return by_rank[static_cast<std::size_t>(rank(a) > rank(b) ? rank(a) : rank(b))];
}

/// The accumulator that a reduction over values of `type` uses unless the operator names another.
constexpr scalar_type default_accumulator(scalar_type type) {
  return is_float(type) || type == scalar_type::i64 ? type : scalar_type::i32;
}

}  // namespace hone
