// SPDX-License-Identifier: Apache-2.0
/// \file
/// Body of lower/arguments.hpp.
#pragma once

#include <algorithm>
#include <string>

#include <hone/lower/arguments.hpp>

namespace hone::core::lower {
namespace detail {

/// Whether a read has exactly the indices of the output.
HONE_DECL bool reads_what_is_written(const ast::tree& op, const ast::node& read) {
  const auto& body = op.assignments.front();
  if (read.kind != node_kind::read || read.operand_count != body.rank) return false;
  for (std::size_t d = 0; d < static_cast<std::size_t>(body.rank); ++d) {
    const auto& index = op.nodes[static_cast<std::size_t>(read.operands[d])];
    if (index.kind != node_kind::axis || index.symbol != body.indices[d]) return false;
  }
  return true;
}

/// A reduction may keep partial sums in the output while inputs are still to be read, so there is none.
HONE_DECL bool may_be_in_place(const ast::tree& op, std::int32_t tensor) {
  return op.assignments.size() == 1 && std::all_of(op.nodes.begin(), op.nodes.end(), [&](const ast::node& n) {
           if (n.kind == node_kind::reduce) return false;
           const bool read = n.kind == node_kind::read || n.kind == node_kind::padded_read;
           return !read || n.symbol != tensor || reads_what_is_written(op, n);
         });
}

}  // namespace detail

HONE_DECL std::vector<argument> arguments_of(const ast::problem& problem) {
  std::vector<argument> arguments;
  for (std::size_t s = 0; s < problem.op.symbols.size(); ++s) {
    const auto& symbol = problem.op.symbols[s];
    if (symbol.kind != ast::symbol_kind::tensor) continue;
    const bool accumulates =
        std::any_of(problem.op.assignments.begin(), problem.op.assignments.end(),
                    [&](const auto& a) { return a.target == static_cast<std::int32_t>(s) && a.accumulates; });
    arguments.push_back({std::string(symbol.label.view()), symbol.type, problem.layouts[s], symbol.output,
                         !symbol.output || accumulates,
                         !symbol.output && detail::may_be_in_place(problem.op, static_cast<std::int32_t>(s))});
  }
  return arguments;
}

}  // namespace hone::core::lower
