// SPDX-License-Identifier: Apache-2.0
/// \file
/// What may stand as an operand, turned into a node: numbers become literals, a scalar tensor a read.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#include <hone/diag/error.hpp>
#include <hone/diag/say.hpp>
#include <hone/dsl/types.hpp>

namespace hone::dsl {

namespace detail {

template <scalar_type T>
struct type_word {
  static constexpr std::string_view view() { return name_of(T); }
};

/// How a node is called in a sentence.
template <node_kind Kind>
struct spelled {
  static constexpr std::string_view view() { return info(Kind).spelling; }
};

template <class T, class V>
constexpr bool fits(V v) {
  if constexpr (std::is_floating_point_v<T>)
    return true;
  else
    return v >= static_cast<V>(std::numeric_limits<T>::min()) && v <= static_cast<V>(std::numeric_limits<T>::max());
}

}  // namespace detail

/// The number as a literal of type `T`. A fraction for an integer is refused by the compiler; a number that does not
/// fit throws `error{bad_argument}`, which in a constant expression the compiler refuses too.
template <scalar_type T, Number V>
constexpr auto make_literal(V v) {
  using element = element_t<T>;
  if constexpr (std::is_floating_point_v<V> && !std::is_floating_point_v<element>) {
    diag::refuse<diag::misuse::fractional_literal, detail::type_word<T>>();
    return literal<element>(element{});
  } else {
    // compared in a type that holds both, so that -1 is no large unsigned number
    using wide = std::conditional_t<std::is_integral_v<V>, std::int64_t, V>;
    if (!detail::fits<element>(static_cast<wide>(v)))
      throw error(error_code::bad_argument, "a literal does not fit the type " + std::string(name_of(T)) +
                                                " of the expression that it stands in");
    return literal<element>(static_cast<element>(v));
  }
}

template <class E>
concept TensorNode = requires {
  typename E::element_type;
  E::rank;
};

/// A node as it is stored in an expression.
template <Node E>
constexpr auto lift(const E& e) {
  if constexpr (!TensorNode<E>) {
    return e;
  } else {
    if constexpr (E::rank != 0) diag::refuse<diag::misuse::no_indices, diag::word<E::name>>();
    return read<E>();
  }
}

template <class E>
using lifted = decltype(lift(std::declval<const E&>()));

/// An operand of an operation of kind `Kind` whose other operand is `Other`.
template <node_kind Kind, class Other, Operand E>
constexpr auto lift_beside(const E& e) {
  if constexpr (Node<E>)
    return lift(e);
  else if constexpr (Node<Other>)
    return make_literal<literal_type(Kind, type_of<lifted<Other>>)>(e);
  else
    return make_literal<literal_type_alone<E>>(e);
}

/// An operand that stands alone, as the body of a reduction.
template <Operand E>
constexpr auto lift_alone(const E& e) {
  return lift_beside<node_kind::select, E>(e);
}

/// An index of a tensor.
template <Operand E>
constexpr auto lift_index(const E& e) {
  if constexpr (Node<E>)
    return lift(e);
  else
    return make_literal<scalar_type::i64>(e);
}

}  // namespace hone::dsl
