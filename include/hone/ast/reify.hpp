// SPDX-License-Identifier: Apache-2.0
/// \file
/// An operator's types as a flat tree: `static_assert(reify(matmul).node_count == 9)`.
#pragma once

#include <algorithm>
#include <cstddef>

#include <hone/ast/draft.hpp>
#include <hone/ast/tree.hpp>
#include <hone/dsl/expression.hpp>
#include <hone/dsl/trace.hpp>

namespace hone::ast {

namespace detail {

template <class Statement>
constexpr draft draft_of() {
  return make_draft(dsl::steps_of<typename Statement::target_type>, dsl::steps_of<decltype(Statement::value)>,
                    Statement::accumulates);
}

struct tree_size {
  int symbols;
  int nodes;
};

template <class Statement>
constexpr tree_size measure_tree() {
  const auto d = draft_of<Statement>();
  return {static_cast<int>(d.symbols.size()), static_cast<int>(d.nodes.size())};
}

template <class Statement>
constexpr auto make_skeleton() {
  constexpr auto size = measure_tree<Statement>();
  const auto d = draft_of<Statement>();
  fixed_tree<size.symbols, size.nodes> tree;
  tree.symbol_count = size.symbols;
  tree.node_count = size.nodes;
  std::copy(d.symbols.begin(), d.symbols.end(), tree.symbols.begin());
  std::copy(d.nodes.begin(), d.nodes.end(), tree.nodes.begin());
  tree.body = d.body;
  return tree;
}

/// The tree of all operators of one type: they differ in their label and their literals.
template <class Statement>
inline constexpr auto skeleton = make_skeleton<Statement>();

}  // namespace detail

/// The operator as plain data. Symbols are in the order that ast/draft.hpp states; nodes are in post-order; casts stand
/// where types differ.
template <fixed_string Name, class Statement>
constexpr auto reify(const dsl::operator_definition<Name, Statement>& op) {
  auto tree = detail::skeleton<Statement>;
  tree.label = name(Name.view());
  const auto bits = dsl::literal_bits(op.body.value);
  std::size_t next = 0;
  for (node& n : tree.nodes)
    if (n.kind == node_kind::literal) n.bits = bits[next++];
  return tree;
}

/// The same with vectors, for what happens at run time.
template <fixed_string Name, class Statement>
tree reify_tree(const dsl::operator_definition<Name, Statement>& op) {
  return to_tree(reify(op));
}

}  // namespace hone::ast
