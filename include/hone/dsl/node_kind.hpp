// SPDX-License-Identifier: Apache-2.0
/// \file
/// The node kinds of an operator, listed once. Expression types, the flat tree, printing and parsing derive from here.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace hone {

/// What a node of an operator's tree does. Integer `div` and `mod` round to minus infinity (docs/numerics.md).
enum class node_kind : std::uint8_t {
  // leaves
  literal, axis, size, attribute,
  // reads of a tensor: operands are the index expressions
  read,
  // reads that give a value outside the tensor: the operands are that value, then the index expressions
  padded_read,
  // arithmetic
  add, sub, mul, div, mod, min, max, neg, abs,
  // comparison and logic
  lt, le, gt, ge, eq, ne, logical_and, logical_or, logical_not,
  // elementary functions of floating-point values
  exp, log, sqrt, tanh, sin, cos, erf, floor, ceil,
  // condition, value if true, value if false
  select,
  // conversion to the node's type: saturating from float to integer and between integers
  cast,
  // operands are the reduction axes, then the body; the node's type is the accumulator's
  reduce,
};

/// How a node is written: `f(x)`, `a + b`, or in a form of its own.
enum class node_form : std::uint8_t { leaf, special, prefix, infix, call };

struct node_kind_info {
  node_kind kind;
  std::string_view spelling;
  node_form form;
  int arity;  ///< operands, or -1 when it varies
};

inline constexpr std::array node_kinds{
    node_kind_info{node_kind::literal, "literal", node_form::leaf, 0},
    node_kind_info{node_kind::axis, "axis", node_form::leaf, 0},
    node_kind_info{node_kind::size, "size", node_form::leaf, 0},
    node_kind_info{node_kind::attribute, "attribute", node_form::leaf, 0},
    node_kind_info{node_kind::read, "read", node_form::special, -1},
    node_kind_info{node_kind::padded_read, "padded", node_form::special, -1},
    node_kind_info{node_kind::add, "+", node_form::infix, 2},
    node_kind_info{node_kind::sub, "-", node_form::infix, 2},
    node_kind_info{node_kind::mul, "*", node_form::infix, 2},
    node_kind_info{node_kind::div, "/", node_form::infix, 2},
    node_kind_info{node_kind::mod, "%", node_form::infix, 2},
    node_kind_info{node_kind::min, "min", node_form::call, 2},
    node_kind_info{node_kind::max, "max", node_form::call, 2},
    node_kind_info{node_kind::neg, "-", node_form::prefix, 1},
    node_kind_info{node_kind::abs, "abs", node_form::call, 1},
    node_kind_info{node_kind::lt, "<", node_form::infix, 2},
    node_kind_info{node_kind::le, "<=", node_form::infix, 2},
    node_kind_info{node_kind::gt, ">", node_form::infix, 2},
    node_kind_info{node_kind::ge, ">=", node_form::infix, 2},
    node_kind_info{node_kind::eq, "==", node_form::infix, 2},
    node_kind_info{node_kind::ne, "!=", node_form::infix, 2},
    node_kind_info{node_kind::logical_and, "&&", node_form::infix, 2},
    node_kind_info{node_kind::logical_or, "||", node_form::infix, 2},
    node_kind_info{node_kind::logical_not, "!", node_form::prefix, 1},
    node_kind_info{node_kind::exp, "exp", node_form::call, 1},
    node_kind_info{node_kind::log, "log", node_form::call, 1},
    node_kind_info{node_kind::sqrt, "sqrt", node_form::call, 1},
    node_kind_info{node_kind::tanh, "tanh", node_form::call, 1},
    node_kind_info{node_kind::sin, "sin", node_form::call, 1},
    node_kind_info{node_kind::cos, "cos", node_form::call, 1},
    node_kind_info{node_kind::erf, "erf", node_form::call, 1},
    node_kind_info{node_kind::floor, "floor", node_form::call, 1},
    node_kind_info{node_kind::ceil, "ceil", node_form::call, 1},
    node_kind_info{node_kind::select, "select", node_form::call, 3},
    node_kind_info{node_kind::cast, "cast", node_form::special, 1},
    node_kind_info{node_kind::reduce, "reduce", node_form::special, -1},
};

constexpr const node_kind_info& info(node_kind kind) { return node_kinds[static_cast<std::size_t>(kind)]; }
static_assert([] {
  for (std::size_t k = 0; k < node_kinds.size(); ++k)
    if (static_cast<std::size_t>(node_kinds[k].kind) != k) return false;
  return true;
}(), "node_kinds lists every kind in the order of the enumeration");

constexpr bool is_comparison(node_kind k) { return k >= node_kind::lt && k <= node_kind::ne; }
constexpr bool is_logical(node_kind k) { return k >= node_kind::logical_and && k <= node_kind::logical_not; }
constexpr bool is_elementary(node_kind k) { return k >= node_kind::exp && k <= node_kind::ceil; }

/// How a reduction combines its terms, and the value that an empty one has (min and max of nothing are an error).
enum class reduction : std::uint8_t { sum, product, min, max };

inline constexpr std::array<std::string_view, 4> reduction_names{"sum", "product", "min", "max"};
constexpr std::string_view name_of(reduction r) { return reduction_names[static_cast<std::size_t>(r)]; }

/// The binary node that combines two partial results.
constexpr node_kind combiner(reduction r) {
  constexpr std::array kinds{node_kind::add, node_kind::mul, node_kind::min, node_kind::max};
  return kinds[static_cast<std::size_t>(r)];
}

}  // namespace hone
