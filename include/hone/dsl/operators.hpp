// SPDX-License-Identifier: Apache-2.0
/// \file
/// Arithmetic, comparison and logic on expressions. Found by argument-dependent lookup; at least one side is a node.
#pragma once

#include <hone/diag/say.hpp>
#include <hone/dsl/lift.hpp>
#include <hone/dsl/types.hpp>

namespace hone::dsl {

namespace detail {

/// A divisor of index expressions: constant once the attributes are known, so that ranges stay exact.
template <class E>
struct is_divisor : std::false_type {};
template <class T>
struct is_divisor<literal<T>> : std::true_type {};
template <fixed_string Name>
struct is_divisor<attribute<Name>> : std::true_type {};

template <node_kind Kind, class L, class R>
struct spelled_division {
  static constexpr std::string_view view() {
    if constexpr (requires { L::name; })
      return L::name.view();
    else
      return "an_index";
  }
};

template <node_kind Kind, class L, class R>
constexpr void check_binary() {
  constexpr auto a = type_of<L>, b = type_of<R>;
  constexpr auto type = operation_type(Kind, a, b);
  if constexpr ((Kind == node_kind::div || Kind == node_kind::mod) && type == scalar_type::i64) {
    if constexpr (!is_divisor<R>::value) diag::refuse<diag::misuse::index_division, spelled_division<Kind, L, R>>();
  } else if constexpr (Kind == node_kind::mod && is_float(type)) {
    diag::refuse<diag::misuse::float_remainder, type_word<type>>();
  } else if constexpr (is_comparison(Kind) && (a == scalar_type::boolean || b == scalar_type::boolean)) {
    diag::refuse<diag::misuse::comparison_chain, spelled<Kind>>();
  } else if constexpr (is_logical(Kind) && (a != scalar_type::boolean || b != scalar_type::boolean)) {
    diag::refuse<diag::misuse::not_a_condition, type_word<a == scalar_type::boolean ? b : a>>();
  }
}

template <node_kind Kind, class L, class R>
constexpr auto combine(const L& l, const R& r) {
  check_binary<Kind, L, R>();
  using type = element_t<result_type(Kind, type_of<L>, type_of<R>)>;
  return apply<Kind, type, L, R>(l, r);
}

}  // namespace detail

/// The node of kind `Kind` with two operands, one of which may be a number.
template <node_kind Kind, class L, class R>
constexpr auto binary(const L& l, const R& r) {
  return detail::combine<Kind>(lift_beside<Kind, R>(l), lift_beside<Kind, L>(r));
}

#define HONE_BINARY(op, kind) \
  template <class L, class R> \
  requires Operands<L, R>     \
  constexpr auto operator op(const L& l, const R& r) { return binary<node_kind::kind>(l, r); }
HONE_BINARY(+, add)
HONE_BINARY(-, sub)
HONE_BINARY(*, mul)
HONE_BINARY(/, div)
HONE_BINARY(%, mod)
HONE_BINARY(<, lt)
HONE_BINARY(<=, le)
HONE_BINARY(>, gt)
HONE_BINARY(>=, ge)
HONE_BINARY(==, eq)
HONE_BINARY(!=, ne)
HONE_BINARY(&&, logical_and)
HONE_BINARY(||, logical_or)
#undef HONE_BINARY

template <Node E>
constexpr auto operator-(const E& e) {
  using type = element_t<arithmetic_type(type_of<lifted<E>>, type_of<lifted<E>>)>;
  return apply<node_kind::neg, type, lifted<E>>(lift(e));
}

template <Node E>
constexpr auto operator+(const E& e) {
  return lift(e);
}

template <Node E>
constexpr auto operator!(const E& e) {
  if constexpr (type_of<lifted<E>> != scalar_type::boolean)
    diag::refuse<diag::misuse::not_a_condition, detail::type_word<type_of<lifted<E>>>>();
  return apply<node_kind::logical_not, bool, lifted<E>>(lift(e));
}

}  // namespace hone::dsl
