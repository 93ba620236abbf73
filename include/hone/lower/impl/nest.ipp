// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of lower/nest.hpp.
#pragma once

#include <algorithm>
#include <bit>
#include <string>

#include <hone/diag/error.hpp>
#include <hone/lower/nest.hpp>

namespace hone::core::lower {
namespace detail {

[[noreturn]] HONE_DECL void refuse(const std::string& reason) { throw error(error_code::bad_configuration, reason); }

/// An axis as its levels: trip counts of the inner ones, and where the register tile begins.
struct axis_levels {
  std::int32_t axis = -1;
  std::int64_t extent = 0;
  bool reduced = false;
  std::vector<std::int64_t> inner;
  std::int32_t first_tiled = 0;  ///< levels from here on belong to the register tile
  std::int64_t tile = 1;         ///< elements of those levels, at most the extent

  std::int32_t levels() const { return static_cast<std::int32_t>(inner.size()) + 1; }
  /// Elements in an iteration of a level.
  std::int64_t block(std::int32_t level) const {
    if (level >= first_tiled) return 1;
    std::int64_t elements = tile;
    for (std::int32_t l = level + 1; l < first_tiled; ++l) elements *= inner[static_cast<std::size_t>(l - 1)];
    return elements;
  }
};

HONE_DECL std::string spelled(const ast::problem& p, const space::loop_ref& loop) {
  return std::string(p.op.symbols[static_cast<std::size_t>(loop.axis)].label.view()) + "[" +
         std::to_string(loop.level) + "]";
}

HONE_DECL bool contains(const std::vector<space::loop_ref>& loops, const space::loop_ref& loop) {
  return std::find(loops.begin(), loops.end(), loop) != loops.end();
}

/// Whether the loop is unrolled whole: listed as such, or the vector.
HONE_DECL bool in_register_tile(const space::schedule& s, const space::loop_ref& loop) {
  return contains(s.register_tile, loop) || (s.vectorized && *s.vectorized == loop);
}

HONE_DECL axis_levels split_axis(const ast::problem& p, const space::schedule& s, std::int32_t axis, bool reduced) {
  axis_levels a{axis, p.values[static_cast<std::size_t>(axis)], reduced, {}, 0, 1};
  for (const auto& t : s.tilings)
    if (t.axis == axis) a.inner = t.inner;
  for (const std::int64_t trips : a.inner)
    if (trips < 1) refuse("a tile of axis " + spelled(p, {axis, 0}) + " has a loop of less than one iteration");
  a.first_tiled = a.levels();
  while (a.first_tiled > 0 && in_register_tile(s, {axis, a.first_tiled - 1})) --a.first_tiled;
  for (std::int32_t l = 0; l < a.first_tiled; ++l)
    if (in_register_tile(s, {axis, l})) refuse("loop " + spelled(p, {axis, l}) + " of the register tile is not innermost");
  for (std::int32_t l = std::max(a.first_tiled, 1); l < a.levels(); ++l) a.tile *= a.inner[static_cast<std::size_t>(l - 1)];
  if (a.first_tiled == 0) a.tile = a.extent;
  a.tile = std::max<std::int64_t>(1, std::min(a.tile, a.extent));
  return a;
}

HONE_DECL std::int64_t unroll_factor(const space::schedule& s, const space::loop_ref& loop) {
  for (const auto& u : s.unrolled)
    if (u.loop == loop) return std::max<std::int64_t>(1, u.factor);
  return 1;
}

/// Each level of each axis must stand in the order once, outer levels first.
HONE_DECL void check_order(const ast::problem& p, const space::schedule& s, const std::vector<axis_levels>& axes) {
  for (const auto& a : axes)
    for (std::int32_t l = 0; l < a.levels(); ++l) {
      const space::loop_ref loop{a.axis, l};
      const auto found = std::count(s.order.begin(), s.order.end(), loop);
      if (found != 1) refuse("loop " + spelled(p, loop) + " stands " + std::to_string(found) + " times in the order");
      if (l > 0 && std::find(s.order.begin(), s.order.end(), loop) <
                       std::find(s.order.begin(), s.order.end(), space::loop_ref{a.axis, l - 1}))
        refuse("loop " + spelled(p, loop) + " stands outside of " + spelled(p, {a.axis, l - 1}));
    }
}

HONE_DECL void add_tile(nest& n, const space::schedule& s, const axis_levels& a) {
  const bool vectorized = s.vectorized && s.vectorized->axis == a.axis;
  if (a.first_tiled < a.levels() && (a.tile > 1 || vectorized)) n.tile.push_back({a.axis, a.tile, a.reduced, vectorized});
}

}  // namespace detail

HONE_DECL std::int64_t tile_extent(const nest& n, std::int32_t axis) {
  const auto* t = n.tiled(axis);
  return t == nullptr ? 1 : t->extent;
}

HONE_DECL nest make_nest(const ast::problem& problem, const std::vector<std::int32_t>& reduced_axes,
                         const space::schedule& schedule, const target::cpu& target, scalar_type computed) {
  std::vector<detail::axis_levels> axes;
  const auto& body = problem.op.assignments.front();
  for (std::int32_t d = 0; d < body.rank; ++d)
    axes.push_back(detail::split_axis(problem, schedule, body.indices[static_cast<std::size_t>(d)], false));
  for (const auto axis : reduced_axes) axes.push_back(detail::split_axis(problem, schedule, axis, true));
  detail::check_order(problem, schedule, axes);

  nest n;
  for (const auto& loop : schedule.order) {
    const auto a = std::find_if(axes.begin(), axes.end(), [&](const auto& x) { return x.axis == loop.axis; });
    if (a == axes.end() || loop.level >= a->first_tiled) continue;
    const auto block = a->block(loop.level);
    const auto window = loop.level == 0 ? a->extent : std::min(a->block(loop.level - 1), a->extent);
    if (window <= block && window > 0) continue;
    n.loops.push_back({a->axis, loop.level, block, window, a->reduced, false, detail::unroll_factor(schedule, loop)});
  }
  // in the order of the loops, reductions first: the innermost code updates a whole tile of accumulators per step
  for (const bool reduced : {true, false})
    for (const auto& loop : schedule.order) {
      const auto a = std::find_if(axes.begin(), axes.end(), [&](const auto& x) { return x.axis == loop.axis; });
      if (a != axes.end() && a->reduced == reduced && loop.level == a->first_tiled) detail::add_tile(n, schedule, *a);
    }

  if (schedule.parallel) {
    if (schedule.parallel->level != 0 || schedule.order.empty() || !(schedule.order.front() == *schedule.parallel))
      detail::refuse("the parallel loop " + detail::spelled(problem, *schedule.parallel) + " is not the outermost");
    if (problem.op.symbols[static_cast<std::size_t>(schedule.parallel->axis)].reduced)
      detail::refuse("the parallel loop " + detail::spelled(problem, *schedule.parallel) + " is a reduction");
    if (!n.loops.empty() && n.loops.front().axis == schedule.parallel->axis && n.loops.front().level == 0) {
      n.loops.front().parallel = true;
      n.loops.front().unroll = 1;
    }
  }
  if (const auto* v = n.vector_axis())
    n.lanes = static_cast<std::int32_t>(std::min<std::int64_t>(
        target.lanes(computed), static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(v->extent)))));
  return n;
}

}  // namespace hone::core::lower
