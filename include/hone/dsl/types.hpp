// SPDX-License-Identifier: Apache-2.0
/// \file
/// The type of each expression: the C++ side of docs/numerics.md.
#pragma once

#include <cstdint>
#include <type_traits>

#include <hone/dsl/expression.hpp>
#include <hone/meta/scalar_type.hpp>

namespace hone::dsl {

namespace detail {
template <scalar_type T>
struct element;
template <>
struct element<scalar_type::f64> {
  using type = double;
};
template <>
struct element<scalar_type::f32> {
  using type = float;
};
template <>
struct element<scalar_type::i32> {
  using type = std::int32_t;
};
template <>
struct element<scalar_type::i8> {
  using type = std::int8_t;
};
template <>
struct element<scalar_type::u8> {
  using type = std::uint8_t;
};
template <>
struct element<scalar_type::i64> {
  using type = std::int64_t;
};
template <>
struct element<scalar_type::boolean> {
  using type = bool;
};
}  // namespace detail

/// The C++ type of a scalar type.
template <scalar_type T>
using element_t = typename detail::element<T>::type;

/// A number in the source: not a node.
template <class T>
concept Number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

/// Anything that is part of an expression: axes, sizes, attributes, tensors, and what operators make of them.
template <class T>
concept Node = std::is_base_of_v<node_base, T>;

template <class T>
concept Operand = Node<T> || Number<T>;

/// At least one side is ours, so that the operators leave all other types alone.
template <class L, class R>
concept Operands = (Node<L> && Operand<R>) || (Number<L> && Node<R>);

template <class E>
inline constexpr scalar_type type_of = scalar_type_of<typename E::value_type>;

/// Arithmetic and reductions by sum and product widen i8, u8 and bool to i32; where the types differ, see
/// `arithmetic_type`. These keep two equal types: they cannot overflow.
constexpr bool keeps_type(node_kind k) {
  return k == node_kind::min || k == node_kind::max || k == node_kind::select || k == node_kind::abs;
}

/// The type in which an operation computes; a comparison's result is bool all the same.
constexpr scalar_type operation_type(node_kind k, scalar_type a, scalar_type b) {
  return a == b && (keeps_type(k) || is_comparison(k) || is_logical(k)) ? a : arithmetic_type(a, b);
}

constexpr scalar_type result_type(node_kind k, scalar_type a, scalar_type b) {
  return is_comparison(k) || is_logical(k) ? scalar_type::boolean : operation_type(k, a, b);
}

/// The type of a literal whose other operand has type `other`: that type, or the wider one in which the operation
/// computes, so that `A(i) < 300` is what it says for i8.
constexpr scalar_type literal_type(node_kind k, scalar_type other) {
  return keeps_type(k) && other != scalar_type::boolean ? other : arithmetic_type(other, other);
}

/// The type of a literal that stands alone, as both values of a `select`: int is i32.
template <Number T>
inline constexpr scalar_type literal_type_alone = std::is_same_v<T, float>      ? scalar_type::f32
                                                  : std::is_floating_point_v<T> ? scalar_type::f64
                                                                                : scalar_type::i32;

/// A value of type `from` may be stored to type `to` with no `cast`.
constexpr bool widens(scalar_type from, scalar_type to) {
  return from == to || from == scalar_type::boolean || (bytes_of(to) >= 4 && arithmetic_type(from, to) == to);
}

}  // namespace hone::dsl
