// SPDX-License-Identifier: Apache-2.0
/// \file
/// The space: its constraints bound to a problem, and a decision diagram of its points where that is small enough.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include <hone/diag/error.hpp>
#include <hone/space/bound_constraint.hpp>
#include <hone/space/decision_diagram.hpp>
#include <hone/space/digits.hpp>
#include <hone/space/loops.hpp>
#include <hone/space/partial_point.hpp>
#include <hone/space/probing.hpp>
#include <hone/space/space.hpp>
#include <hone/space/text.hpp>
#include <hone/space/validity.hpp>
#include <hone/space/verify.hpp>

namespace hone::core::space {

namespace detail {

/// A diagram of this many edges takes 4 MB and some tenths of a second.
inline constexpr std::size_t max_diagram_edges = 250'000;
/// Above it doubles no longer hold every count.
inline constexpr double largest_exact_count = 0x1p53;
inline constexpr int size_descents = 200;    ///< of an estimated size
inline constexpr int sample_descents = 8;    ///< per sample, without a diagram
inline constexpr int blame_samples = 2000;    ///< points looked at to find the constraint that excludes most
inline constexpr int adapt_samples = 8;      ///< points looked at to adapt one, without a diagram
inline constexpr int neighbour_tries = 32;    ///< before all neighbours are listed

inline std::vector<interval> as_ranges(const digit_list& digits, const point& p) {
  std::vector<interval> ranges(p.size());
  for (std::size_t k = 0; k < p.size(); ++k) {
    const auto v = digits[k].values[static_cast<std::size_t>(p[k])];
    ranges[k] = {v, v};
  }
  return ranges;
}

/// The first constraint that a point breaks, or none.
inline const bound_constraint* broken(const std::vector<bound_constraint>& constraints, const digit_list& digits,
                                      const point& p) {
  const auto ranges = as_ranges(digits, p);
  for (const auto& c : constraints)
    if (evaluate(c, ranges).is_false()) return &c;
  return nullptr;
}

inline point random_point(const digit_list& digits, random_generator& random) {
  point p;
  for (const auto& d : digits.all()) p.push_back(static_cast<std::int32_t>(random.below(d.values.size())));
  return p;
}

/// The constraint that excludes the largest part of all combinations of candidates; one of the user's where they tie.
inline const bound_constraint& most_excluding(const std::vector<bound_constraint>& constraints,
                                              const digit_list& digits) {
  random_generator random(0);
  std::vector<int> excluded(constraints.size(), 0);
  for (int n = 0; n < blame_samples; ++n) {
    const auto ranges = as_ranges(digits, random_point(digits, random));
    for (std::size_t c = 0; c < constraints.size(); ++c) excluded[c] += evaluate(constraints[c], ranges).is_false();
  }
  return constraints[static_cast<std::size_t>(std::max_element(excluded.begin(), excluded.end()) - excluded.begin())];
}

/// A point is far from another when the ratio of a number is large; alternatives are the same or not.
inline double distance(std::int64_t a, std::int64_t b) {
  if (a == b) return 0;
  return a > 0 && b > 0 ? std::abs(std::log(static_cast<double>(a) / static_cast<double>(b))) : 1;
}

}  // namespace detail

HONE_DECL std::int64_t points_in_fraction(double fraction, double size) {
  // The product of a decimal fraction and a whole number misses the whole number it means by a rounding error.
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::floor(fraction * size * (1 + 1e-12))));
}

struct space::state {
  definition knobs;
  digit_list digits;
  std::vector<bound_constraint> constraints;
  std::optional<decision_diagram> diagram;
  space_size size;

  partial_point start() const { return {digits.all(), constraints}; }

  void count() {
    diagram = decision_diagram::build(start(), detail::max_diagram_edges);
    if (diagram) {
      size = {diagram->count(), diagram->count() < detail::largest_exact_count};
      return;
    }
    random_generator random(0);
    size = {estimate_size(start(), detail::size_descents, random), false};
  }

