// SPDX-License-Identifier: Apache-2.0
/// \file
/// The order of the digits, and descending through it.
#pragma once

#include <algorithm>
#include <cmath>

#include <hone/space/partial_point.hpp>

namespace hone::core::space {

namespace detail {

inline interval range_of(const digit& d) {
  const auto [low, high] = std::minmax_element(d.values.begin(), d.values.end());
  return {*low, *high};
}

/// Digits among `decided` that share a constraint with one that is not.
inline std::vector<std::size_t> frontier_of(const std::vector<char>& decided,
                                            const std::vector<bound_constraint>& constraints) {
  std::vector<char> matters(decided.size(), 0);
  for (const auto& c : constraints) {
    const auto is_decided = [&](std::int32_t k) { return decided[static_cast<std::size_t>(k)] != 0; };
    if (std::all_of(c.digits.begin(), c.digits.end(), is_decided)) continue;
    for (const auto k : c.digits)
      if (is_decided(k)) matters[static_cast<std::size_t>(k)] = 1;
  }
  std::vector<std::size_t> result;
  for (std::size_t k = 0; k < matters.size(); ++k)
    if (matters[k]) result.push_back(k);
  return result;
}

/// Number of states that a frontier can be in, as a logarithm.
inline double states_of(const std::vector<std::size_t>& frontier, const std::vector<digit>& digits) {
  double states = 0;
  for (const auto k : frontier) states += std::log(static_cast<double>(digits[k].values.size()));
  return states;
}

/// Greedy: always the digit that leaves the fewest states open (as in variable elimination, by minimal fill).
inline std::vector<std::size_t> elimination_order(const std::vector<digit>& digits,
                                                  const std::vector<bound_constraint>& constraints) {
  std::vector<std::size_t> order;
  std::vector<char> decided(digits.size(), 0);
  while (order.size() < digits.size()) {
    std::size_t best = digits.size();
    double fewest = 0;
    for (std::size_t k = 0; k < digits.size(); ++k) {
      if (decided[k]) continue;
      decided[k] = 1;
      const double states = states_of(frontier_of(decided, constraints), digits);
      decided[k] = 0;
      if (best != digits.size() && states >= fewest) continue;
      best = k;
      fewest = states;
    }
    decided[best] = 1;
    order.push_back(best);
  }
  return order;
}

}  // namespace detail

HONE_DECL partial_point::partial_point(const std::vector<digit>& digits,
                                       const std::vector<bound_constraint>& constraints)
    : digits_(&digits),
      constraints_(&constraints),
      order_(detail::elimination_order(digits, constraints)),
      touching_(digits.size()),
      point_(digits.size(), 0) {
  for (const auto& d : digits) ranges_.push_back(detail::range_of(d));
  for (std::size_t c = 0; c < constraints.size(); ++c)
    for (const auto k : constraints[c].digits) touching_[static_cast<std::size_t>(k)].push_back(c);
  std::vector<char> decided(digits.size(), 0);
  frontiers_.push_back({});
  for (const auto k : order_) {
    decided[k] = 1;
    frontiers_.push_back(detail::frontier_of(decided, constraints));
  }
}

HONE_DECL bool partial_point::descend(std::int32_t candidate) {
  const auto k = next();
  const auto value = (*digits_)[k].values[static_cast<std::size_t>(candidate)];
  ranges_[k] = {value, value};
  const auto holds = [&](std::size_t c) { return !evaluate((*constraints_)[c], ranges_).is_false(); };
  if (!std::all_of(touching_[k].begin(), touching_[k].end(), holds)) {
    ranges_[k] = detail::range_of((*digits_)[k]);
    return false;
  }
  point_[k] = candidate;
  ++depth_;
  return true;
}

HONE_DECL void partial_point::ascend() {
  --depth_;
  ranges_[next()] = detail::range_of((*digits_)[next()]);
}

HONE_DECL std::u32string partial_point::frontier() const {
  std::u32string key;
  for (const auto k : frontiers_[depth_]) key += static_cast<char32_t>(point_[k]);
  return key;
}

}  // namespace hone::core::space
