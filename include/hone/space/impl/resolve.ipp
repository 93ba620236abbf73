// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reading the values of a configuration and putting the schedule together.
#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include <hone/diag/error.hpp>
#include <hone/space/digits.hpp>
#include <hone/space/loops.hpp>
#include <hone/space/names.hpp>
#include <hone/space/resolve.hpp>
#include <hone/space/text.hpp>

namespace hone::core::space {

namespace detail {

[[noreturn]] inline void bad_configuration(const std::string& sentence) {
  throw error(error_code::bad_configuration, sentence);
}

/// The values that a knob has: of a fixed one its own.
inline std::vector<std::int64_t> values_of(const knob& k, const configuration& c) {
  if (k.name.empty()) return chooses_loops(k.kind) ? alternative_values(k.loops.front()) : k.values;
  const auto* given = find(c, k.name);
  if (!given) bad_configuration("the configuration has no value for knob '" + k.name + "'");
  if (!chooses_loops(k.kind) && given->values.size() != digits_of(k))
    bad_configuration(to_text({{*given}}) + " has the wrong number of values");
  return given->values;
}

inline const std::vector<loop_ref>& loops_of(const knob& k, const std::vector<std::int64_t>& values) {
  const auto n = alternative_of(k, values);
  if (!n) bad_configuration("knob '" + k.name + "' has no alternative " + to_text({{{k.name, values}}}));
  return k.loops[static_cast<std::size_t>(*n)];
}

struct schedule_builder {
  const definition& d;
  const ast::problem& problem;
  std::int64_t lanes;
  schedule result{};
  chosen_loops chosen{};

  void tile(const knob& k, const std::vector<std::int64_t>& inner) {
    for (const auto n : inner)
      if (n < 1) bad_configuration("a loop of less than one iteration in a tile of axis '" + spell_symbol(k.symbol, &problem.op) + "'");
    if (k.symbol >= 0 && !inner.empty()) result.tilings.push_back({k.symbol, inner});
  }
  void unroll(const knob& k, std::int64_t factor) {
    if (factor < 1) bad_configuration("an unroll factor below 1");
    if (factor > 1) result.unrolled.push_back({k.loops.front().front(), factor});
  }
  void pack(const knob& k, std::int64_t position) {
    if (position < 0 || position > static_cast<std::int64_t>(pack_position::tile))
      bad_configuration("there is no way to pack with number " + std::to_string(position));
    if (position > 0) result.packed.push_back({k.symbol, static_cast<pack_position>(position)});
  }
  void decide(const knob& k, const std::vector<std::int64_t>& values) {
    switch (k.kind) {
      case knob_kind::tile: return tile(k, values);
      case knob_kind::unroll: return unroll(k, values.front());
      case knob_kind::pack: return pack(k, values.front());
      case knob_kind::choice: return;
      default: chosen.of(k.kind) = &loops_of(k, values);
    }
  }

  std::int64_t trips(const loop_ref& l) const {
    const auto extent = problem.values[static_cast<std::size_t>(l.axis)];
    std::int64_t inside = 1;
    for (const auto& t : result.tilings) {
      if (t.axis != l.axis) continue;
      if (l.level > 0) return t.inner[static_cast<std::size_t>(l.level - 1)];
      for (const auto n : t.inner) inside *= n;
    }
    return (extent + inside - 1) / inside;
  }
  /// Elements, or vectors, that a register tile holds.
  std::int64_t tile_size(const std::vector<loop_ref>& loops) const {
    std::int64_t size = 1;
    for (const auto& l : loops) size *= result.vectorized == l ? (trips(l) + lanes - 1) / lanes : trips(l);
    return size;
  }
  /// What is left of a default register tile that is too large: the vector loop and the loops of its axis inside it.
  std::vector<loop_ref> vector_part(const std::vector<loop_ref>& loops) const {
    std::vector<loop_ref> part;
    for (const auto& l : loops)
      if (result.vectorized && l.axis == result.vectorized->axis && l.level >= result.vectorized->level) part.push_back(l);
    return part;
  }

  schedule finish() {
    if (chosen.vectorized) result.vectorized = chosen.vectorized->front();
    if (chosen.parallel) result.parallel = chosen.parallel->front();
    result.order = loop_order(d, problem.op, chosen);
    result.register_tile = register_loops(result.order, problem.op, chosen);
    if (!chosen.register_tile && tile_size(result.register_tile) > max_default_register_tile)
      result.register_tile = vector_part(result.register_tile);
    std::stable_partition(result.order.begin(), result.order.end(),
                          [&](const loop_ref& l) { return !listed(result.register_tile, l); });
    // a tile that takes in every loop leaves none to run on several threads
    if (result.parallel && listed(result.register_tile, *result.parallel)) result.parallel.reset();
    return std::move(result);
  }
};

}  // namespace detail

HONE_DECL schedule resolve(const definition& original, const configuration& c, const ast::problem& problem,
                           const target::cpu& target) {
  const auto lanes = target.lanes(computed_type(problem.op));
  const auto d = split_vector_axes(original, lanes);
  detail::schedule_builder builder{d, problem, lanes};
  for (const auto& k : d.knobs) builder.decide(k, detail::values_of(k, c));
  if (const auto why = misfit_of(d, problem.op, builder.chosen); !why.empty()) detail::bad_configuration(why);
  return builder.finish();
}

}  // namespace hone::core::space
