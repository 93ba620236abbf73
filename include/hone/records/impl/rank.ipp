// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `rank.hpp`.
#pragma once

#include <hone/records/rank.hpp>

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace hone::core::records {

HONE_DECL std::string rivalry(const record& r) {
  auto text = r.key.text();
  for (const auto& k : r.configuration.knobs) text.append("\n").append(k.knob);
  return text;
}

HONE_DECL std::vector<int> ranks(const std::vector<record>& records) {
  std::vector<std::size_t> order(records.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return records[a].median_ns < records[b].median_ns; });
  std::vector<int> places(records.size());
  std::unordered_map<std::string, int> seen;
  for (const auto k : order) places[k] = seen[rivalry(records[k])]++;
  return places;
}

}  // namespace hone::core::records
