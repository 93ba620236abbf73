// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loops of lower/emitter.hpp: the nest, the variants of the register tile, and the tile itself.
#pragma once

#include <algorithm>
#include <string>

#include <hone/diag/error.hpp>
#include <hone/lower/emitter.hpp>

namespace hone::core::lower {

HONE_DECL emitter::emitter(const ast::problem& problem, const stage_graph& graph, const slots& numbers, std::string name)
    : problem_(problem),
      graph_(graph),
      slots_(numbers),
      b_(std::move(name)),
      tensor_buffers_(problem.op.symbols.size(), ir::none),
      copy_buffers_(graph.copies.size(), ir::none),
      partial_buffers_(graph.reductions.nodes.size(), ir::none),
      accumulators_(graph.reductions.nodes.size(), ir::none),
      copy_origin_(graph.copies.size()) {}

HONE_DECL ir::program emitter::nest_program() {
  const auto at = outermost();
  for (std::size_t c = 0; c < graph_.copies.size(); ++c)
    if (graph_.copies[c].once) copy_origin_[c] = box_origin(c, at);
  return b_.finish(emit(0, at));
}

HONE_DECL places emitter::outermost() {
  places at(problem_.op.symbols.size());
  for (std::size_t s = 0; s < at.size(); ++s) {
    const bool axis = problem_.op.symbols[s].kind == ast::symbol_kind::axis;
    const auto extent = axis ? problem_.values[s] : 1;
    at[s] = {b_.index(0), b_.index(extent), extent, true, 0, b_.index(0), {}};
  }
  return at;
}

HONE_DECL ir::variable_id emitter::fresh(std::int32_t symbol, const std::string& suffix) {
  return b_.add_variable(std::string(problem_.op.symbols[static_cast<std::size_t>(symbol)].label.view()) + suffix);
}

/// Work at a depth, in this order: copies (one for all variants), variants of the register tile, accumulators, loop.
HONE_DECL ir::stmt_id emitter::emit(std::int32_t depth, const places& at) {
  if (depth == graph_.memory_depth) {
    memory_base_.clear();
    const auto& output = problem_.op.assignments.front();
    for (std::int32_t d = 0; d < output.rank; ++d)
      memory_base_.push_back(at[static_cast<std::size_t>(output.indices[static_cast<std::size_t>(d)])].base);
  }
  if (depth == graph_.copy_depth && !copies_made_) {
    copies_made_ = true;
    std::vector<ir::stmt_id> steps;
    for (std::size_t c = 0; c < graph_.copies.size(); ++c)
      if (!graph_.copies[c].once) steps.push_back(emit_copy(c, at));
    steps.push_back(emit(depth, at));
    copies_made_ = false;
    return b_.block(steps);
  }
  if (const auto* t = undecided(depth, at)) return emit_variants(depth, at, *t);
  if (depth == graph_.accumulate_depth && !graph_.reductions.nodes.empty() && !accumulating_)
    return emit_accumulation(depth, at);
  if (depth < static_cast<std::int32_t>(graph_.nest.loops.size())) return emit_loop(depth, at);
  if (!graph_.reductions.nodes.empty()) return emit_update(at);
  return over_tile(tile_of(false), at, [&](const places& p) { return store_output(p); });
}

/// An axis of the register tile whose loops are all outside by now, but whose size is not fixed.
HONE_DECL const tile_axis* emitter::undecided(std::int32_t depth, const places& at) const {
  for (const auto& t : graph_.nest.tile) {
    const auto& loops = graph_.nest.loops;
    const bool outside = std::none_of(loops.begin() + depth, loops.end(), [&](const auto& l) { return l.axis == t.axis; });
    if (outside && at[static_cast<std::size_t>(t.axis)].tile == 0) return &t;
  }
  return nullptr;
}

/// A full tile, and the smaller one at the end of an axis that is no multiple: two bodies with constant sizes.
HONE_DECL ir::stmt_id emitter::emit_variants(std::int32_t depth, const places& at, const tile_axis& t) {
  const auto axis = static_cast<std::size_t>(t.axis);
  const auto with_size = [&](std::int64_t size) {
    auto inside = at;
    inside[axis].tile = inside[axis].window = size;
    inside[axis].size = b_.index(size);
    inside[axis].exact = true;
    return emit(depth, inside);
  };
  if (at[axis].exact) return with_size(at[axis].window);
  const auto rest = problem_.values[axis] % t.extent;
  if (rest == 0) return with_size(t.extent);
  const auto full = b_.binary(ir::expr_kind::ge, at[axis].size, b_.index(t.extent));
  const auto whole = with_size(t.extent);
  const double share = share_;
  share_ *= static_cast<double>(rest) / static_cast<double>(problem_.values[axis]);
  const auto partial = with_size(rest);
  share_ = share;
  return b_.branch(full, whole, partial);
}

/// Iterations of a loop at this place: the last one may cover less than a block.
HONE_DECL ir::expr_id emitter::trips(const nest_loop& loop, const places& at) {
  const auto size = at[static_cast<std::size_t>(loop.axis)].size;
  return b_.div(b_.add(size, b_.index(loop.block - 1)), b_.index(loop.block));
}

HONE_DECL places emitter::enter(const nest_loop& loop, const places& at, ir::expr_id index) {
  auto inside = at;
  auto& place = inside[static_cast<std::size_t>(loop.axis)];
  const auto offset = b_.mul(index, b_.index(loop.block));
  const bool whole = place.exact && place.window % loop.block == 0;
  place.size = whole ? b_.index(loop.block) : b_.min(b_.index(loop.block), b_.sub(place.size, offset));
  place.base = b_.add(place.base, offset);
  place.window = std::min(loop.block, place.window);
  place.exact = whole || loop.block == 1;
  if (loop.block == 1) place.size = b_.index(1);
  place.blocks.emplace_back(loop.level, index);
  return inside;
}

HONE_DECL ir::stmt_id emitter::emit_loop(std::int32_t depth, const places& at) {
  const auto& loop = graph_.nest.loops[static_cast<std::size_t>(depth)];
  const auto count = trips(loop, at);
  const bool outer_reduction = loop.reduced && depth < graph_.accumulate_depth;
  const auto iteration = [&](ir::expr_id index) {
    if (outer_reduction) outer_reductions_.emplace_back(index, count);
    const auto inside = emit(depth + 1, enter(loop, at, index));
    if (outer_reduction) outer_reductions_.pop_back();
    return inside;
  };
  const auto name = std::to_string(loop.level);
  const auto known_count = b_.as_integer(count);
  const auto wanted = share_ < min_unrolled_share ? 1 : loop.unroll;
  const auto factor = known_count ? std::min(wanted, *known_count) : wanted;
  if (factor <= 1) {
    const auto v = fresh(loop.axis, name);
    const auto kind = loop.parallel ? ir::loop_kind::parallel : ir::loop_kind::serial;
    return b_.loop(v, b_.index(0), count, kind, iteration(b_.variable(v)));
  }
  const auto step = b_.index(factor);
  const auto outer = fresh(loop.axis, name), copy = fresh(loop.axis, name + "u");
  const auto unrolled = b_.loop(copy, b_.index(0), step, ir::loop_kind::unrolled,
                                iteration(b_.add(b_.mul(b_.variable(outer), step), b_.variable(copy))));
  const auto main = b_.loop(outer, b_.index(0), b_.div(count, step), ir::loop_kind::serial, unrolled);
  const auto left = b_.mod(count, step);
  if (b_.as_integer(left) == 0) return main;
  const auto rest = fresh(loop.axis, name + "r");
  return b_.block({main, b_.loop(rest, b_.sub(count, left), left, ir::loop_kind::serial, iteration(b_.variable(rest)))});
}

HONE_DECL std::vector<tile_axis> emitter::tile_of(bool reduced) const {
  std::vector<tile_axis> axes;
  for (const auto& t : graph_.nest.tile)
    if (t.reduced == reduced) axes.push_back(t);
  return axes;
}

/// The loops of the register tile over these axes, around `innermost`.
HONE_DECL ir::stmt_id emitter::over_tile(const std::vector<tile_axis>& axes, const places& at, const body& innermost) {
  if (axes.empty()) return innermost(at);
  const auto& t = axes.front();
  const std::vector<tile_axis> others(axes.begin() + 1, axes.end());
  const auto size = at[static_cast<std::size_t>(t.axis)].tile;
  const body inside = [&](const places& p) { return over_tile(others, p, innermost); };
  if (t.vectorized) return over_vector(size, t.axis, at, inside);
  const auto v = fresh(t.axis, "t");
  auto p = at;
  p[static_cast<std::size_t>(t.axis)].inner = b_.variable(v);
  return b_.loop(v, b_.index(0), b_.index(size), ir::loop_kind::unrolled, inside(p));
}

/// Whole vectors, then what is left over as one shorter vector.
HONE_DECL ir::stmt_id emitter::over_vector(std::int64_t size, std::int32_t axis, const places& at, const body& innermost) {
  const std::int64_t lanes = graph_.nest.lanes;
  const auto vector = [&](ir::expr_id start, std::int64_t count) {
    const auto v = fresh(axis, "v");
    auto p = at;
    p[static_cast<std::size_t>(axis)].inner = b_.add(start, b_.variable(v));
    return b_.loop(v, b_.index(0), b_.index(count), ir::loop_kind::vectorized, innermost(p));
  };
  std::vector<ir::stmt_id> steps;
  if (size >= lanes) {
    const auto v = fresh(axis, "w");
    const auto one = vector(b_.mul(b_.variable(v), b_.index(lanes)), lanes);
    steps.push_back(b_.loop(v, b_.index(0), b_.index(size / lanes), ir::loop_kind::unrolled, one));
  }
  if (size % lanes != 0) steps.push_back(vector(b_.index(size - size % lanes), size % lanes));
  return b_.block(steps);
}

}  // namespace hone::core::lower