  /// The hard constraints, and of the soft ones as many as leave a point, in their order.
  void relax(const std::vector<bound_constraint>& all) {
    constraints.clear();
    for (const auto& c : all)
      if (!c.soft) constraints.push_back(c);
    count();
    if (size.value == 0) fail();
    for (const auto& c : all) {
      if (!c.soft) continue;
      constraints.push_back(c);
      count();
      if (size.value == 0) constraints.pop_back();
    }
    count();
  }

  [[noreturn]] void fail() const {
    if (constraints.empty()) throw internal_error("a space without constraints is empty");
    throw error(error_code::empty_space,
                "no configuration satisfies every constraint; most are excluded by: " +
                    detail::most_excluding(constraints, digits).text);
  }

  bool holds(const point& p) const { return detail::broken(constraints, digits, p) == nullptr; }
  /// The same of a point beside one that holds: only what mentions a digit that differs is looked at.
  bool holds_beside(const point& sound, const point& p) const {
    std::vector<interval> ranges;
    return std::all_of(constraints.begin(), constraints.end(), [&](const bound_constraint& c) {
      const bool same = std::all_of(c.digits.begin(), c.digits.end(), [&](std::int32_t k) {
        return p[static_cast<std::size_t>(k)] == sound[static_cast<std::size_t>(k)];
      });
      if (same) return true;
      if (ranges.empty()) ranges = detail::as_ranges(digits, p);
      return !evaluate(c, ranges).is_false();
    });
  }

  point sample(random_generator& random) const {
    if (diagram) return diagram->at(std::floor(random.uniform() * diagram->count()));
    for (;;)
      if (auto p = sample_nearly_uniform(start(), detail::sample_descents, random)) return *std::move(p);
  }

  /// Digit `k` of a neighbour, and for tiles a second digit of the same tile, may differ.
  std::vector<point> neighbours(const point& p) const {
    std::vector<point> result;
    const auto consider = [&](const point& q) {
      if (holds(q)) result.push_back(q);
    };
    for (std::size_t a = 0; a < p.size(); ++a)
      for_each_other(p, a, [&](const point& q) {
        consider(q);
        for (std::size_t b = a + 1; b < p.size() && digits[b].knob == digits[a].knob; ++b)
          for_each_other(q, b, consider);
      });
    return result;
  }

  /// One digit, or every third time two of one tile, set to random candidates.
  point random_change(point p, random_generator& random) const {
    const auto redraw = [&](std::size_t k) { p[k] = static_cast<std::int32_t>(random.below(digits[k].values.size())); };
    const auto k = static_cast<std::size_t>(random.below(p.size()));
    redraw(k);
    const bool also_next = k + 1 < p.size() && digits[k + 1].knob == digits[k].knob && random.below(3) == 0;
    if (also_next) redraw(k + 1);
    return p;
  }

  template <class Visit>
  void for_each_other(point p, std::size_t k, Visit visit) const {
    const auto own = p[k];
    for (std::int32_t c = 0; c < static_cast<std::int32_t>(digits[k].values.size()); ++c) {
      p[k] = c;
      if (c != own) visit(p);
    }
  }

  /// What each digit should be, according to a configuration of another space: none where it does not say.
  std::vector<std::optional<std::int64_t>> wishes(const configuration& c) const;
  double cost(const std::vector<std::optional<std::int64_t>>& wanted, std::size_t k, std::int32_t candidate) const {
    if (!wanted[k]) return 0;
    // the inner loops of a tile matter more than the outer ones
    const bool outer = k + 1 < digits.size() && digits[k + 1].knob == digits[k].knob;
    return (outer ? 0.5 : 1) * detail::distance(*wanted[k], digits[k].values[static_cast<std::size_t>(candidate)]);
  }
};

HONE_DECL std::vector<std::optional<std::int64_t>> space::state::wishes(const configuration& c) const {
  std::vector<std::optional<std::int64_t>> result(digits.size());
  for (std::size_t k = 0; k < knobs.knobs.size(); ++k) {
    const auto& knob = knobs.knobs[k];
    const auto* given = knob.name.empty() ? nullptr : find(c, knob.name);
    if (!given) continue;
    const auto first = static_cast<std::size_t>(digits.first_of(static_cast<std::int32_t>(k)));
    if (chooses_loops(knob.kind)) {
      if (const auto n = alternative_of(knob, given->values)) result[first] = *n;
    } else if (given->values.size() == digits_of(knob)) {
      std::copy(given->values.begin(), given->values.end(), result.begin() + static_cast<std::ptrdiff_t>(first));
    }
  }
  return result;
}

