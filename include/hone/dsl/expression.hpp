// SPDX-License-Identifier: Apache-2.0
/// \file
/// Every type that an operator is made of, on one page. They hold their operands by value, so an expression never
/// refers to anything that can die. Operators, checks and algorithms over them are elsewhere.
#pragma once

#include <cstdint>

#include <boost/hana/basic_tuple.hpp>
#include <boost/hana/fwd/integral_constant.hpp>

#include <hone/dsl/node_kind.hpp>
#include <hone/meta/fixed_string.hpp>
#include <hone/meta/scalar_type.hpp>

namespace hone::dsl {

namespace hana = boost::hana;
// Operands are in a `hana::basic_tuple`: its copies are trivial, so a sum of hundreds of terms stays within the limits
// on constant evaluation (a `hana::tuple` copies by several calls a level). `hana::at_c` and `hana::unpack` apply.

// gcc warns (-Wshadow) where a parameter of a class template's member is called like a user's axis. So none here has a
// single letter: tests/unit/dsl/single_letters.cpp.

/// Marks every node, so that the operators apply to nothing else.
struct node_base {};

// ---- leaves ---------------------------------------------------------------------------------------------------------
// `value_type` of a node is the C++ type of the value it stands for; of an index expression it is std::int64_t.

/// A named loop index: `constexpr axis<"i"> i;`
template <fixed_string Name>
struct axis;

/// A named extent that is no axis's, such as the height of a convolution's input: `constexpr size<"h"> h;`
template <fixed_string Name>
struct size;

/// An integer that is fixed when tuning, such as a stride: `constexpr attribute<"stride"> stride;`
template <fixed_string Name>
struct attribute;

/// A constant that is baked into the code. `T` is a TensorElement, or std::int64_t inside index expressions.
template <class T>
struct literal : node_base {
  using value_type = T;
  T value;
  constexpr explicit literal(T number) : value(number) {}
};

/// A named argument of the operator: element type and rank. Rank 0 is a scalar.
template <fixed_string Name, class T, int Rank>
struct tensor;

/// A tensor whose extents are declared, one axis, size or integer per dimension: needed where an index is not a plain
/// axis, because then the extent cannot be inferred.
template <fixed_string Name, class T, auto... Extents>
struct shaped_tensor;

// ---- inner nodes ----------------------------------------------------------------------------------------------------

/// `A(i, k)`: element of a tensor. `Indices` are index expressions, one per dimension.
template <class Tensor, class... Indices>
struct read : node_base {
  using tensor_type = Tensor;
  using value_type = typename Tensor::element_type;
  hana::basic_tuple<Indices...> indices;
  constexpr explicit read(const Indices&... each) : indices(each...) {}
  constexpr read(const read&) = default;

  /// `C(i, j) = value` and `C(i, j) += value` make a `statement` (dsl/assign.hpp). They assign nothing.
  template <class Value>
  constexpr auto operator=(const Value& value) const;
  template <class Value>
  constexpr auto operator+=(const Value& value) const;
  constexpr auto operator=(const read& value) const;
};

/// `padded(X, v)(i, j)`: element of a tensor, `v` outside of it.
template <class Tensor, class Value, class... Indices>
struct padded_read : node_base {
  using tensor_type = Tensor;
  using value_type = typename Tensor::element_type;
  Value value;  ///< a literal of the tensor's element type
  hana::basic_tuple<Indices...> indices;
  constexpr padded_read(const Value& outside, const Indices&... each) : value(outside), indices(each...) {}
};

/// Arithmetic, comparison, elementary functions, `select`: `Kind` applied to one, two or three operands.
/// `T` is the type of the result; operands are converted to the operation's type where they differ.
template <node_kind Kind, class T, class... Operands>
struct apply : node_base {
  static constexpr node_kind kind = Kind;
  using value_type = T;
  hana::basic_tuple<Operands...> operands;
  char content = 0;  ///< no use but this: clang copies what has a content in one step, what is empty member by member
  constexpr explicit apply(const Operands&... each) : operands(each...) {}
  constexpr apply(const apply&) = default;
  apply& operator=(const apply&) = delete;  // clang would declare it for a whole chain in one recursion
};

/// `cast<T>(x)`.
template <class T, class Operand>
struct cast_node : node_base {
  using value_type = T;
  Operand operand;
  constexpr explicit cast_node(const Operand& from) : operand(from) {}
};

/// `sum(k, l)(body)`: `Accumulator` is the type in which the terms are combined, and the type of the result.
template <reduction Kind, class Accumulator, class Body, class... Axes>
struct reduce_node : node_base {
  static constexpr reduction kind = Kind;
  using value_type = Accumulator;
  using axes_type = hana::basic_tuple<Axes...>;
  Body body;
  constexpr explicit reduce_node(const Body& term) : body(term) {}
};

/// `C(i, j) = value` or `C(i, j) += value`: what an operator computes. `Target` is a read whose indices are axes.
template <class Target, bool Accumulates, class Value>
struct statement {
  using target_type = Target;
  static constexpr bool accumulates = Accumulates;
  Target target;
  Value value;
  constexpr statement(const Target& element, const Value& assigned) : target(element), value(assigned) {}
};

/// `op<"matmul">(...)`: a named operator.
template <fixed_string Name, class Statement>
struct operator_definition {
  static constexpr auto name = Name;
  using statement_type = Statement;
  Statement body;
  constexpr explicit operator_definition(const Statement& checked) : body(checked) {}
};

}  // namespace hone::dsl
