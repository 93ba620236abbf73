// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of lower/region.hpp.
#pragma once

#include <algorithm>
#include <cstdlib>

#include <hone/ast/symbols.hpp>
#include <hone/ir/arithmetic.hpp>
#include <hone/lower/region.hpp>

namespace hone::core::lower {
namespace detail {

HONE_DECL void add_scaled(index_form& to, const index_form& from, std::int64_t factor) {
  to.offset += factor * from.offset;
  for (std::size_t k = 0; k < to.coefficients.size(); ++k) to.coefficients[k] += factor * from.coefficients[k];
}

}  // namespace detail

HONE_DECL std::optional<std::int64_t> constant_value(const ast::problem& p, std::int32_t n) {
  const auto& node = node_at(p.op, n);
  const auto operand = [&](std::size_t k) { return constant_value(p, node.operands[k]); };
  switch (node.kind) {
    case node_kind::literal: return node.bits;
    case node_kind::size:
    case node_kind::attribute: return p.values[static_cast<std::size_t>(node.symbol)];
    case node_kind::neg:
      if (const auto a = operand(0)) return -*a;
      return {};
    case node_kind::add: case node_kind::sub: case node_kind::mul: case node_kind::div: case node_kind::mod:
    case node_kind::min: case node_kind::max: {
      const auto a = operand(0), b = operand(1);
      if (!a || !b) return {};
      return ir::integer_binary(ir::to_expr_kind(node.kind), scalar_type::i64, *a, *b);
    }
    default: return {};
  }
}

HONE_DECL index_form form_of(const ast::problem& p, std::int32_t n) {
  index_form form;
  form.coefficients.assign(p.op.symbols.size(), 0);
  if (const auto value = constant_value(p, n)) {
    form.offset = *value;
    return form;
  }
  const auto& node = node_at(p.op, n);
  const auto a = node.operand_count > 0 ? node.operands[0] : -1;
  const auto b = node.operand_count > 1 ? node.operands[1] : -1;
  const auto combine = [&](std::int64_t factor_a, std::int64_t factor_b) {
    for (const auto& [id, factor] : {std::pair{a, factor_a}, std::pair{b, factor_b}}) {
      if (factor == 0) continue;
      const auto part = form_of(p, id);
      detail::add_scaled(form, part, factor);
      if (part.opaque.empty()) continue;
      if (factor != 1) return false;
      form.opaque.insert(form.opaque.end(), part.opaque.begin(), part.opaque.end());
    }
    return true;
  };
  bool affine = false;
  if (node.kind == node_kind::axis) {
    form.coefficients[static_cast<std::size_t>(node.symbol)] = 1;
    affine = true;
  } else if (node.kind == node_kind::add) {
    affine = combine(1, 1);
  } else if (node.kind == node_kind::sub) {
    affine = combine(1, -1);
  } else if (node.kind == node_kind::neg) {
    affine = combine(-1, 0);
  } else if (node.kind == node_kind::mul) {
    const auto fa = constant_value(p, a), fb = constant_value(p, b);
    affine = fb ? combine(*fb, 0) : fa ? combine(0, *fa) : false;
  }
  if (affine) return form;
  form.offset = 0;
  form.coefficients.assign(p.op.symbols.size(), 0);
  form.opaque = {n};
  return form;
}

namespace detail {

/// Of an expression that is not affine.
HONE_DECL std::int64_t covered_opaque(const ast::problem& p, const ast::node& node, const std::vector<std::int64_t>& windows) {
  const auto covered = [&](std::size_t k) {
    return static_cast<std::int32_t>(k) < node.operand_count ? covered_extent(p, node.operands[k], windows) : 1;
  };
  const auto factor = [&](std::size_t k) { return std::abs(constant_value(p, node.operands[k]).value_or(0)); };
  switch (node.kind) {
    case node_kind::div:
      if (factor(1) != 0) return (covered(0) - 1) / factor(1) + 2;
      break;
    case node_kind::mod:
      if (factor(1) != 0) return factor(1);
      break;
    case node_kind::mul: return factor(1) != 0 ? factor(1) * (covered(0) - 1) + 1 : factor(0) * (covered(1) - 1) + 1;
    case node_kind::add:
    case node_kind::sub:
    case node_kind::neg: return covered(0) + covered(1) - 1;
    default: break;
  }
  return std::max(covered(0), covered(1));
}

}  // namespace detail

HONE_DECL std::int64_t covered_extent(const ast::problem& p, std::int32_t n, const std::vector<std::int64_t>& windows) {
  const auto form = form_of(p, n);
  std::int64_t extent = 1;
  for (std::size_t s = 0; s < windows.size(); ++s)
    extent += std::abs(form.coefficients[s]) * (std::max<std::int64_t>(windows[s], 1) - 1);
  for (const auto o : form.opaque) extent += detail::covered_opaque(p, node_at(p.op, o), windows) - 1;
  return extent;
}

HONE_DECL std::vector<std::int32_t> reads_of(const ast::tree& op, std::int32_t tensor) {
  std::vector<std::int32_t> reads;
  for (std::size_t n = 0; n < op.nodes.size(); ++n)
    if (is_read(op.nodes[n]) && op.nodes[n].symbol == tensor) reads.push_back(static_cast<std::int32_t>(n));
  return reads;
}

HONE_DECL std::span<const std::int32_t> index_nodes(const ast::tree& op, std::int32_t read) {
  return indices_of(node_at(op, read));
}

}  // namespace hone::core::lower
