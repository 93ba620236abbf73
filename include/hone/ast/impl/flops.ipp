// SPDX-License-Identifier: Apache-2.0
/// \file
/// Counting: operations of one point of the output, times the points.
#include <hone/ast/flops.hpp>

#include <hone/ast/symbols.hpp>

namespace hone::core::ast {

namespace detail {

constexpr bool counts(node_kind k) {
  return (k >= node_kind::add && k <= node_kind::max) || is_comparison(k) || is_elementary(k);
}

inline double axis_extent(const problem& bound, std::int32_t symbol) {
  return static_cast<double>(bound.values[static_cast<std::size_t>(symbol)]);
}

inline double node_flops(const problem& bound, std::int32_t id) {
  const node& n = node_at(bound.op, id);
  if (is_read(n)) return 0;
  const auto last = static_cast<std::size_t>(n.operand_count) - 1;
  if (n.kind == node_kind::reduce) {
    double steps = 1;
    for (std::size_t k = 0; k < last; ++k) steps *= axis_extent(bound, node_at(bound.op, n.operands[k]).symbol);
    return steps * (node_flops(bound, n.operands[last]) + 1);
  }
  double total = counts(n.kind) ? 1 : 0;
  for (std::int32_t k = 0; k < n.operand_count; ++k)
    total += node_flops(bound, n.operands[static_cast<std::size_t>(k)]);
  return total;
}

}  // namespace detail

HONE_DECL double flops(const problem& bound) {
  double total = 0;
  for (const assignment& a : bound.op.assignments) {
    double points = 1;
    for (std::int32_t d = 0; d < a.rank; ++d)
      points *= detail::axis_extent(bound, a.indices[static_cast<std::size_t>(d)]);
    total += points * (detail::node_flops(bound, a.root) + (a.accumulates ? 1 : 0));
  }
  return total;
}

}  // namespace hone::core::ast
