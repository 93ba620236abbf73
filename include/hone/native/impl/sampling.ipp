// SPDX-License-Identifier: Apache-2.0
/// \file
/// Body of native/sampling.hpp.
#pragma once

#include <set>

#include <hone/meta/random.hpp>
#include <hone/native/sampling.hpp>

namespace hone::core::native {
namespace detail {

/// The output's extents, and the points taken so far in order.
struct sampler {
  std::vector<std::int64_t> extents;
  std::size_t wanted;
  random_generator random;
  std::set<point> known{};
  std::vector<point> points{};

  bool full() const { return points.size() >= wanted; }
  void take(const point& where) {
    if (!full() && known.insert(where).second) points.push_back(where);
  }
};

/// Every point of the grid in row-major order, or those whose indices are `choices[d][...]`.
HONE_DECL void take_grid(sampler& s, const std::vector<std::vector<std::int64_t>>& choices) {
  point where{};
  std::array<std::size_t, ast::max_rank> at{};
  while (!s.full()) {
    for (std::size_t d = 0; d < choices.size(); ++d) where[d] = choices[d][at[d]];
    s.take(where);
    std::size_t d = choices.size();
    while (d > 0 && ++at[d - 1] == choices[d - 1].size()) at[--d] = 0;
    if (d == 0) return;
  }
}

/// First and last, their neighbours, and both sides of the last multiple of 8, 16 and 64.
HONE_DECL std::vector<std::int64_t> borders(std::int64_t extent) {
  std::set<std::int64_t> found;
  for (const std::int64_t x : {std::int64_t{0}, std::int64_t{1}, extent - 2, extent - 1}) found.insert(x);
  for (const std::int64_t width : {8, 16, 64})
    for (const std::int64_t x : {extent / width * width - 1, extent / width * width}) found.insert(x);
  std::erase_if(found, [extent](std::int64_t x) { return x < 0 || x >= extent; });
  return {found.begin(), found.end()};
}

/// Each index is, with even chances where `near` says so, one at a border, else any.
HONE_DECL point random_point(sampler& s, bool near) {
  point where{};
  for (std::size_t d = 0; d < s.extents.size(); ++d) {
    const auto special = borders(s.extents[d]);
    const auto any = static_cast<std::int64_t>(s.random.below(static_cast<std::uint64_t>(s.extents[d])));
    where[d] = near && s.random.below(2) == 0 ? special[s.random.below(special.size())] : any;
  }
  return where;
}

HONE_DECL void take_sample(sampler& s) {
  std::vector<std::vector<std::int64_t>> corners;
  for (const std::int64_t extent : s.extents)
    corners.push_back(extent == 1 ? std::vector<std::int64_t>{0} : std::vector<std::int64_t>{0, extent - 1});
  take_grid(s, corners);
  // draws that repeat a point are lost, so there are more of them than points; few are, as there are more elements
  for (std::size_t k = 0; k < 8 * s.wanted && !s.full(); ++k) s.take(random_point(s, s.points.size() < s.wanted / 2));
}

}  // namespace detail

HONE_DECL std::vector<point> sample_points(const ast::problem& p, std::int64_t n, std::uint64_t seed) {
  const ast::assignment& body = p.op.assignments.front();
  detail::sampler s{{}, static_cast<std::size_t>(n), random_generator(seed)};
  double elements = 1;  // as a number that does not overflow
  for (int d = 0; d < body.rank; ++d) {
    const auto axis = static_cast<std::size_t>(body.indices[static_cast<std::size_t>(d)]);
    s.extents.push_back(p.values[axis]);
    elements *= static_cast<double>(p.values[axis]);
  }
  if (elements == 0) return {};
  if (elements > static_cast<double>(n)) {
    detail::take_sample(s);
    return s.points;
  }
  std::vector<std::vector<std::int64_t>> all;
  for (const std::int64_t extent : s.extents) {
    all.emplace_back();
    for (std::int64_t k = 0; k < extent; ++k) all.back().push_back(k);
  }
  detail::take_grid(s, all);
  return s.points;
}

}  // namespace hone::core::native
