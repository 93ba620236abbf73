// SPDX-License-Identifier: Apache-2.0
/// \file
/// Expressions of lower/emitter.hpp: the operator's tree, node by node, at a place of the nest.
#pragma once

#include <algorithm>
#include <limits>

#include <hone/diag/error.hpp>
#include <hone/ir/arithmetic.hpp>
#include <hone/lower/emitter.hpp>
#include <hone/lower/region.hpp>

namespace hone::core::lower {
namespace detail {

/// A constant of a literal's type from its bits.
HONE_DECL ir::expr_id literal_value(ir::builder& b, scalar_type type, std::int64_t bits) {
  const ir::value_type scalar{type, 1};
  return is_float(type) ? b.constant(scalar, std::bit_cast<double>(bits)) : b.constant(scalar, bits);
}

}  // namespace detail

HONE_DECL ir::expr_id emitter::value(std::int32_t n, const places& at) {
  const auto& node = problem_.op.nodes[static_cast<std::size_t>(n)];
  const auto operand = [&](std::size_t k) { return value(node.operands[k], at); };
  switch (node.kind) {
    case node_kind::literal: return detail::literal_value(b_, node.type, node.bits);
    case node_kind::axis: {
      const auto& place = at[static_cast<std::size_t>(node.symbol)];
      return b_.add(place.base, place.inner);
    }
    case node_kind::size:
    case node_kind::attribute: return b_.index(extent_of(node.symbol));
    case node_kind::read:
    case node_kind::padded_read: return read_value(n, at);
    case node_kind::cast: return b_.cast(node.type, operand(0));
    case node_kind::select: return b_.select(operand(0), operand(1), operand(2));
    case node_kind::reduce:
      for (const auto& [reduced, result] : known_)
        if (reduced == n) return result;
      throw internal_error("a reduction is used before it is computed");
    default:
      return node.operand_count == 1 ? b_.unary(ir::to_expr_kind(node.kind), operand(0))
                                     : b_.binary(ir::to_expr_kind(node.kind), operand(0), operand(1));
  }
}

HONE_DECL ir::expr_id emitter::read_value(std::int32_t n, const places& at) {
  std::size_t copy = 0;
  const auto& node = problem_.op.nodes[static_cast<std::size_t>(n)];
  if (copy_of(node.symbol, copy) != nullptr) return b_.load(copy_buffer(copy), copied_index(copy, n, at));
  std::vector<ir::expr_id> indices;
  for (const auto i : index_nodes(problem_.op, n)) indices.push_back(value(i, at));
  return read_in_place(n, indices);
}

/// A read of the tensor itself. A padded one touches no memory outside and gives its value there.
HONE_DECL ir::expr_id emitter::read_in_place(std::int32_t n, const std::vector<ir::expr_id>& indices) {
  const auto& node = problem_.op.nodes[static_cast<std::size_t>(n)];
  const auto buffer = tensor_buffer(node.symbol);
  if (node.kind == node_kind::read) return b_.load(buffer, indices);
  const auto inside = is_inside(node.symbol, indices);
  if (inside == ir::none) return b_.load(buffer, indices);
  const auto loaded = b_.load(buffer, indices, inside);
  const auto& padding = problem_.op.nodes[static_cast<std::size_t>(node.operands[0])];
  const auto outside = value(node.operands[0], {});
  return padding.kind == node_kind::literal && padding.bits == 0 ? loaded : b_.select(inside, loaded, outside);
}

/// Whether every index is inside the tensor; none when that is known.
HONE_DECL ir::expr_id emitter::is_inside(std::int32_t tensor, const std::vector<ir::expr_id>& indices) {
  const auto& layout = problem_.layouts[static_cast<std::size_t>(tensor)];
  ir::expr_id all = ir::none;
  for (std::size_t d = 0; d < indices.size(); ++d) {
    const auto fixed = b_.as_integer(indices[d]);
    if (fixed && *fixed >= 0 && *fixed < layout.extents[d]) continue;
    for (const auto one : {b_.binary(ir::expr_kind::ge, indices[d], b_.index(0)),
                           b_.binary(ir::expr_kind::lt, indices[d], b_.index(layout.extents[d]))})
      all = all == ir::none ? one : b_.binary(ir::expr_kind::logical_and, all, one);
  }
  return all;
}

/// What a reduction of nothing gives: the value that changes no other under its combination.
HONE_DECL ir::expr_id emitter::identity(std::int32_t reduce_node) {
  const auto& node = problem_.op.nodes[static_cast<std::size_t>(reduce_node)];
  const ir::value_type type{node.type, 1};
  const bool lowest = node.combine == reduction::max;
  switch (node.combine) {
    case reduction::sum: return b_.constant(type, 0);
    case reduction::product: return b_.constant(type, 1);
    default:
      if (is_float(node.type)) {
        const double infinity = std::numeric_limits<double>::infinity();
        return b_.constant(type, lowest ? -infinity : infinity);
      }
      return b_.constant(type, lowest ? ir::lowest(node.type) : ir::highest(node.type));
  }
}

HONE_DECL ir::expr_id emitter::combine(std::int32_t reduce_node, ir::expr_id a, ir::expr_id b) {
  const auto kind = combiner(problem_.op.nodes[static_cast<std::size_t>(reduce_node)].combine);
  return b_.binary(ir::to_expr_kind(kind), a, b);
}

/// Computes the reductions below `root` whose value is not at hand, each in a loop of its own, then `then`.
HONE_DECL ir::stmt_id emitter::with_inline_reductions(std::int32_t root, const places& at,
                                                      const std::function<ir::stmt_id()>& then) {
  for (const auto n : outermost_reductions(problem_.op, root)) {
    const bool at_hand = std::any_of(known_.begin(), known_.end(), [&](const auto& k) { return k.first == n; });
    if (!at_hand) return inline_reduction(n, at, [&] { return with_inline_reductions(root, at, then); });
  }
  return then();
}

HONE_DECL ir::stmt_id emitter::inline_reduction(std::int32_t n, const places& at, const std::function<ir::stmt_id()>& then) {
  ir::buffer scalar;
  scalar.name = "sum";
  scalar.type = problem_.op.nodes[static_cast<std::size_t>(n)].type;
  scalar.scope = ir::buffer_scope::registers;
  scalar.writable = true;
  const auto sum = b_.add_buffer(scalar);
  const auto none_index = std::vector<ir::expr_id>{};
  auto inside = at;
  std::vector<std::pair<ir::variable_id, std::int64_t>> loops;
  for (const auto axis : reduced_axes(problem_.op, n)) {
    const auto v = fresh(axis, "s");
    inside[static_cast<std::size_t>(axis)] = {b_.variable(v), b_.index(1), 1, true, 1, b_.index(0), {}};
    loops.emplace_back(v, extent_of(axis));
  }
  const auto term = reduction_body(problem_.op, n);
  const auto hidden = std::move(known_);  // values of the element outside are no values of the element inside
  known_.clear();
  auto update = with_inline_reductions(term, inside, [&] {
    return b_.store(sum, none_index, combine(n, b_.load(sum, none_index), value(term, inside)));
  });
  known_ = hidden;
  for (auto l = loops.rbegin(); l != loops.rend(); ++l)
    update = b_.loop(l->first, b_.index(0), b_.index(l->second), ir::loop_kind::serial, update);
  const auto start = b_.store(sum, none_index, identity(n));
  known_.emplace_back(n, b_.load(sum, none_index));
  const auto rest = then();
  known_.pop_back();
  return b_.allocate(sum, b_.block({start, update, rest}));
}

/// Lowest and highest value of an index expression while the loops inside this place run.
HONE_DECL std::pair<ir::expr_id, ir::expr_id> emitter::index_range(std::int32_t n, const places& at) {
  if (const auto fixed = constant_value(problem_, n)) return {b_.index(*fixed), b_.index(*fixed)};
  const auto& node = problem_.op.nodes[static_cast<std::size_t>(n)];
  const auto range = [&](std::size_t k) { return index_range(node.operands[k], at); };
  const auto fixed = [&](std::size_t k) { return constant_value(problem_, node.operands[k]); };
  const auto scaled = [&](std::pair<ir::expr_id, ir::expr_id> r, std::int64_t factor) {
    const auto f = b_.index(factor);
    if (factor < 0) std::swap(r.first, r.second);
    return std::pair{b_.mul(r.first, f), b_.mul(r.second, f)};
  };
  switch (node.kind) {
    case node_kind::axis: {
      const auto& place = at[static_cast<std::size_t>(node.symbol)];
      const auto first = b_.add(place.base, place.inner);
      const bool one = place.tile != 0 && b_.as_integer(place.inner) != 0;
      return {first, one ? first : b_.add(place.base, b_.sub(place.size, b_.index(1)))};
    }
    case node_kind::add: {
      const auto a = range(0), b = range(1);
      return {b_.add(a.first, b.first), b_.add(a.second, b.second)};
    }
    case node_kind::sub: {
      const auto a = range(0), b = range(1);
      return {b_.sub(a.first, b.second), b_.sub(a.second, b.first)};
    }
    case node_kind::neg: return scaled(range(0), -1);
    case node_kind::mul:
      if (const auto f = fixed(1)) return scaled(range(0), *f);
      if (const auto f = fixed(0)) return scaled(range(1), *f);
      break;
    case node_kind::div:
      if (const auto f = fixed(1); f && *f != 0) {
        auto r = range(0);
        if (*f < 0) std::swap(r.first, r.second);
        return {b_.div(r.first, b_.index(*f)), b_.div(r.second, b_.index(*f))};
      }
      break;
    case node_kind::mod:
      if (const auto f = fixed(1); f && *f > 0) return {b_.index(0), b_.index(*f - 1)};
      if (const auto f = fixed(1); f && *f < 0) return {b_.index(*f + 1), b_.index(0)};
      break;
    default: break;
  }
  throw error(error_code::bad_configuration, "an index is too irregular for its tensor to be packed");
}

}  // namespace hone::core::lower
