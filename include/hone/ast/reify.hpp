// SPDX-License-Identifier: Apache-2.0
/// \file
/// An operator's types as a flat tree: `static_assert(reify(matmul).node_count == 9)`.
#pragma once

#include <cstddef>
#include <span>

#include <hone/ast/draft.hpp>
#include <hone/ast/tree.hpp>
#include <hone/dsl/expression.hpp>
#include <hone/dsl/trace.hpp>

namespace hone::core::ast {

namespace detail {

template <class Statement>
constexpr auto make_skeleton() {
  constexpr std::span<const step> target = dsl::steps_of<typename Statement::target_type>;
  constexpr std::span<const step> value = dsl::steps_of<decltype(Statement::value)>;
  constexpr auto size = measure(target, value);
  fixed_tree<size.symbols, size.nodes> tree;
  fill(tree, target, value, Statement::accumulates);
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

}  // namespace hone::core::ast
