// SPDX-License-Identifier: Apache-2.0
/// \file
/// `C(i, j) = value` and `C(i, j) += value` as statements: nothing is computed here.
#pragma once

#include <hone/diag/say.hpp>
#include <hone/dsl/expression.hpp>
#include <hone/dsl/lift.hpp>
#include <hone/dsl/tensor.hpp>

namespace hone::dsl {

namespace detail {

/// The value as it is assigned: a number takes the tensor's type, a narrower value widens, a wider one needs a `cast`.
template <class Tensor, class Value>
constexpr auto assigned(const Value& value) {
  constexpr auto type = scalar_type_of<typename Tensor::element_type>;
  if constexpr (Number<Value>) {
    return make_literal<type>(value);
  } else {
    using node = lifted<Value>;
    if constexpr (!widens(type_of<node>, type))
      diag::refuse<diag::misuse::narrowing, diag::word<Tensor::name>, type_word<type_of<node>>>();
    return lift(value);
  }
}

template <bool Accumulates, class Target, class Value>
constexpr auto assign(const Target& target, const Value& value) {
  static_assert(Operand<Value>, "an expression or a number can be assigned to an element of a tensor");
  using node = decltype(assigned<typename Target::tensor_type>(value));
  return statement<Target, Accumulates, node>(target, assigned<typename Target::tensor_type>(value));
}

}  // namespace detail

template <class Tensor, class... Indices>
template <class Value>
constexpr auto read<Tensor, Indices...>::operator=(const Value& value) const {
  return detail::assign<false>(*this, value);
}

template <class Tensor, class... Indices>
template <class Value>
constexpr auto read<Tensor, Indices...>::operator+=(const Value& value) const {
  return detail::assign<true>(*this, value);
}

template <class Tensor, class... Indices>
constexpr auto read<Tensor, Indices...>::operator=(const read& value) const {
  return detail::assign<false>(*this, value);
}

template <class Tensor, class Value>
constexpr auto assign_scalar(const Tensor&, const Value& value) {
  return detail::assign<false>(read<Tensor>(), value);
}

/// `total += value` for a scalar tensor, as `total() += value`.
template <TensorNode Tensor, Operand Value>
constexpr auto operator+=(const Tensor& tensor, const Value& value) {
  return detail::assign<true>(lift(tensor), value);
}

}  // namespace hone::dsl
