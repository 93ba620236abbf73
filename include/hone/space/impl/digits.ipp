// SPDX-License-Identifier: Apache-2.0
/// \file
/// Candidates of knobs, and points to configurations and back.
#pragma once

#include <algorithm>
#include <set>
#include <utility>

#include <hone/diag/error.hpp>
#include <hone/space/digits.hpp>
#include <hone/space/text.hpp>

namespace hone::core::space {

namespace detail {

/// Beyond this many vectors a tile holds no more in registers, and powers of two and divisors are enough.
inline constexpr std::int64_t max_vector_multiple = 8;
inline constexpr std::int64_t max_small_candidate = 8;

inline std::vector<std::int64_t> without_duplicates(const std::vector<std::int64_t>& values) {
  std::vector<std::int64_t> result;
  for (const auto v : values)
    if (std::find(result.begin(), result.end(), v) == result.end()) result.push_back(v);
  return result;
}

/// The user's candidates that the extent has use for: larger ones mean the same loop as the extent itself. The smallest
/// stays, so that a list made for large extents fits small ones.
inline std::vector<std::int64_t> useful_candidates(std::vector<std::int64_t> values, std::int64_t extent) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  while (values.size() > 1 && values.back() > extent) values.pop_back();
  return values;
}

inline std::vector<std::int64_t> counted(std::size_t n) {
  std::vector<std::int64_t> numbers;
  for (std::size_t k = 0; k < n; ++k) numbers.push_back(static_cast<std::int64_t>(k));
  return numbers;
}

inline std::vector<std::int64_t> candidates_of(const knob& k, const ast::problem* problem, std::int32_t lanes) {
  if (chooses_loops(k.kind)) return counted(k.loops.size());
  if (k.kind != knob_kind::tile) return without_duplicates(k.values);
  const auto extent = tiled_extent(k, problem);
  return k.values.empty() ? tile_candidates(extent, lanes) : useful_candidates(k.values, extent);
}

inline std::optional<std::int32_t> place_of(const std::vector<std::int64_t>& values, std::int64_t value) {
  const auto found = std::find(values.begin(), values.end(), value);
  if (found == values.end()) return std::nullopt;
  return static_cast<std::int32_t>(found - values.begin());
}

}  // namespace detail

HONE_DECL std::optional<std::int32_t> alternative_of(const knob& k, const std::vector<std::int64_t>& values) {
  for (std::size_t n = 0; n < k.loops.size(); ++n)
    if (alternative_values(k.loops[n]) == values) return static_cast<std::int32_t>(n);
  return std::nullopt;
}

HONE_DECL std::vector<std::int64_t> tile_candidates(std::int64_t extent, std::int32_t lanes) {
  const std::int64_t bound = std::max<std::int64_t>(extent, 1);
  std::set<std::int64_t> found;
  const auto add = [&](std::int64_t value) {
    if (value <= bound) found.insert(value);
  };
  for (std::int64_t n = 1; n <= detail::max_small_candidate; ++n) add(n);
  for (std::int64_t n = 1; n <= bound; n *= 2) add(n);
  for (std::int64_t n = 1; n <= detail::max_vector_multiple; ++n) add(n * lanes);
  for (std::int64_t n = 1; n * n <= bound; ++n)
    if (bound % n == 0) {
      add(n);
      add(bound / n);
    }
  return {found.begin(), found.end()};
}

HONE_DECL std::vector<std::int64_t> alternative_values(const std::vector<loop_ref>& alternative) {
  std::vector<std::int64_t> values;
  for (const auto& l : alternative) {
    values.push_back(l.axis);
    values.push_back(l.level);
  }
  return values;
}

HONE_DECL std::int64_t tiled_extent(const knob& tile, const ast::problem* problem) {
  return tile.symbol < 0 || !problem ? tile.extent : problem->values[static_cast<std::size_t>(tile.symbol)];
}

HONE_DECL scalar_type computed_type(const ast::tree& op) {
  scalar_type widest = scalar_type::i32;
  const auto consider = [&](scalar_type t) {
    if (bytes_of(t) > bytes_of(widest) || (is_float(t) && bytes_of(t) == bytes_of(widest))) widest = t;
  };
  bool reduces = false;
  for (const auto& n : op.nodes) {
    if (n.kind != node_kind::reduce) continue;
    consider(n.type);
    reduces = true;
  }
  if (!reduces && !op.assignments.empty())
    consider(op.nodes[static_cast<std::size_t>(op.assignments.front().root)].type);
  return widest;
}

HONE_DECL digit_list::digit_list(const definition& d, const ast::problem* problem, const target::cpu& target) {
  const auto lanes = problem ? target.lanes(computed_type(problem->op)) : 1;
  for (std::size_t k = 0; k < d.knobs.size(); ++k) {
    const auto& knob = d.knobs[k];
    first_.push_back(static_cast<std::int32_t>(list_.size()));
    const auto candidates = detail::candidates_of(knob, problem, lanes);
    for (std::size_t n = 0; n < digits_of(knob); ++n) {
      const bool fixed_tile = knob.kind == knob_kind::tile && knob.name.empty();
      list_.push_back({static_cast<std::int32_t>(k), fixed_tile ? std::vector{knob.values[n]} : candidates});
    }
  }
}

HONE_DECL configuration digit_list::to_configuration(const definition& d, const point& p) const {
  configuration result;
  for (std::size_t k = 0; k < d.knobs.size(); ++k) {
    const auto& knob = d.knobs[k];
    if (knob.name.empty()) continue;
    auto& out = result.knobs.emplace_back(knob_value{knob.name, {}});
    const auto first = static_cast<std::size_t>(first_[k]);
    if (chooses_loops(knob.kind)) {
      out.values = alternative_values(knob.loops[static_cast<std::size_t>(p[first])]);
      continue;
    }
    for (std::size_t n = first; n < first + digits_of(knob); ++n)
      out.values.push_back(list_[n].values[static_cast<std::size_t>(p[n])]);
  }
  return result;
}

HONE_DECL std::optional<point> digit_list::to_point(const definition& d, const configuration& c,
                                                    std::string* reason) const {
  point result(list_.size(), 0);
  const auto refuse = [&](std::string why) {
    if (reason) *reason = std::move(why);
    return std::nullopt;
  };
  for (std::size_t k = 0; k < d.knobs.size(); ++k) {
    const auto& knob = d.knobs[k];
    if (knob.name.empty()) continue;
    const auto* given = find(c, knob.name);
    if (!given) return refuse("the configuration has no value for knob '" + knob.name + "'");
    const auto first = static_cast<std::size_t>(first_[k]);
    const auto no_candidate = [&] { return refuse(to_text({{*given}}) + " is none of the candidates of the knob"); };
    if (chooses_loops(knob.kind)) {
      const auto place = alternative_of(knob, given->values);
      if (!place) return no_candidate();
      result[first] = *place;
      continue;
    }
    if (given->values.size() != digits_of(knob)) return no_candidate();
    for (std::size_t n = 0; n < given->values.size(); ++n) {
      const auto place = detail::place_of(list_[first + n].values, given->values[n]);
      if (!place) return no_candidate();
      result[first + n] = *place;
    }
  }
  for (const auto& given : c.knobs)
    if (find_knob(d, given.knob) < 0) return refuse("the space has no knob '" + given.knob + "'");
  return result;
}

}  // namespace hone::core::space
