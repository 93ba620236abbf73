// SPDX-License-Identifier: Apache-2.0
/// \file
/// Looking knobs up, and changing a space.
#pragma once

#include <algorithm>
#include <utility>

#include <hone/space/definition.hpp>

namespace hone::core::space {

namespace detail {

template <class Predicate>
std::int32_t find_first(const definition& d, Predicate matches) {
  for (std::size_t k = 0; k < d.knobs.size(); ++k)
    if (matches(d.knobs[k])) return static_cast<std::int32_t>(k);
  return -1;
}

/// Whether `changed` takes the place of `old`: one decision cannot be made twice.
inline bool replaces(const knob& changed, const knob& old) {
  if (!changed.name.empty() && changed.name == old.name) return true;
  if (changed.kind != old.kind) return false;
  switch (changed.kind) {
    case knob_kind::choice: return false;
    case knob_kind::tile:
    case knob_kind::pack: return changed.symbol >= 0 && changed.symbol == old.symbol;
    case knob_kind::unroll: return changed.loops == old.loops;
    default: return true;
  }
}

/// After a change of tiles: loops that are gone become the innermost one that is left, once in each alternative.
inline void follow_tiles(knob& k, const definition& d) {
  for (auto& alternative : k.loops) {
    std::vector<loop_ref> left;
    for (auto loop : alternative) {
      loop.level = std::min(loop.level, levels_of(d, loop.axis) - 1);
      if (std::find(left.begin(), left.end(), loop) == left.end()) left.push_back(loop);
    }
    alternative = std::move(left);
  }
}
inline void follow_tiles(constraint& c, const definition& d) {
  for (auto& t : c.terms)
    if (t.kind == term_kind::level) t.level = std::min(t.level, d.at(t.subject).levels - 1);
}

}  // namespace detail

HONE_DECL std::int32_t find_knob(const definition& d, std::string_view name) {
  return detail::find_first(d, [&](const knob& k) { return k.name == name; });
}
HONE_DECL std::int32_t find_tile(const definition& d, std::int32_t axis) {
  return detail::find_first(d, [&](const knob& k) { return k.kind == knob_kind::tile && k.symbol == axis; });
}
HONE_DECL std::int32_t find_kind(const definition& d, knob_kind kind) {
  return detail::find_first(d, [&](const knob& k) { return k.kind == kind; });
}
HONE_DECL std::int32_t levels_of(const definition& d, std::int32_t axis) {
  const auto tile = find_tile(d, axis);
  return tile < 0 ? 1 : d.at(tile).levels;
}

HONE_DECL definition edit(definition base, const definition& extra) {
  const auto old_knobs = base.knobs.size();
  const auto old_constraints = base.constraints.size();
  std::vector<std::int32_t> place;  // of the knobs of `extra` in `base`
  for (const auto& changed : extra.knobs) {
    auto k = detail::find_first(base, [&](const knob& old) { return detail::replaces(changed, old); });
    if (k < 0) {
      k = static_cast<std::int32_t>(base.knobs.size());
      base.knobs.push_back(changed);
    } else {
      base.knobs[static_cast<std::size_t>(k)] = changed;
    }
    place.push_back(k);
  }
  for (std::size_t k = 0; k < old_knobs; ++k)
    if (std::find(place.begin(), place.end(), static_cast<std::int32_t>(k)) == place.end())
      detail::follow_tiles(base.knobs[k], base);
  for (std::size_t c = 0; c < old_constraints; ++c) detail::follow_tiles(base.constraints[c], base);
  for (auto added : extra.constraints) {
    for (auto& t : added.terms)
      if (t.kind == term_kind::level || t.kind == term_kind::value)
        t.subject = place[static_cast<std::size_t>(t.subject)];
    base.constraints.push_back(std::move(added));
  }
  return base;
}

}  // namespace hone::core::space
