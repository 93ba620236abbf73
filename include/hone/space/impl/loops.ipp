// SPDX-License-Identifier: Apache-2.0
/// \file
/// The order of loops.
#pragma once

#include <algorithm>
#include <iterator>
#include <utility>

#include <hone/diag/error.hpp>
#include <hone/space/loops.hpp>
#include <hone/space/names.hpp>

namespace hone::core::space {

namespace detail {

inline std::vector<std::int32_t> axes_of(const ast::tree& op, bool reduced) {
  std::vector<std::int32_t> axes;
  for (std::size_t s = 0; s < op.symbols.size(); ++s)
    if (op.symbols[s].kind == ast::symbol_kind::axis && op.symbols[s].reduced == reduced)
      axes.push_back(static_cast<std::int32_t>(s));
  return axes;
}

inline std::int32_t most_levels(const definition& d, const std::vector<std::int32_t>& axes) {
  std::int32_t most = 0;
  for (const auto a : axes) most = std::max(most, levels_of(d, a));
  return most;
}

/// Level `level` of each axis that has it.
inline void append_level(std::vector<loop_ref>& order, const definition& d, const std::vector<std::int32_t>& axes,
                         std::int32_t level) {
  for (const auto a : axes)
    if (level < levels_of(d, a)) order.push_back({a, level});
}

/// The listed loops keep the places that they have together, and take them in the listed order.
inline void permute(std::vector<loop_ref>& order, const std::vector<loop_ref>& wanted) {
  auto next = wanted.begin();
  for (auto& l : order)
    if (listed(wanted, l)) l = *next++;
}

}  // namespace detail

HONE_DECL const std::vector<loop_ref>*& chosen_loops::of(knob_kind kind) {
  switch (kind) {
    case knob_kind::order: return order;
    case knob_kind::vectorize: return vectorized;
    case knob_kind::parallel: return parallel;
    case knob_kind::register_tile: return register_tile;
    default: throw internal_error("a knob that chooses no loops");
  }
}

HONE_DECL std::vector<loop_ref> default_order(const definition& d, const ast::tree& op) {
  const auto spatial = detail::axes_of(op, false);
  const auto reduced = detail::axes_of(op, true);
  const auto spatial_levels = detail::most_levels(d, spatial);
  const auto reduced_levels = detail::most_levels(d, reduced);
  std::vector<loop_ref> order;
  const auto before_last = std::max(spatial_levels - 1, 1);
  for (std::int32_t l = 0; l < std::max(before_last, reduced_levels); ++l) {
    if (l < before_last) detail::append_level(order, d, spatial, l);
    detail::append_level(order, d, reduced, l);
  }
  for (std::int32_t l = before_last; l < spatial_levels; ++l) detail::append_level(order, d, spatial, l);
  return order;
}

HONE_DECL std::vector<loop_ref> loop_order(const definition& d, const ast::tree& op, const chosen_loops& chosen) {
  auto order = default_order(d, op);
  if (chosen.order) detail::permute(order, *chosen.order);
  if (chosen.register_tile)
    std::stable_partition(order.begin(), order.end(),
                          [&](const loop_ref& l) { return !listed(*chosen.register_tile, l); });
  if (chosen.register_tile) detail::permute(order, *chosen.register_tile);
  if (chosen.parallel)
    std::stable_partition(order.begin(), order.end(),
                          [&](const loop_ref& l) { return listed(*chosen.parallel, l); });
  return order;
}

HONE_DECL std::vector<loop_ref> register_loops(const std::vector<loop_ref>& order, const ast::tree& op,
                                               const chosen_loops& chosen) {
  if (chosen.register_tile) return *chosen.register_tile;
  const auto is_vector = [&](const loop_ref& l) { return chosen.vectorized && listed(*chosen.vectorized, l); };
  const auto last = std::find_if(order.rbegin(), order.rend(),
                                 [&](const loop_ref& l) { return is_reduced(l, op) && !is_vector(l); }).base();
  if (last != order.begin()) {
    std::vector<loop_ref> innermost;
    std::copy_if(last, order.end(), std::back_inserter(innermost), [&](const loop_ref& l) {
      return std::none_of(last, order.end(), [&](const loop_ref& o) { return o.axis == l.axis && o.level > l.level; });
    });
    return innermost;
  }
  if (!chosen.vectorized || chosen.vectorized->empty()) return {};
  return {std::find(order.begin(), order.end(), chosen.vectorized->front()), order.end()};
}

HONE_DECL std::string misfit_of(const definition& d, const ast::tree& op, const chosen_loops& chosen) {
  const auto order = loop_order(d, op, chosen);
  auto inner = register_loops(order, op, chosen);
  if (chosen.vectorized) inner.insert(inner.end(), chosen.vectorized->begin(), chosen.vectorized->end());
  for (auto l = order.begin(); l != order.end(); ++l)
    for (auto outer = order.begin(); outer != order.end(); ++outer) {
      if (l->axis != outer->axis || outer->level >= l->level) continue;
      if (l < outer) return "loop " + spell(*l, d, &op) + " stands outside of " + spell(*outer, d, &op);
      if (listed(inner, *outer) && !listed(inner, *l))
        return "loop " + spell(*outer, d, &op) + " is in registers, but " + spell(*l, d, &op) + " inside it is not";
    }
  return {};
}

HONE_DECL definition split_vector_axes(definition d, std::int32_t lanes) {
  const auto v = find_kind(d, knob_kind::vectorize);
  if (v < 0) return d;
  const auto in_registers = [&](const loop_ref& l) {
    const auto r = find_kind(d, knob_kind::register_tile);
    return r >= 0 && std::any_of(d.at(r).loops.begin(), d.at(r).loops.end(),
                                 [&](const auto& alternative) { return listed(alternative, l); });
  };
  auto alternatives = d.at(v).loops;
  for (auto& alternative : alternatives)
    for (auto& l : alternative) {
      if (l.level != 0 || in_registers(l)) continue;
      const auto tile = find_tile(d, l.axis);
      if (tile < 0) d.knobs.push_back({knob_kind::tile, {}, l.axis, 0, 2, {lanes}, {}});
      if (tile < 0 || d.at(tile).levels == 1) l.level = levels_of(d, l.axis) - 1;
    }
  d.knobs[static_cast<std::size_t>(v)].loops = alternatives;
  return d;
}

HONE_DECL void for_each_choice(
    const definition& d,
    const std::function<void(const chosen_loops&, const std::vector<std::pair<std::int32_t, std::int64_t>>&)>& visit) {
  std::vector<std::pair<std::int32_t, std::int64_t>> choices;
  for (const auto kind : {knob_kind::order, knob_kind::vectorize, knob_kind::parallel, knob_kind::register_tile})
    if (const auto k = find_kind(d, kind); k >= 0) choices.emplace_back(k, 0);
  for (;;) {
    chosen_loops chosen;
    for (const auto& [k, n] : choices)
      chosen.of(d.at(k).kind) = &d.at(k).loops[static_cast<std::size_t>(n)];
    visit(chosen, choices);
    std::size_t digit = 0;  // count up
    while (digit < choices.size() &&
           ++choices[digit].second == static_cast<std::int64_t>(d.at(choices[digit].first).loops.size()))
      choices[digit++].second = 0;
    if (digit == choices.size()) return;
  }
}

}  // namespace hone::core::space
