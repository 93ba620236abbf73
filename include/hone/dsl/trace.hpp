// SPDX-License-Identifier: Apache-2.0
/// \file
/// An expression's type as a flat list of steps in post-order: what the checks look at and what `reify` makes its tree
/// from. Only the values of literals are missing, which are no part of a type; `literal_bits` collects them.
///
/// One function call a level of the expression and no more: both compilers allow 512 nested calls in a constant
/// expression, and a chain of 300 terms is 300 levels deep.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include <boost/hana/at.hpp>

#include <hone/dsl/tensor.hpp>
#include <hone/dsl/types.hpp>

namespace hone::dsl {

/// A declared extent of a tensor: a constant, an axis or a size.
struct declared_extent {
  node_kind kind = node_kind::literal;
  std::int64_t value = 0;
  std::string_view name;
  friend constexpr bool operator==(const declared_extent&, const declared_extent&) = default;
};

struct tensor_facts {
  std::string_view name;
  scalar_type type = scalar_type::f32;
  int rank = 0;
  bool declared = false;  ///< `extents` say something
  std::array<declared_extent, 8> extents{};
  friend constexpr bool operator==(const tensor_facts&, const tensor_facts&) = default;
};

/// One node. `tensor` is set for reads, `name` for every other named node.
struct step {
  node_kind kind = node_kind::literal;
  scalar_type type = scalar_type::i64;
  reduction combine = reduction::sum;
  int operands = 0;
  std::string_view name;
  const tensor_facts* tensor = nullptr;
};

namespace detail {

template <class Integer>
constexpr declared_extent declare_extent(Integer value) {
  return {node_kind::literal, static_cast<std::int64_t>(value), {}};
}
template <fixed_string Name>
constexpr declared_extent declare_extent(axis<Name>) {
  return {node_kind::axis, 0, axis<Name>::name.view()};
}
template <fixed_string Name>
constexpr declared_extent declare_extent(size<Name>) {
  return {node_kind::size, 0, size<Name>::name.view()};
}

template <class Tensor>
struct facts_of;
template <fixed_string Name, class T, int Rank>
struct facts_of<tensor<Name, T, Rank>> {
  static constexpr tensor_facts value{tensor<Name, T, Rank>::name.view(), scalar_type_of<T>, Rank, false, {}};
};
template <fixed_string Name, class T, auto... Extents>
struct facts_of<shaped_tensor<Name, T, Extents...>> {
  using type = shaped_tensor<Name, T, Extents...>;
  static constexpr tensor_facts value{
      type::name.view(), scalar_type_of<T>, type::rank, true, {declare_extent(Extents)...}};
};

/// Counts steps, and stores them where there is room for them.
struct recorder {
  bool counts_only = true;
  step* out = nullptr;
  std::size_t count = 0;
  constexpr void add(const step& s) {
    if (!counts_only) out[count] = s;
    ++count;
  }
  constexpr void leaf(node_kind kind, std::string_view name) { add({kind, scalar_type::i64, {}, 0, name, nullptr}); }
  constexpr void inner(node_kind kind, scalar_type type, std::size_t operands, reduction combine = reduction::sum) {
    add({kind, type, combine, static_cast<int>(operands), {}, nullptr});
  }
  constexpr void element(node_kind kind, std::size_t operands, const tensor_facts& tensor) {
    add({kind, tensor.type, {}, static_cast<int>(operands), {}, &tensor});
  }
};

template <class E>
struct tag {};

template <class T>
constexpr void walk(recorder& r, tag<literal<T>>) {
  r.inner(node_kind::literal, scalar_type_of<T>, 0);
}
template <fixed_string Name>
constexpr void walk(recorder& r, tag<axis<Name>>) {
  r.leaf(node_kind::axis, axis<Name>::name.view());
}
template <fixed_string Name>
constexpr void walk(recorder& r, tag<size<Name>>) {
  r.leaf(node_kind::size, size<Name>::name.view());
}
template <fixed_string Name>
constexpr void walk(recorder& r, tag<attribute<Name>>) {
  r.leaf(node_kind::attribute, attribute<Name>::name.view());
}
template <class Tensor, class... Indices>
constexpr void walk(recorder& r, tag<read<Tensor, Indices...>>) {
  (walk(r, tag<Indices>{}), ...);
  r.element(node_kind::read, sizeof...(Indices), facts_of<Tensor>::value);
}
template <class Tensor, class Value, class... Indices>
constexpr void walk(recorder& r, tag<padded_read<Tensor, Value, Indices...>>) {
  walk(r, tag<Value>{});
  (walk(r, tag<Indices>{}), ...);
  r.element(node_kind::padded_read, 1 + sizeof...(Indices), facts_of<Tensor>::value);
}
template <node_kind Kind, class T, class... O>
constexpr void walk(recorder& r, tag<apply<Kind, T, O...>>) {
  (walk(r, tag<O>{}), ...);
  r.inner(Kind, scalar_type_of<T>, sizeof...(O));
}
template <class T, class O>
constexpr void walk(recorder& r, tag<cast_node<T, O>>) {
  walk(r, tag<O>{});
  r.inner(node_kind::cast, scalar_type_of<T>, 1);
}
template <reduction Kind, class T, class B, class... A>
constexpr void walk(recorder& r, tag<reduce_node<Kind, T, B, A...>>) {
  (walk(r, tag<A>{}), ...);
  walk(r, tag<B>{});
  r.inner(node_kind::reduce, scalar_type_of<T>, 1 + sizeof...(A), Kind);
}

template <class E>
constexpr std::size_t count_steps() {
  recorder r;
  walk(r, tag<E>{});
  return r.count;
}

template <class E>
constexpr auto record_steps() {
  std::array<step, count_steps<E>()> steps{};
  recorder r{false, steps.data()};
  walk(r, tag<E>{});
  return steps;
}

/// Appends the bits of literals in the order of the steps.
struct bit_sink {
  std::int64_t* out;
};

template <class T>
constexpr void collect(bit_sink& s, const literal<T>& l) {
  if constexpr (std::is_floating_point_v<T>)
    *s.out++ = std::bit_cast<std::int64_t>(static_cast<double>(l.value));
  else
    *s.out++ = static_cast<std::int64_t>(l.value);
}
template <fixed_string Name>
constexpr void collect(bit_sink&, const axis<Name>&) {}
template <fixed_string Name>
constexpr void collect(bit_sink&, const size<Name>&) {}
template <fixed_string Name>
constexpr void collect(bit_sink&, const attribute<Name>&) {}

template <class Tuple, std::size_t... Place>
constexpr void collect_each(bit_sink& s, const Tuple& t, std::index_sequence<Place...>) {
  (collect(s, hana::at_c<Place>(t)), ...);
}
template <class Tensor, class... Indices>
constexpr void collect(bit_sink& s, const read<Tensor, Indices...>& e) {
  collect_each(s, e.indices, std::index_sequence_for<Indices...>{});
}
template <class Tensor, class Value, class... Indices>
constexpr void collect(bit_sink& s, const padded_read<Tensor, Value, Indices...>& e) {
  collect(s, e.value);
  collect_each(s, e.indices, std::index_sequence_for<Indices...>{});
}
template <node_kind Kind, class T, class... O>
constexpr void collect(bit_sink& s, const apply<Kind, T, O...>& e) {
  collect(s, hana::at_c<0>(e.operands));
  if constexpr (sizeof...(O) > 1) collect(s, hana::at_c<1>(e.operands));
  if constexpr (sizeof...(O) > 2) collect(s, hana::at_c<2>(e.operands));
}
template <class T, class O>
constexpr void collect(bit_sink& s, const cast_node<T, O>& e) {
  collect(s, e.operand);
}
template <reduction Kind, class T, class B, class... A>
constexpr void collect(bit_sink& s, const reduce_node<Kind, T, B, A...>& e) {
  collect(s, e.body);
}

}  // namespace detail

/// The steps of an expression's type, operands before their operation.
template <class E>
inline constexpr auto steps_of = detail::record_steps<E>();

template <class E>
constexpr std::size_t literal_count() {
  std::size_t n = 0;
  for (const auto& s : steps_of<E>) n += s.kind == node_kind::literal ? 1 : 0;
  return n;
}

/// The literals of an expression in the order of its steps: integers, or the bits of the value as a double.
template <class E>
constexpr auto literal_bits(const E& e) {
  std::array<std::int64_t, literal_count<E>()> bits{};
  if constexpr (literal_count<E>() > 0) {
    detail::bit_sink sink{bits.data()};
    detail::collect(sink, e);
  }
  return bits;
}

}  // namespace hone::dsl
