// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functions of expressions: `min`, `max`, `clamp`, `abs`, `select`, `cast`, and the elementary ones.
#pragma once

#include <hone/diag/say.hpp>
#include <hone/dsl/lift.hpp>
#include <hone/dsl/operators.hpp>
#include <hone/dsl/types.hpp>

namespace hone::dsl {

/// The smaller of two values; NaN if either is NaN. The type is kept if both have the same.
template <class L, class R>
requires Operands<L, R>
constexpr auto min(const L& l, const R& r) { return binary<node_kind::min>(l, r); }

/// The larger of two values; NaN if either is NaN.
template <class L, class R>
requires Operands<L, R>
constexpr auto max(const L& l, const R& r) { return binary<node_kind::max>(l, r); }

/// x moved into [low, high]: `min(max(x, low), high)`. NaN stays NaN; where low is above high, the result is high.
template <Node E, Operand Low, Operand High>
constexpr auto clamp(const E& e, const Low& low, const High& high) {
  return min(max(e, low), high);
}

/// The absolute value, in the operand's type.
template <Node E>
constexpr auto abs(const E& e) {
  using type = element_t<operation_type(node_kind::abs, type_of<lifted<E>>, type_of<lifted<E>>)>;
  return apply<node_kind::abs, type, lifted<E>>(lift(e));
}

namespace detail {

template <node_kind Kind, class E>
constexpr auto elementary(const E& e) {
  constexpr auto type = type_of<lifted<E>>;
  if constexpr (!is_float(type)) diag::refuse<diag::misuse::integer_elementary, spelled<Kind>, type_word<type>>();
  return apply<Kind, typename lifted<E>::value_type, lifted<E>>(lift(e));
}

template <class C, class A, class B>
constexpr auto choose(const C& c, const A& a, const B& b) {
  if constexpr (type_of<C> != scalar_type::boolean)
    diag::refuse<diag::misuse::not_a_condition, type_word<type_of<C>>>();
  using type = element_t<operation_type(node_kind::select, type_of<A>, type_of<B>)>;
  return apply<node_kind::select, type, C, A, B>(c, a, b);
}

}  // namespace detail

#define HONE_ELEMENTARY(name)                      \
  template <Node E>                                \
  constexpr auto name(const E& e) {                \
    return detail::elementary<node_kind::name>(e); \
  }
HONE_ELEMENTARY(exp)
HONE_ELEMENTARY(log)
HONE_ELEMENTARY(sqrt)
HONE_ELEMENTARY(tanh)
HONE_ELEMENTARY(sin)
HONE_ELEMENTARY(cos)
HONE_ELEMENTARY(erf)
HONE_ELEMENTARY(floor)
HONE_ELEMENTARY(ceil)
#undef HONE_ELEMENTARY

/// `a` where the condition holds, else `b`. Only one of them matters, but both may be read.
template <Node C, Operand A, Operand B>
constexpr auto select(const C& c, const A& a, const B& b) {
  return detail::choose(lift(c), lift_beside<node_kind::select, B>(a), lift_beside<node_kind::select, A>(b));
}

/// The value in another type: saturating where that is an integer type, NaN gives 0.
template <class T, Node E>
constexpr auto cast(const E& e) {
  if constexpr (TensorElement<T> || std::is_same_v<T, std::int64_t>) {
    return cast_node<T, lifted<E>>(lift(e));
  } else {
    diag::refuse<diag::misuse::cast_type, diag::word<"", T>>();
    return lift(e);
  }
}

}  // namespace hone::dsl
