// SPDX-License-Identifier: Apache-2.0
/// \file
/// The built-in constraints.
#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include <hone/space/digits.hpp>
#include <hone/space/loops.hpp>
#include <hone/space/names.hpp>
#include <hone/space/resolve.hpp>
#include <hone/space/validity.hpp>

namespace hone::core::space {

namespace detail {

using conditions = std::vector<std::pair<std::int32_t, std::int64_t>>;

/// Trip count of a loop.
inline expression trips(const definition& d, const loop_ref& l) {
  const auto tile = find_tile(d, l.axis);
  return tile < 0 ? extent(l.axis) : level(tile, l.level);
}

inline expression product(const std::vector<expression>& factors) {
  auto result = constant(1);
  for (const auto& f : factors) result = result * f;
  return result;
}

/// Unless the alternatives of `when` are chosen, everything is allowed.
inline expression guarded(const definition& d, const conditions& when, expression e) {
  for (const auto& [knob, alternative] : when)
    if (d.at(knob).loops.size() > 1) e = value_of(knob) != constant(alternative) || e;
  return e;
}

inline constraint built_in(expression e, std::string reason, bool soft) {
  return {std::move(e.terms), std::move(reason), soft};
}

// ---- hard: points that mean the same ----------------------------------------------------------------------------------

/// Level l of a tile: at most the trips that the extent needs around the levels inside, unless it is the smallest
/// candidate anyway. Larger ones only repeat the loops of another point.
inline void add_tile_shape(std::vector<constraint>& out, const definition& d, std::int32_t k,
                           const digit_list& digits, const ast::problem* problem) {
  const auto& tile = d.at(k);
  if (tile.kind != knob_kind::tile || tile.name.empty()) return;
  auto inside = constant(1);
  for (std::int32_t l = tile.levels - 1; l > 0; --l) {
    const auto& candidates = digits[static_cast<std::size_t>(digits.first_of(k))].values;
    const auto needed = ceil_div(constant(tiled_extent(tile, problem)), inside);
    const auto least = level(k, l) == constant(candidates.front());
    out.push_back(built_in(level(k, l) <= needed || least,
                           "the loops of " + tile.name + " are not longer than the extent needs", false));
    inside = inside * level(k, l);
  }
}

inline void add_unroll_limit(std::vector<constraint>& out, const definition& d, std::int32_t k) {
  const auto& unroll = d.at(k);
  if (unroll.kind != knob_kind::unroll || unroll.name.empty()) return;
  const auto least = *std::min_element(unroll.values.begin(), unroll.values.end());
  out.push_back(built_in(value_of(k) <= trips(d, unroll.loops[0][0]) || value_of(k) == constant(least),
                         unroll.name + " is at most the trips of the loop that it unrolls", false));
}

// ---- soft: points that cannot be fast ---------------------------------------------------------------------------------

/// The register tile of one combination of alternatives, as expressions.
struct tile_figures {
  expression rows = constant(1);     ///< product of its spatial loops but the vector
  expression vectors = constant(1);  ///< along the vector loop
  expression repeats = constant(1);  ///< product of its reduction loops
  bool vectorized = false;
  bool empty = true;
};

/// One combination of alternatives, and the loops that it has in registers.
struct tile_case {
  chosen_loops chosen;
  conditions when;
  std::vector<loop_ref> loops;