HONE_DECL space::space(definition d, const ast::problem* problem, const target::cpu& target) {
  verify(d, problem ? &problem->op : nullptr);
  if (problem) d = split_vector_axes(std::move(d), target.lanes(computed_type(problem->op)));
  auto s = std::make_shared<state>();
  s->digits = digit_list(d, problem, target);
  auto all = d.constraints;
  for (auto& c : built_in_constraints(d, problem, target)) all.push_back(std::move(c));
  std::vector<bound_constraint> bound;
  for (const auto& c : all) bound.push_back(bind(c, d, s->digits, problem, target));
  s->knobs = std::move(d);
  s->constraints = bound;
  s->count();
  if (s->size.value == 0) s->relax(bound);
  state_ = std::move(s);
}

HONE_DECL const definition& space::knobs() const { return state_->knobs; }
HONE_DECL space_size space::size() const { return state_->size; }
HONE_DECL bool space::uniform() const { return state_->diagram.has_value(); }

HONE_DECL configuration space::sample(random_generator& random) const {
  return state_->digits.to_configuration(state_->knobs, state_->sample(random));
}

HONE_DECL configuration space::at(std::uint64_t index) const {
  if (!state_->size.exact || static_cast<double>(index) >= state_->size.value)
    throw error(error_code::bad_configuration, "the space has no point number " + std::to_string(index));
  return state_->digits.to_configuration(state_->knobs, state_->diagram->at(static_cast<double>(index)));
}

HONE_DECL bool space::contains(const configuration& c, std::string* reason) const {
  const auto p = state_->digits.to_point(state_->knobs, c, reason);
  if (!p) return false;
  const auto* b = detail::broken(state_->constraints, state_->digits, *p);
  if (b && reason) *reason = "the configuration " + to_text(c) + " breaks a constraint: " + b->text;
  return b == nullptr;
}

HONE_DECL std::vector<configuration> space::neighbours(const configuration& c) const {
  std::vector<configuration> result;
  if (const auto p = state_->digits.to_point(state_->knobs, c, nullptr))
    for (const auto& q : state_->neighbours(*p)) result.push_back(state_->digits.to_configuration(state_->knobs, q));
  return result;
}

HONE_DECL std::optional<configuration> space::random_neighbour(const configuration& c,
                                                               random_generator& random) const {
  const auto p = state_->digits.to_point(state_->knobs, c, nullptr);
  if (!p) return std::nullopt;
  for (int n = 0; n < detail::neighbour_tries; ++n)
    if (const auto q = state_->random_change(*p, random); q != *p && state_->holds_beside(*p, q))
      return state_->digits.to_configuration(state_->knobs, q);
  const auto all = state_->neighbours(*p);
  if (all.empty()) return std::nullopt;
  return state_->digits.to_configuration(state_->knobs, all[static_cast<std::size_t>(random.below(all.size()))]);
}

HONE_DECL configuration space::adapt(const configuration& c) const {
  const auto wanted = state_->wishes(c);
  const auto cost = [&](std::size_t k, std::int32_t candidate) { return state_->cost(wanted, k, candidate); };
  if (state_->diagram) return state_->digits.to_configuration(state_->knobs, state_->diagram->cheapest(cost));
  const auto total = [&](const point& p) {
    double sum = 0;
    for (std::size_t k = 0; k < p.size(); ++k) sum += cost(k, p[k]);
    return sum;
  };
  random_generator random(0);
  auto best = state_->sample(random);
  for (int n = 1; n < detail::adapt_samples; ++n)
    if (auto p = state_->sample(random); total(p) < total(best)) best = std::move(p);
  return state_->digits.to_configuration(state_->knobs, best);
}

}  // namespace hone::core::space
