// SPDX-License-Identifier: Apache-2.0
/// \file
/// Looking things up in a tree.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include <hone/ast/tree.hpp>

namespace hone::core::ast {

/// The symbol of this name, or -1.
inline std::int32_t find_symbol(const tree& op, std::string_view name) {
  for (std::size_t s = 0; s < op.symbols.size(); ++s)
    if (op.symbols[s].label.view() == name) return static_cast<std::int32_t>(s);
  return -1;
}

inline const symbol& symbol_at(const tree& op, std::int32_t s) { return op.symbols[static_cast<std::size_t>(s)]; }
inline const node& node_at(const tree& op, std::int32_t n) { return op.nodes[static_cast<std::size_t>(n)]; }

inline bool is_read(const node& n) { return n.kind == node_kind::read || n.kind == node_kind::padded_read; }

/// The index expressions of a read, one per dimension.
inline std::span<const std::int32_t> indices_of(const node& read) {
  const std::size_t first = read.kind == node_kind::padded_read ? 1 : 0;
  return std::span(read.operands).subspan(first, static_cast<std::size_t>(read.operand_count) - first);
}

}  // namespace hone::core::ast
