// SPDX-License-Identifier: Apache-2.0
/// \file
/// An operator as plain data: arrays of nodes that refer to each other by index. The same tree is compared by
/// `static_assert`, hashed into record keys, printed, parsed, and lowered.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <hone/dsl/node_kind.hpp>
#include <hone/meta/scalar_type.hpp>

namespace hone::core::ast {

inline constexpr int max_rank = 8;
inline constexpr int max_operands = max_rank + 1;  ///< a padded read: the value and one index per dimension
inline constexpr int max_name = 31;                ///< characters in a name

/// A name of at most `max_name` characters, stored in place.
struct name {
  std::array<char, max_name + 1> text{};
  constexpr name() = default;
  constexpr explicit name(std::string_view s) {
    for (std::size_t k = 0; k < s.size() && k < max_name; ++k) text[k] = s[k];
  }
  constexpr std::string_view view() const { return std::string_view(text.data()); }
  friend constexpr bool operator==(const name&, const name&) = default;
};

enum class symbol_kind : std::uint8_t { axis, size, attribute, tensor };

/// The extent of a dimension of a tensor: a number, the value of a symbol (axis or size), or unknown.
struct extent_source {
  enum class kind_type : std::uint8_t { unknown, constant, symbol } kind = kind_type::unknown;
  std::int64_t value = 0;  ///< the constant, or the index of the symbol
  friend constexpr bool operator==(const extent_source&, const extent_source&) = default;
};

/// A name of the operator. Axes first appear in the order of the output's indices, then of the reductions.
struct symbol {
  symbol_kind kind = symbol_kind::axis;
  name label;
  bool reduced = false;                            ///< axis: bound by a reduction
  bool output = false;                             ///< tensor: written by the operator
  scalar_type type = scalar_type::i64;             ///< tensor: element type
  std::int32_t rank = 0;                           ///< tensor: number of dimensions
  std::array<extent_source, max_rank> extents{};   ///< tensor: where each dimension's extent comes from
  friend constexpr bool operator==(const symbol&, const symbol&) = default;
};

/// A node of the expression. Operands are indices of earlier nodes (a tree in post-order: the root is the last node).
/// Types always agree: operands of arithmetic have the node's type, both sides of a comparison the same one. Where the
/// user mixed types, `reify` has put a cast. Index expressions have type i64.
struct node {
  node_kind kind = node_kind::literal;
  scalar_type type = scalar_type::i64;             ///< type of the value; of a reduction, its accumulator
  reduction combine = reduction::sum;              ///< reduce
  std::int32_t symbol = -1;                        ///< axis, size, attribute, read, padded_read
  std::int32_t operand_count = 0;
  std::array<std::int32_t, max_operands> operands{};
  std::int64_t bits = 0;                           ///< literal: the integer, or the bits of the value as a double

  constexpr double as_double() const { return std::bit_cast<double>(bits); }
  friend constexpr bool operator==(const node&, const node&) = default;
};

/// `target[indices] = root` or `+= root`. The indices are axis symbols.
struct assignment {
  std::int32_t target = -1;  ///< tensor symbol
  std::int32_t rank = 0;
  std::array<std::int32_t, max_rank> indices{};  ///< axis symbols, one per dimension of the target
  bool accumulates = false;
  std::int32_t root = -1;  ///< node
  friend constexpr bool operator==(const assignment&, const assignment&) = default;
};

/// An operator with its arrays in place, as `reify` makes it at compile time. Entries past the counts are default.
template <int SymbolCapacity, int NodeCapacity>
struct fixed_tree {
  name label;
  std::int32_t symbol_count = 0;
  std::int32_t node_count = 0;
  std::array<symbol, static_cast<std::size_t>(SymbolCapacity)> symbols{};
  std::array<node, static_cast<std::size_t>(NodeCapacity)> nodes{};
  assignment body;
  friend constexpr bool operator==(const fixed_tree&, const fixed_tree&) = default;
};

/// The same operator at run time. Several assignments make an operator of several stages.
struct tree {
  name label;
  std::vector<symbol> symbols;
  std::vector<node> nodes;
  std::vector<assignment> assignments;
  friend bool operator==(const tree&, const tree&) = default;
};

template <int Symbols, int Nodes>
tree to_tree(const fixed_tree<Symbols, Nodes>& fixed) {
  return {fixed.label,
          {fixed.symbols.begin(), fixed.symbols.begin() + fixed.symbol_count},
          {fixed.nodes.begin(), fixed.nodes.begin() + fixed.node_count},
          {fixed.body}};
}

}  // namespace hone::core::ast