  bool same_tile(const tile_case& other) const {
    return chosen.vectorized == other.chosen.vectorized && chosen.register_tile == other.chosen.register_tile;
  }
};

/// Combinations with different tiles. Most orders and parallel loops do not change the tile; conditions on them would
/// tie independent knobs together and make the space dear to count.
inline std::vector<tile_case> tile_cases(const definition& d, const ast::tree& op) {
  std::vector<tile_case> all;
  for_each_choice(d, [&](const chosen_loops& chosen, const conditions& when) {
    auto loops = register_loops(loop_order(d, op, chosen), op, chosen);
    if (chosen.vectorized && !listed(loops, chosen.vectorized->front())) loops.push_back(chosen.vectorized->front());
    std::sort(loops.begin(), loops.end(),
              [](const auto& a, const auto& b) { return std::pair(a.axis, a.level) < std::pair(b.axis, b.level); });
    all.push_back({chosen, when, std::move(loops)});
  });
  std::vector<tile_case> different;
  for (auto& c : all) {
    const bool alone = std::all_of(all.begin(), all.end(), [&](const tile_case& o) { return !o.same_tile(c) || o.loops == c.loops; });
    if (alone && std::any_of(different.begin(), different.end(), [&](const tile_case& o) { return o.same_tile(c); })) continue;
    different.push_back(c);
    if (alone)
      std::erase_if(different.back().when, [&](const auto& condition) {
        const auto kind = d.at(condition.first).kind;
        return kind == knob_kind::order || kind == knob_kind::parallel;
      });
  }
  return different;
}

inline tile_figures figures_of(const definition& d, const ast::tree& op, const tile_case& tile, std::int32_t lanes) {
  tile_figures f;
  const auto& chosen = tile.chosen;
  for (const auto& l : tile.loops) {
    f.empty = false;
    const bool is_vector = chosen.vectorized && listed(*chosen.vectorized, l);
    f.vectorized = f.vectorized || is_vector;
    if (is_vector) f.vectors = ceil_div(trips(d, l), constant(lanes));
    else if (is_reduced(l, op)) f.repeats = f.repeats * trips(d, l);
    else f.rows = f.rows * trips(d, l);
  }
  return f;
}

/// Accumulators, a row of the vector operand, and one broadcast: MR * NV + NV + 1 registers.
inline void add_register_limit(std::vector<constraint>& out, const definition& d, const conditions& when,
                               const tile_figures& f) {
  if (f.empty) return;
  const auto fits = f.vectorized
                        ? f.rows * f.vectors + f.vectors + constant(1) <= target_fact(fact::vector_registers)
                        : f.rows <= constant(max_default_register_tile);
  out.push_back(built_in(guarded(d, when, fits), "the register tile fits into the registers", true));
}

inline void add_code_limit(std::vector<constraint>& out, const definition& d, const conditions& when,
                           const tile_figures& f) {
  std::vector<expression> factors;
  for (std::size_t k = 0; k < d.knobs.size(); ++k)
    if (d.knobs[k].kind == knob_kind::unroll) factors.push_back(value_of(static_cast<std::int32_t>(k)));
  const auto unrolled = product(factors);
  const auto fits = f.rows * f.vectors * f.repeats * unrolled <= constant(max_unrolled_operations);
  out.push_back(built_in(guarded(d, when, fits || unrolled == constant(1)),
                         "unrolled code stays below " + std::to_string(max_unrolled_operations) + " operations", true));
}

inline void add_whole_vectors(std::vector<constraint>& out, const definition& d, const conditions& when,
                              const chosen_loops& chosen, std::int32_t lanes) {
  if (!chosen.vectorized) return;
  for (const auto& l : *chosen.vectorized) {
    if (find_tile(d, l.axis) < 0) continue;  // the extent decides, and its tail is handled anyway
    const auto n = trips(d, l);
    const auto whole = n % constant(lanes) == constant(0) || constant(lanes) % n == constant(0);
    out.push_back(built_in(guarded(d, when, whole), "the vector loop is made of whole vectors", true));
  }
}

}  // namespace detail

HONE_DECL std::vector<constraint> built_in_constraints(const definition& d, const ast::problem* problem,
                                                       const target::cpu& target) {
  std::vector<constraint> out;
  const digit_list digits(d, problem, target);
  for (std::int32_t k = 0; k < static_cast<std::int32_t>(d.knobs.size()); ++k) {
    detail::add_tile_shape(out, d, k, digits, problem);
    detail::add_unroll_limit(out, d, k);
  }
  if (!problem) return out;
  const auto lanes = target.lanes(computed_type(problem->op));
  for (const auto& tile : detail::tile_cases(d, problem->op)) {
    const auto figures = detail::figures_of(d, problem->op, tile, lanes);
    detail::add_register_limit(out, d, tile.when, figures);
    detail::add_code_limit(out, d, tile.when, figures);
    detail::add_whole_vectors(out, d, tile.when, tile.chosen, lanes);
  }
  return out;
}

}  // namespace hone::core::space
