// SPDX-License-Identifier: Apache-2.0
/// \file
/// Index expressions bound to a problem: sizes and attributes have become numbers, axes have become slots.
#pragma once

#include <tuple>

#include <boost/hana/at.hpp>
#include <boost/hana/unpack.hpp>

#include <hone/dsl/expression.hpp>
#include <hone/native/arithmetic.hpp>
#include <hone/native/context.hpp>

namespace hone::core::native {

/// Each has `depends` (on some axis), `affine` (the same difference for every step of an axis, as far as the types
/// tell), and `at(axes)`, where `axes(slot)` is the value of an axis.
struct index_constant {
  static constexpr bool depends = false;
  static constexpr bool affine = true;
  std::int64_t value;
  template <class Axes>
  constexpr std::int64_t at(const Axes&) const { return value; }
};

struct index_axis {
  static constexpr bool depends = true;
  static constexpr bool affine = true;
  int slot;
  template <class Axes>
  constexpr std::int64_t at(const Axes& axes) const { return axes(slot); }
};

template <node_kind Kind, class A>
struct index_unary {
  static constexpr bool depends = A::depends;
  static constexpr bool affine = !depends || (A::affine && Kind == node_kind::neg);
  A a;
  template <class Axes>
  constexpr std::int64_t at(const Axes& axes) const { return unary<Kind>(a.at(axes)); }
};

template <node_kind Kind, class A, class B>
struct index_binary {
  static constexpr bool depends = A::depends || B::depends;
  static constexpr bool linear = Kind == node_kind::add || Kind == node_kind::sub ||
                                 (Kind == node_kind::mul && !(A::depends && B::depends));
  static constexpr bool affine = !depends || (A::affine && B::affine && linear);
  A a;
  B b;
  template <class Axes>
  constexpr std::int64_t at(const Axes& axes) const { return binary<Kind>(a.at(axes), b.at(axes)); }
};

template <fixed_string Name>
index_axis bind_index(const dsl::axis<Name>&, const context& c) {
  return {c.slot(c.symbol(Name.view(), ast::symbol_kind::axis))};
}
template <fixed_string Name>
index_constant bind_index(const dsl::size<Name>&, const context& c) {
  return {c.value(Name.view(), ast::symbol_kind::size)};
}
template <fixed_string Name>
index_constant bind_index(const dsl::attribute<Name>&, const context& c) {
  return {c.value(Name.view(), ast::symbol_kind::attribute)};
}
template <class T>
index_constant bind_index(const dsl::literal<T>& l, const context&) { return {static_cast<std::int64_t>(l.value)}; }

template <node_kind Kind, class T, class A>
auto bind_index(const dsl::apply<Kind, T, A>& e, const context& c) {
  const auto a = bind_index(dsl::hana::at_c<0>(e.operands), c);
  return index_unary<Kind, std::remove_const_t<decltype(a)>>{a};
}
template <node_kind Kind, class T, class A, class B>
auto bind_index(const dsl::apply<Kind, T, A, B>& e, const context& c) {
  const auto a = bind_index(dsl::hana::at_c<0>(e.operands), c);
  const auto b = bind_index(dsl::hana::at_c<1>(e.operands), c);
  return index_binary<Kind, std::remove_const_t<decltype(a)>, std::remove_const_t<decltype(b)>>{a, b};
}

/// All indices of a read, as a std::tuple of bound index expressions.
template <class... Indices>
auto bind_indices(const dsl::hana::basic_tuple<Indices...>& indices, const context& c) {
  return dsl::hana::unpack(indices, [&c](const auto&... each) { return std::tuple{bind_index(each, c)...}; });
}

/// Calls `f(index, dimension)` for each.
template <class... Indices, class F>
constexpr void for_each_index(const std::tuple<Indices...>& indices, F f) {
  std::apply([&f](const auto&... each) {
    [[maybe_unused]] std::size_t dimension = 0;
    (f(each, dimension++), ...);
  }, indices);
}

/// By how much an affine index changes when `slot` goes up by one: its value there less its value at 0.
template <class Index>
constexpr std::int64_t slope(const Index& index, int slot) {
  const auto origin = [](int) -> std::int64_t { return 0; };
  const auto step = [slot](int other) -> std::int64_t { return other == slot; };
  return index.at(step) - index.at(origin);
}

}  // namespace hone::core::native
