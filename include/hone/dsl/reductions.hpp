// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reductions: `sum(k, l)(body)`, `product`, `min_over`, `max_over`. `sum<double>(k)(...)` names the accumulator.
#pragma once

#include <type_traits>

#include <hone/diag/say.hpp>
#include <hone/dsl/axis.hpp>
#include <hone/dsl/lift.hpp>
#include <hone/dsl/types.hpp>

namespace hone::dsl {

/// The accumulator follows from the terms: f32 and f64 as they are, integers in i32; min and max keep the type.
struct default_accumulator_tag {};

namespace detail {

template <reduction Kind, class Accumulator>
constexpr scalar_type accumulator_of(scalar_type term) {
  if constexpr (!std::is_same_v<Accumulator, default_accumulator_tag>)
    return scalar_type_of<Accumulator>;
  else if (Kind == reduction::min || Kind == reduction::max)
    return operation_type(node_kind::min, term, term);
  else
    return default_accumulator(term);
}

template <class E>
inline constexpr bool is_axis = false;
template <fixed_string Name>
inline constexpr bool is_axis<axis<Name>> = true;

template <class E>
constexpr void refuse_other_than_axis() {
  if constexpr (is_axis<E>)
    return;
  else if constexpr (requires { E::name; })
    diag::refuse<diag::misuse::reduced_non_axis, diag::word<E::name>>();
  else
    diag::refuse<diag::misuse::reduced_non_axis, diag::word<"an_expression", E>>();
}

}  // namespace detail

/// A reduction that still lacks its body.
template <reduction Kind, class Accumulator, class... Axes>
struct reduction_over {
  template <Operand Body>
  constexpr auto operator()(const Body& body) const {
    using term = decltype(lift_alone(body));
    constexpr auto type = type_of<term>;
    constexpr auto wide = detail::accumulator_of<Kind, Accumulator>(type);
    if constexpr (!widens(type, wide))
      diag::refuse<diag::misuse::accumulator, detail::type_word<wide>, detail::type_word<type>>();
    return reduce_node<Kind, element_t<wide>, term, Axes...>(lift_alone(body));
  }
};

namespace detail {

template <reduction Kind, class Accumulator, class... Axes>
constexpr auto reduce_over() {
  static_assert(sizeof...(Axes) > 0, "a reduction names the axes that it runs over: sum(k)(...)");
  constexpr bool all_axes = (is_axis<Axes> && ...);
  if constexpr (!all_axes) {
    (refuse_other_than_axis<Axes>(), ...);
    return reduction_over<Kind, Accumulator>{};
  } else {
    return reduction_over<Kind, Accumulator, Axes...>{};
  }
}

}  // namespace detail

#define HONE_REDUCTION(name, kind)                                       \
  template <class Accumulator = default_accumulator_tag, Node... Axes>   \
  constexpr auto name(const Axes&...) {                                  \
    return detail::reduce_over<reduction::kind, Accumulator, Axes...>(); \
  }
HONE_REDUCTION(sum, sum)
HONE_REDUCTION(product, product)
HONE_REDUCTION(min_over, min)
HONE_REDUCTION(max_over, max)
#undef HONE_REDUCTION

}  // namespace hone::dsl
