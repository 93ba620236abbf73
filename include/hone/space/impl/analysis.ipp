// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads of an operator.
#pragma once

#include <algorithm>

#include <hone/space/analysis.hpp>
#include <hone/space/digits.hpp>

namespace hone::core::space {

namespace detail {
/// Copies of more elements are left to the search: lowering refuses some of that size, and they rarely pay.
inline constexpr std::int64_t max_packed_elements = std::int64_t{1} << 25;
}  // namespace detail

HONE_DECL operator_view::operator_view(const ast::problem& problem, const target::cpu& target)
    : problem_(&problem), lanes_(target.lanes(computed_type(problem.op))) {
  const auto& output = problem.op.assignments.front();
  spatial_.assign(output.indices.begin(), output.indices.begin() + output.rank);
  for (std::size_t s = 0; s < problem.op.symbols.size(); ++s)
    if (problem.op.symbols[s].kind == ast::symbol_kind::axis && problem.op.symbols[s].reduced)
      reduced_.push_back(static_cast<std::int32_t>(s));
  for (std::size_t n = 0; n < problem.op.nodes.size(); ++n) add_read(static_cast<std::int32_t>(n));
}

HONE_DECL void operator_view::add_read(std::int32_t node) {
  const auto& n = at(node);
  if (n.kind != node_kind::read && n.kind != node_kind::padded_read) return;
  const auto& symbol = problem_->op.symbols[static_cast<std::size_t>(n.symbol)];
  if (symbol.output || symbol.rank == 0) return;
  auto found = std::find_if(operands_.begin(), operands_.end(), [&](const operand& o) { return o.tensor == n.symbol; });
  if (found == operands_.end()) found = operands_.insert(operands_.end(), operand{n.symbol, {}, false, true});
  found->reads.push_back(node);
  found->padded = found->padded || n.kind == node_kind::padded_read;
  const auto all = indices(node);
  const bool axes_only = std::all_of(all.begin(), all.end(), [&](auto i) { return at(i).kind == node_kind::axis; });
  found->plain = found->plain && axes_only && !found->padded && found->reads.size() == 1;
}

HONE_DECL std::vector<std::int32_t> operator_view::indices(std::int32_t read) const {
  const auto& n = at(read);
  const auto first = n.operands.begin() + (n.kind == node_kind::padded_read ? 1 : 0);
  return {first, n.operands.begin() + n.operand_count};
}

HONE_DECL bool operator_view::mentions(std::int32_t node, std::int32_t axis) const {
  const auto& n = at(node);
  if (n.kind == node_kind::axis) return n.symbol == axis;
  return std::any_of(n.operands.begin(), n.operands.begin() + n.operand_count,
                     [&](std::int32_t o) { return mentions(o, axis); });
}

HONE_DECL std::optional<std::int64_t> operator_view::constant(std::int32_t node) const {
  const auto& n = at(node);
  if (n.kind == node_kind::literal) return n.bits;
  if (n.kind == node_kind::attribute || n.kind == node_kind::size)
    return problem_->values[static_cast<std::size_t>(n.symbol)];
  return std::nullopt;
}

/// How far the index moves with a step of the axis; none where that is not a constant.
HONE_DECL std::optional<std::int64_t> operator_view::coefficient(std::int32_t node, std::int32_t axis) const {
  if (!mentions(node, axis)) return 0;
  const auto& n = at(node);
  if (n.kind == node_kind::axis) return 1;
  const auto operand_coefficient = [&](std::size_t k) { return coefficient(n.operands[k], axis); };
  if (n.kind == node_kind::add || n.kind == node_kind::sub) {
    const auto a = operand_coefficient(0);
    const auto b = operand_coefficient(1);
    if (!a || !b) return std::nullopt;
    return n.kind == node_kind::add ? *a + *b : *a - *b;
  }
  if (n.kind != node_kind::mul) return std::nullopt;
  for (const std::size_t k : {0u, 1u})
    if (const auto factor = constant(n.operands[k]))
      if (const auto c = operand_coefficient(1 - k)) return *factor * *c;
  return std::nullopt;
}

HONE_DECL bool operator_view::contiguous_read(std::int32_t read, std::int32_t axis) const {
  const auto& layout = problem_->layouts[static_cast<std::size_t>(at(read).symbol)];
  const auto all = indices(read);
  std::int64_t step = 0;  // in elements
  for (std::size_t d = 0; d < all.size(); ++d) {
    const auto c = coefficient(all[d], axis);
    if (!c) return false;
    step += *c * layout.strides[d];
  }
  return step == 1;
}

HONE_DECL std::int64_t operator_view::reduction_length() const {
  std::int64_t length = 1;
  for (const auto a : reduced_) length *= extent(a);
  return length;
}

HONE_DECL bool operator_view::uses(const operand& o, std::int32_t axis) const {
  return std::any_of(o.reads.begin(), o.reads.end(), [&](std::int32_t r) { return mentions(r, axis); });
}

HONE_DECL bool operator_view::contiguous(const operand& o, std::int32_t axis) const {
  return std::all_of(o.reads.begin(), o.reads.end(), [&](std::int32_t r) { return contiguous_read(r, axis); });
}

HONE_DECL bool operator_view::output_contiguous(std::int32_t axis) const {
  const auto& output = problem_->op.assignments.front();
  const auto& layout = problem_->layouts[static_cast<std::size_t>(output.target)];
  for (std::size_t d = 0; d < spatial_.size(); ++d)
    if (spatial_[d] == axis) return layout.strides[d] == 1;
  return false;
}

HONE_DECL std::int64_t operator_view::reuse(const operand& o) const {
  double reads = static_cast<double>(o.reads.size());
  for (const auto* axes : {&spatial_, &reduced_})
    for (const auto a : *axes) reads *= static_cast<double>(extent(a));
  const auto elements = problem_->layouts[static_cast<std::size_t>(o.tensor)].size();
  return elements == 0 ? 0 : static_cast<std::int64_t>(std::min(reads / static_cast<double>(elements), 1e18));
}

HONE_DECL bool operator_view::packable(const operand& o) const {
  return o.reads.size() == 1 && problem_->layouts[static_cast<std::size_t>(o.tensor)].size() <= detail::max_packed_elements;
}

}  // namespace hone::core::space
