// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is given by name: `extents(i = 512, stride = 2)` and `kernel(A = a, B = b)`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <hone/diag/say.hpp>
#include <hone/dsl/axis.hpp>
#include <hone/dsl/tensor.hpp>

namespace hone::dsl {

/// The value of an axis, size or attribute. The name must outlive it; those of axes always do.
struct named_value {
  std::string_view name;
  std::int64_t value = 0;
  friend constexpr bool operator==(const named_value&, const named_value&) = default;
};

namespace detail {

/// The first name that occurs twice, as a finding of kind `Kind`.
template <diag::misuse Kind, class... Symbols>
struct repeated_name {
  static constexpr diag::finding find() {
    constexpr std::array<std::string_view, sizeof...(Symbols)> names{Symbols::name.view()...};
    for (std::size_t a = 0; a < names.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        if (names[a] == names[b]) return {Kind, names[a], ""};
    return {};
  }
  static constexpr diag::finding value = find();
};

}  // namespace detail

/// Values by name, as a contiguous range of `named_value`.
template <std::size_t Count>
struct extent_list {
  std::array<named_value, Count> values{};

  constexpr operator std::span<const named_value>() const { return values; }  // NOLINT: implicit on purpose
  constexpr auto begin() const { return values.begin(); }
  constexpr auto end() const { return values.end(); }
  constexpr std::size_t size() const { return Count; }
};

/// `extents(i = 512, j = 512, stride = 2)`: the extents of axes and sizes, and the values of attributes.
template <class... Symbols>
constexpr auto extents(const bound_value<Symbols>&... values) {
  diag::report<detail::repeated_name<diag::misuse::extent_twice, Symbols...>>();
  return extent_list<sizeof...(Symbols)>{{named_value{Symbols::name.view(), values.value}...}};
}

template <class T>
inline constexpr bool is_bound_argument = false;
template <class Tensor, class Object>
inline constexpr bool is_bound_argument<bound_argument<Tensor, Object>> = true;

/// `A = a` as a function's parameter.
template <class T>
concept NamedArgument = is_bound_argument<std::remove_cvref_t<T>>;

template <NamedArgument Argument>
using tensor_of = typename std::remove_cvref_t<Argument>::tensor_type;

/// Refuses two arguments of one name. The first thing in a function that takes named arguments.
template <NamedArgument... Arguments>
constexpr void check_arguments() {
  diag::report<detail::repeated_name<diag::misuse::argument_twice, tensor_of<Arguments>...>>();
}

/// The place of the argument called `name` among these, or -1: `argument_place<Arguments...>("A")`.
template <NamedArgument... Arguments>
constexpr int argument_place(std::string_view name) {
  constexpr std::array<std::string_view, sizeof...(Arguments)> names{tensor_of<Arguments>::name.view()...};
  for (std::size_t k = 0; k < names.size(); ++k)
    if (names[k] == name) return static_cast<int>(k);
  return -1;
}

/// Calls `f(name, scalar_type, object)` for each argument in the order given.
template <class F, NamedArgument... Arguments>
constexpr void for_each_argument(F&& f, Arguments&&... arguments) {
  (f(tensor_of<Arguments>::name.view(), scalar_type_of<typename tensor_of<Arguments>::element_type>, arguments.object),
   ...);
}

}  // namespace hone::dsl
