// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tensors: `A(i, k)` is an element, `padded(X, 0)(i - 1)` an element that may lie outside, `A = a` an argument.
#pragma once

#include <array>
#include <string_view>
#include <type_traits>
#include <utility>

#include <hone/diag/say.hpp>
#include <hone/dsl/axis.hpp>
#include <hone/dsl/expression.hpp>
#include <hone/dsl/lift.hpp>
#include <hone/dsl/names.hpp>

namespace hone::dsl {

/// `A = a`: the user's object by reference if it has a name, else by value (a pointer, a span).
template <class Tensor, class Object>
struct bound_argument {
  using tensor_type = Tensor;
  using object_type = Object;
  Object object;
};

/// `C = expression` for a scalar tensor (dsl/assign.hpp).
template <class Tensor, class Value>
constexpr auto assign_scalar(const Tensor&, const Value&);

namespace detail {

template <int Number>
struct number_word {
  static constexpr std::array<char, 2> digits{static_cast<char>('0' + Number / 10), static_cast<char>('0' + Number % 10)};
  static constexpr std::string_view view() {
    return Number < 10 ? std::string_view(digits.data() + 1, 1) : std::string_view(digits.data(), 2);
  }
};

/// What `tensor` and `shaped_tensor` share.
template <class Self, fixed_string Name, class T, int Rank>
struct tensor_interface : node_base {
  static_assert(TensorElement<T>, "a tensor holds double, float, int32_t, int8_t or uint8_t");
  static constexpr auto name = Name;
  static constexpr int rank = Rank;
  using element_type = T;
  using value_type = T;

  constexpr tensor_interface() {
    diag::report<checked_name<Name>>();
    if constexpr (Rank > 8) diag::refuse<diag::misuse::too_many_dimensions, diag::word<Name>>();
  }

  /// The element at these indices: as many as the tensor has dimensions.
  template <Operand... Indices>
  constexpr auto operator()(const Indices&... indices) const {
    if constexpr (sizeof...(Indices) != Rank)
      diag::refuse<diag::misuse::rank, diag::word<Name>, number_word<static_cast<int>(sizeof...(Indices))>>();
    return read<Self, decltype(lift_index(indices))...>(lift_index(indices)...);
  }

  template <class Object>
  constexpr auto operator=(Object&& object) const {
    using type = std::remove_cvref_t<Object>;
    if constexpr (!Node<type>) {
      return bound_argument<Self, Object>{std::forward<Object>(object)};
    } else {
      if constexpr (Rank != 0) diag::refuse<diag::misuse::no_indices, diag::word<Name>>();
      return assign_scalar(static_cast<const Self&>(*this), object);
    }
  }
};

}  // namespace detail

/// A named argument: `constexpr tensor<"A", float, 2> A;`. Its extents are those of the axes that index it.
template <fixed_string Name, class T, int Rank>
struct tensor : detail::tensor_interface<tensor<Name, T, Rank>, Name, T, Rank> {
  using detail::tensor_interface<tensor, Name, T, Rank>::operator=;
};

/// A value that may vary from call to call: `constexpr scalar<"alpha", float> alpha;`, used with no indices.
template <fixed_string Name, class T>
using scalar = tensor<Name, T, 0>;

/// A tensor with declared extents: `constexpr shaped_tensor<"X", float, n, c, h, w> X;`, each an axis, a size or an
/// integer. Needed where an index is not a plain axis.
template <fixed_string Name, class T, auto... Extents>
struct shaped_tensor
    : detail::tensor_interface<shaped_tensor<Name, T, Extents...>, Name, T, static_cast<int>(sizeof...(Extents))> {
  using detail::tensor_interface<shaped_tensor, Name, T, static_cast<int>(sizeof...(Extents))>::operator=;
};

template <class Tensor, Number Value>
struct padding {
  Value value;
  template <Operand... Indices>
  constexpr auto operator()(const Indices&... indices) const {
    if constexpr (sizeof...(Indices) != Tensor::rank)
      diag::refuse<diag::misuse::rank, diag::word<Tensor::name>,
                   detail::number_word<static_cast<int>(sizeof...(Indices))>>();
    const auto fill = make_literal<scalar_type_of<typename Tensor::element_type>>(value);
    return padded_read<Tensor, decltype(make_literal<scalar_type_of<typename Tensor::element_type>>(value)),
                       decltype(lift_index(indices))...>(fill, lift_index(indices)...);
  }
};

/// `padded(X, 0)(i - 1, j)`: the element, or the number where the indices leave the tensor.
template <TensorNode Tensor, class Value>
constexpr auto padded(const Tensor&, const Value& value) {
  if constexpr (Number<Value>) {
    return padding<Tensor, Value>{value};
  } else {
    diag::refuse<diag::misuse::padding_value, diag::word<Tensor::name>>();
    return padding<Tensor, int>{0};
  }
}

}  // namespace hone::dsl
