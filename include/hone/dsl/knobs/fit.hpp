// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether knobs fit an operator, as far as the types tell: every axis and every packed tensor occurs in it.
#pragma once

#include <cstddef>
#include <type_traits>

#include <boost/hana/tuple.hpp>

#include <hone/diag/knob_errors.hpp>
#include <hone/dsl/expression.hpp>
#include <hone/dsl/knobs/collect.hpp>

namespace hone::dsl {

namespace knob_detail {

/// Whether `Sought` (an axis or a tensor) occurs in an expression. Found by looking through the template arguments,
/// whatever the node: a new kind of node needs a line here only if its parameters are of a new shape.
template <class Node, class Sought>
inline constexpr bool mentions = std::is_same_v<Node, Sought>;
template <template <class...> class Node, class... Parts, class Sought>
inline constexpr bool mentions<Node<Parts...>, Sought> = (mentions<Parts, Sought> || ...);
template <node_kind Kind, class T, class... Operands, class Sought>
inline constexpr bool mentions<apply<Kind, T, Operands...>, Sought> = (mentions<Operands, Sought> || ...);
template <reduction Kind, class Accumulator, class Body, class... Axes, class Sought>
inline constexpr bool mentions<reduce_node<Kind, Accumulator, Body, Axes...>, Sought> =
    mentions<Body, Sought> || (mentions<Axes, Sought> || ...);
template <class Target, bool Accumulates, class Value, class Sought>
inline constexpr bool mentions<statement<Target, Accumulates, Value>, Sought> =
    mentions<Target, Sought> || mentions<Value, Sought>;
template <fixed_string Name, class Statement, class Sought>
inline constexpr bool mentions<operator_definition<Name, Statement>, Sought> = mentions<Statement, Sought>;

template <class Operator, class Axis>
constexpr void check_axis() {
  if constexpr (!std::is_same_v<Axis, no_axis> && !mentions<Operator, Axis>)
    (void)diag::say<diag::about<diag::about<diag::a_knob_is_on_the_axis, Axis::name>::
                                    template but_there_is_no_such_axis_in_the_operator,
                                Operator::name>>{};
}

template <class Operator, class Tensor>
constexpr void check_tensor() {
  if constexpr (!mentions<Operator, Tensor>)
    (void)diag::say<diag::about<diag::about<diag::pack_copies_the_tensor, Tensor::name>::
                                    template but_it_is_not_read_by_the_operator,
                                Operator::name>>{};
}

/// What a member of `knobs(...)` refers to; constraints are checked when the space is made.
template <class Operator, class Member>
struct check_member {
  static constexpr void run() {}
};
template <class Operator, fixed_string Name, class Axis, std::size_t Count>
struct check_member<Operator, tile_knob<Name, Axis, Count>> {
  static constexpr void run() { check_axis<Operator, Axis>(); }
};
template <class Operator, fixed_string Name, class Tensor, std::size_t Count>
struct check_member<Operator, number_knob<knob_kind::pack, Name, Tensor, Count>> {
  static constexpr void run() { check_tensor<Operator, Tensor>(); }
};
template <class Operator, fixed_string Name, class Axis, std::size_t Count>
struct check_member<Operator, number_knob<knob_kind::unroll, Name, Axis, Count>> {
  static constexpr void run() { check_axis<Operator, Axis>(); }
};
template <class Operator, knob_kind Kind, fixed_string Name, std::size_t Alternatives, class... Axes>
struct check_member<Operator, loops_knob<Kind, Name, Alternatives, Axes...>> {
  static constexpr void run() { (check_axis<Operator, Axes>(), ...); }
};

template <class Operator, class... Members>
constexpr void check_members(const hana::tuple<Members...>*) {
  (check_member<Operator, Members>::run(), ...);
}

}  // namespace knob_detail

/// The one compile-time check of a space against its operator: `check_fit<decltype(matmul), decltype(space)>()`.
/// What fails is one error that names the axis or the tensor.
template <class Operator, class Knobs>
constexpr void check_fit() {
  using members = typename std::remove_cv_t<Knobs>::members_type;
  knob_detail::check_members<std::remove_cv_t<Operator>>(static_cast<const members*>(nullptr));
}

}  // namespace hone::dsl
