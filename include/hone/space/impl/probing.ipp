// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random descents.
#pragma once

#include <utility>
#include <vector>

#include <hone/space/probing.hpp>

namespace hone::core::space {

namespace detail {
inline std::vector<std::int32_t> open_branches(partial_point& here) {
  std::vector<std::int32_t> open;
  for (std::int32_t c = 0, n = here.candidates(); c < n; ++c) {
    if (!here.descend(c)) continue;
    here.ascend();
    open.push_back(c);
  }
  return open;
}
}  // namespace detail

HONE_DECL probe descend_randomly(partial_point start, random_generator& random) {
  double weight = 1;
  while (!start.complete()) {
    const auto open = detail::open_branches(start);
    if (open.empty()) return {};
    weight *= static_cast<double>(open.size());
    start.descend(open[static_cast<std::size_t>(random.below(open.size()))]);
  }
  return {start.decided(), weight};
}

HONE_DECL double estimate_size(const partial_point& start, int descents, random_generator& random) {
  double sum = 0;
  for (int n = 0; n < descents; ++n) sum += descend_randomly(start, random).weight;
  return sum / descents;
}

HONE_DECL std::optional<point> sample_nearly_uniform(const partial_point& start, int descents,
                                                     random_generator& random) {
  probe kept;
  double sum = 0;
  for (int n = 0; n < descents; ++n) {
    auto next = descend_randomly(start, random);
    sum += next.weight;
    if (next.weight > 0 && random.uniform() * sum < next.weight) kept = std::move(next);
  }
  if (sum == 0) return std::nullopt;
  return std::move(kept.found);
}

}  // namespace hone::core::space
