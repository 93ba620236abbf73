// SPDX-License-Identifier: Apache-2.0
/// \file
/// From the steps of an expression to the arrays of a tree: symbols numbered, casts put in. Literals have no value yet.
///
/// The order of symbols: the axes of the output as it is indexed, the reduction axes, the sizes, the attributes, the
/// tensors that are read, the output. Within each, the order of first appearance in the value, left to right; the
/// sizes that declare a tensor's extents appear with it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <hone/ast/tree.hpp>
#include <hone/dsl/trace.hpp>

namespace hone::core::ast::detail {

using dsl::step;

/// Compares without measuring the stored name: this runs for every node, inside the compiler.
constexpr bool is_called(const symbol& s, std::string_view label) {
  for (std::size_t k = 0; k < label.size(); ++k)
    if (s.label.text[k] != label[k]) return false;
  return s.label.text[label.size()] == 0;
}

/// The symbols, and the nodes in the memory of the tree; where there is none yet, the nodes are only counted.
struct draft {
  std::vector<symbol> symbols;
  bool counts_only = true;
  node* nodes = nullptr;
  std::int32_t node_count = 0;

  constexpr std::int32_t find(std::string_view label) const {
    for (std::size_t s = 0; s < symbols.size(); ++s)
      if (is_called(symbols[s], label)) return static_cast<std::int32_t>(s);
    return -1;
  }
  constexpr void add_once(symbol_kind kind, std::string_view label, bool reduced = false) {
    if (find(label) >= 0) return;
    symbol s;
    s.kind = kind;
    s.label = name(label);
    s.reduced = reduced;
    symbols.push_back(s);
  }
};

/// Not `s.tensor != nullptr`: with -fsanitize=undefined, gcc holds that for no constant.
constexpr bool reads_tensor(const step& s) { return s.kind == node_kind::read || s.kind == node_kind::padded_read; }

/// Axes, sizes or attributes in order of appearance.
constexpr void add_named(draft& d, std::span<const step> steps, node_kind kind, symbol_kind symbols, bool reduced) {
  for (const step& s : steps) {
    if (s.kind == kind) d.add_once(symbols, s.name, reduced);
    if (!reads_tensor(s) || kind != node_kind::size) continue;
    for (const auto& extent : s.tensor->extents)
      if (extent.kind == kind) d.add_once(symbols, extent.name);
  }
}

constexpr extent_source source_of(const draft& d, const dsl::declared_extent& extent) {
  using kind = extent_source::kind_type;
  if (extent.kind == node_kind::literal) return {kind::constant, extent.value};
  return {kind::symbol, d.find(extent.name)};
}

constexpr void add_tensor(draft& d, const dsl::tensor_facts& facts, bool output) {
  if (d.find(facts.name) >= 0) return;
  symbol s;
  s.kind = symbol_kind::tensor;
  s.label = name(facts.name);
  s.output = output;
  s.type = facts.type;
  s.rank = facts.rank;
  for (int k = 0; k < facts.rank && facts.declared; ++k) {
    const auto at = static_cast<std::size_t>(k);
    s.extents[at] = source_of(d, facts.extents[at]);
  }
  d.symbols.push_back(s);
}

constexpr void add_symbols(draft& d, std::span<const step> target, std::span<const step> value) {
  add_named(d, target, node_kind::axis, symbol_kind::axis, false);
  add_named(d, value, node_kind::axis, symbol_kind::axis, true);
  add_named(d, value, node_kind::size, symbol_kind::size, false);
  add_named(d, target, node_kind::size, symbol_kind::size, false);
  add_named(d, value, node_kind::attribute, symbol_kind::attribute, false);
  const auto& output = *target.back().tensor;
  for (const step& s : value)
    if (reads_tensor(s)) add_tensor(d, *s.tensor, false);
  add_tensor(d, output, true);
}

/// Operands that wait for their operation. A plain array with a mark: every step of a constant evaluation counts
/// (clang allows 2^20 in one), and a chain of 300 terms has 1200 steps.
struct waiting {
  std::vector<std::int32_t> ids;
  std::size_t top = 0;

