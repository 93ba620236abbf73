// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of lower/reductions.hpp.
#pragma once

#include <algorithm>

#include <hone/ast/symbols.hpp>
#include <hone/lower/reductions.hpp>

namespace hone::core::lower {
namespace detail {

HONE_DECL void gather_outermost(const ast::tree& op, std::int32_t n, std::vector<std::int32_t>& found) {
  const auto& node = node_at(op, n);
  if (node.kind == node_kind::reduce) {
    if (std::find(found.begin(), found.end(), n) == found.end()) found.push_back(n);
    return;
  }
  for (std::int32_t k = 0; k < node.operand_count; ++k) gather_outermost(op, node.operands[static_cast<std::size_t>(k)], found);
}

HONE_DECL std::vector<std::int32_t> sorted(std::vector<std::int32_t> ids) {
  std::sort(ids.begin(), ids.end());
  return ids;
}

}  // namespace detail

HONE_DECL std::vector<std::int32_t> outermost_reductions(const ast::tree& op, std::int32_t root) {
  std::vector<std::int32_t> found;
  detail::gather_outermost(op, root, found);
  return found;
}

HONE_DECL std::vector<std::int32_t> reduced_axes(const ast::tree& op, std::int32_t n) {
  const auto& node = node_at(op, n);
  std::vector<std::int32_t> axes;
  for (std::int32_t k = 0; k + 1 < node.operand_count; ++k)
    axes.push_back(node_at(op, node.operands[static_cast<std::size_t>(k)]).symbol);
  return axes;
}

HONE_DECL std::int32_t reduction_body(const ast::tree& op, std::int32_t n) {
  const auto& node = node_at(op, n);
  return node.operands[static_cast<std::size_t>(node.operand_count - 1)];
}

HONE_DECL scheduled_reductions find_scheduled(const ast::problem& problem) {
  const auto& op = problem.op;
  scheduled_reductions chosen;
  double most = -1;
  for (const auto n : outermost_reductions(op, op.assignments.front().root)) {
    const auto axes = reduced_axes(op, n);
    double iterations = 1;
    for (const auto a : axes) iterations *= static_cast<double>(problem.values[static_cast<std::size_t>(a)]);
    if (detail::sorted(axes) == detail::sorted(chosen.axes)) {
      chosen.nodes.push_back(n);
    } else if (iterations > most) {
      chosen = {{n}, axes};
      most = iterations;
    }
  }
  return most == 0 ? scheduled_reductions{} : chosen;
}

}  // namespace hone::core::lower
