// SPDX-License-Identifier: Apache-2.0
/// \file
/// Constraints: integer expressions over knobs, extents and the target, flat from the start. The type of an expression
/// holds its length alone, so that long constraints cost the compiler little.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <hone/dsl/expression.hpp>
#include <hone/dsl/knobs/term.hpp>

namespace hone::dsl {

/// Marks what stands for a number in a constraint and has `terms()`: loops of a tile, knobs, facts, expressions.
struct knob_number {};

/// An expression in postfix order.
template <std::size_t Length>
struct knob_expression : knob_number {
  std::array<plain_term, Length> list{};
  constexpr const auto& terms() const { return list; }
};

template <class T>
concept KnobNumber = std::derived_from<T, knob_number>;

namespace knob_detail {

template <class T>
inline constexpr bool is_named_extent = false;
template <fixed_string Name>
inline constexpr bool is_named_extent<axis<Name>> = true;
template <fixed_string Name>
inline constexpr bool is_named_extent<size<Name>> = true;
template <fixed_string Name>
inline constexpr bool is_named_extent<attribute<Name>> = true;

constexpr plain_term constant_term(std::int64_t value) {
  plain_term t;
  t.value = value;
  return t;
}

constexpr plain_term extent_term(std::string_view name) {
  plain_term t;
  t.source = plain_term::source_kind::extent;
  t.name = name;
  return t;
}

constexpr plain_term knob_term(std::string_view name) {
  plain_term t;
  t.source = plain_term::source_kind::knob;
  t.name = name;
  return t;
}

constexpr plain_term operation_term(node_kind operation) {
  plain_term t;
  t.source = plain_term::source_kind::operation;
  t.operation = operation;
  return t;
}

template <class T>
constexpr auto terms_of(const T& operand) {
  if constexpr (KnobNumber<T>)
    return operand.terms();
  else if constexpr (std::integral<T>)
    return std::array{constant_term(static_cast<std::int64_t>(operand))};
  else
    return std::array{extent_term(T::name.view())};
}

template <std::size_t... Lengths>
constexpr auto postfix(node_kind operation, const std::array<plain_term, Lengths>&... operands) {
  knob_expression<(Lengths + ... + 1)> result;
  std::size_t at = 0;
  const auto append = [&](const auto& terms) {
    for (const auto& t : terms) result.list[at++] = t;
  };
  (append(operands), ...);
  result.list[at] = operation_term(operation);
  return result;
}

}  // namespace knob_detail

/// What may stand on the other side of an operator: an integer, an axis, a size, an attribute.
template <class T>
concept KnobOperand = KnobNumber<T> || std::integral<T> || knob_detail::is_named_extent<T>;

template <class A, class B>
concept KnobOperands = KnobOperand<A> && KnobOperand<B> && (KnobNumber<A> || KnobNumber<B>);

#define HONE_X(spelling, kind)                                                   \
  template <class A, class B>                                                    \
    requires KnobOperands<A, B>                                                  \
  constexpr auto operator spelling(const A& a, const B& b) {                     \
    return knob_detail::postfix(node_kind::kind, knob_detail::terms_of(a), knob_detail::terms_of(b)); \
  }
HONE_X(+, add)
HONE_X(-, sub)
HONE_X(*, mul)
HONE_X(/, div)
HONE_X(%, mod)
HONE_X(<, lt)
HONE_X(<=, le)
HONE_X(>, gt)
HONE_X(>=, ge)
HONE_X(==, eq)
HONE_X(!=, ne)
HONE_X(&&, logical_and)
HONE_X(||, logical_or)
#undef HONE_X

template <KnobNumber A>
constexpr auto operator!(const A& a) {
  return knob_detail::postfix(node_kind::logical_not, a.terms());
}

/// The extent of an axis, or the value of a size or attribute, where an operator has no knob on either side:
/// `where(extent_of(i) % 2 == 0)`.
template <class Named>
  requires knob_detail::is_named_extent<Named>
constexpr auto extent_of(const Named&) {
  return knob_expression<1>{{}, {knob_detail::extent_term(Named::name.view())}};
}

namespace knob_detail {
constexpr auto fact_expression(fact which) {
  plain_term t;
  t.source = plain_term::source_kind::fact;
  t.which = which;
  return knob_expression<1>{{}, {t}};
}
}  // namespace knob_detail

inline constexpr auto vector_registers = knob_detail::fact_expression(fact::vector_registers);
inline constexpr auto vector_bytes = knob_detail::fact_expression(fact::vector_bytes);
inline constexpr auto l1_bytes = knob_detail::fact_expression(fact::l1_bytes);
inline constexpr auto l2_bytes = knob_detail::fact_expression(fact::l2_bytes);
inline constexpr auto l3_bytes = knob_detail::fact_expression(fact::l3_bytes);
inline constexpr auto cores = knob_detail::fact_expression(fact::cores);
/// Elements of `T` in a vector register.
template <class T>
inline constexpr auto vector_lanes = vector_bytes / sizeof(T);

/// A condition that every point of the space satisfies.
template <std::size_t Length>
struct constraint_knob {
  std::array<plain_term, Length> list;
};

/// `where(ti[2] * tj[2] <= 96)`
template <KnobNumber Condition>
constexpr auto where(const Condition& condition) {
  const auto terms = condition.terms();
  return constraint_knob<terms.size()>{terms};
}

}  // namespace hone::dsl

namespace hone {
using dsl::cores;
using dsl::extent_of;
using dsl::l1_bytes;
using dsl::l2_bytes;
using dsl::l3_bytes;
using dsl::vector_bytes;
using dsl::vector_lanes;
using dsl::vector_registers;
using dsl::where;
}  // namespace hone