  constexpr explicit waiting(std::size_t capacity) : ids(capacity, 0) {}
  constexpr const std::int32_t* pop(int n) { return ids.data() + (top -= static_cast<std::size_t>(n)); }
  constexpr void push(std::int32_t id) { ids[top++] = id; }
};

/// The type that operand k of a step has to have.
constexpr scalar_type operand_type(std::span<const step> steps, const step& at, const std::int32_t* operands, int k) {
  const auto type = [&](int operand) { return steps[static_cast<std::size_t>(operands[operand])].type; };
  switch (at.kind) {
    case node_kind::read: return scalar_type::i64;
    case node_kind::padded_read: return k == 0 ? at.type : scalar_type::i64;
    case node_kind::select: return k == 0 ? scalar_type::boolean : at.type;
    case node_kind::reduce: return k + 1 < at.operands ? scalar_type::i64 : at.type;
    case node_kind::cast: return type(0);
    default: return is_comparison(at.kind) ? dsl::operation_type(at.kind, type(0), type(1)) : at.type;
  }
}

/// The type that each step's parent needs; equal to the step's own where nothing has to be converted.
constexpr std::vector<scalar_type> wanted_types(std::span<const step> steps, scalar_type root) {
  std::vector<scalar_type> wanted(steps.size(), root);
  waiting operands(steps.size());
  for (std::size_t s = 0; s < steps.size(); ++s) {
    const auto* of = operands.pop(steps[s].operands);
    for (int k = 0; k < steps[s].operands; ++k)
      wanted[static_cast<std::size_t>(of[k])] = operand_type(steps, steps[s], of, k);
    operands.push(static_cast<std::int32_t>(s));
  }
  return wanted;
}

constexpr std::int32_t push_node(draft& d, const step& at, const std::int32_t* operands) {
  if (!d.counts_only) {
    node& n = d.nodes[d.node_count];
    n.kind = at.kind;
    n.type = at.type;
    n.combine = at.combine;
    if (reads_tensor(at))
      n.symbol = d.find(at.tensor->name);
    else if (!at.name.empty())
      n.symbol = d.find(at.name);
    n.operand_count = at.operands;
    for (int k = 0; k < at.operands; ++k) n.operands[static_cast<std::size_t>(k)] = operands[k];
  }
  return d.node_count++;
}

/// The type that the cast at step s converts; its operand is the step before it.
constexpr scalar_type cast_from(std::span<const step> steps, std::size_t s) { return steps[s - 1].type; }

/// Adds the nodes of an expression and gives its root. A cast that changes nothing is no node; a cast stands right
/// after its operand: post-order is kept.
constexpr std::int32_t add_nodes(draft& d, std::span<const step> steps, scalar_type root) {
  const auto wanted = wanted_types(steps, root);
  waiting operands(steps.size());
  for (std::size_t s = 0; s < steps.size(); ++s) {
    const step& at = steps[s];
    const auto* of = operands.pop(at.operands);
    const bool idle = at.kind == node_kind::cast && cast_from(steps, s) == at.type;
    std::int32_t id = idle ? of[0] : push_node(d, at, of);
    if (at.type != wanted[s]) id = push_node(d, {node_kind::cast, wanted[s], {}, 1, {}, nullptr}, &id);
    operands.push(id);
  }
  return operands.pop(1)[0];
}

/// Gives tensors without declared extents those of the axes that index them: where every read has a plain axis there.
/// Where these are different axes the first counts; `bind` sees to it that the others agree.
constexpr void infer_extents(draft& d) {
  using kind = extent_source::kind_type;
  std::vector<std::array<bool, max_rank>> closed(d.symbols.size(), std::array<bool, max_rank>{});
  for (std::size_t s = 0; s < d.symbols.size(); ++s)
    for (std::size_t k = 0; k < max_rank; ++k) closed[s][k] = d.symbols[s].extents[k].kind != kind::unknown;
  for (const node& n : std::span<const node>(d.nodes, static_cast<std::size_t>(d.node_count))) {
    if (n.kind != node_kind::read && n.kind != node_kind::padded_read) continue;
    const auto tensor = static_cast<std::size_t>(n.symbol);
    const std::size_t first = n.kind == node_kind::padded_read ? 1 : 0;
    for (std::size_t k = 0; first + k < static_cast<std::size_t>(n.operand_count); ++k) {
      const node& index = d.nodes[n.operands[first + k]];
      auto& source = d.symbols[tensor].extents[k];
      if (closed[tensor][k] || (index.kind == node_kind::axis && source.kind == kind::symbol)) continue;
      closed[tensor][k] = index.kind != node_kind::axis;
      source = closed[tensor][k] ? extent_source{} : extent_source{kind::symbol, index.symbol};
    }
  }
}

constexpr assignment make_body(draft& d, std::span<const step> target, bool accumulates, std::int32_t root) {
  assignment body;
  body.target = static_cast<std::int32_t>(d.symbols.size()) - 1;
  body.rank = target.back().operands;
  body.accumulates = accumulates;
  body.root = root;
  symbol& output = d.symbols.back();
  for (std::size_t k = 0; k + 1 < target.size(); ++k) {
    body.indices[k] = d.find(target[k].name);
    if (!target.back().tensor->declared) output.extents[k] = {extent_source::kind_type::symbol, body.indices[k]};
  }
  return body;
}

struct tree_size {
  int symbols;
  int nodes;
};

constexpr tree_size measure(std::span<const step> target, std::span<const step> value) {
  draft d;
  add_symbols(d, target, value);
  add_nodes(d, value, target.back().tensor->type);
  return {static_cast<int>(d.symbols.size()), d.node_count};
}

/// Fills a tree of the size that `measure` gave.
template <int SymbolCount, int NodeCount>
constexpr void fill(fixed_tree<SymbolCount, NodeCount>& tree, std::span<const step> target, std::span<const step> value,
                    bool accumulates) {
  draft d{{}, false, tree.nodes.data(), 0};
  add_symbols(d, target, value);
  const auto root = add_nodes(d, value, target.back().tensor->type);
  infer_extents(d);
  tree.body = make_body(d, target, accumulates, root);
  tree.symbol_count = SymbolCount;
  tree.node_count = NodeCount;
  for (std::size_t s = 0; s < d.symbols.size(); ++s) tree.symbols[s] = d.symbols[s];
}

}  // namespace hone::core::ast::detail
