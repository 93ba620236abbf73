// SPDX-License-Identifier: Apache-2.0
/// \file
/// Body of model/gbt/tree.hpp.
#pragma once

#include <algorithm>
#include <array>

#include <hone/model/gbt/tree.hpp>

namespace hone::core::model::gbt {
namespace detail {

struct sums {
  float first = 0;
  float second = 0;
  sums& operator+=(const sums& other) {
    first += other.first;
    second += other.second;
    return *this;
  }
  sums operator-(const sums& other) const { return {first - other.first, second - other.second}; }
};

struct split {
  double gain = 0;
  std::size_t column = 0;  ///< among the kept ones
  std::size_t bin = 0;     ///< the last that goes left
};

HONE_DECL double score_of(const sums& s, const params& p) {
  return static_cast<double>(s.first) * s.first / (s.second + p.leaf_penalty);
}

HONE_DECL void try_column(const binned& data, std::size_t column, std::span<const std::uint32_t> rows,
                          std::span<const float> first, std::span<const float> second, const sums& all, const params& p,
                          split& best) {
  std::array<sums, max_bins + 1> histogram;  // only as many as the column has are touched: most have few
  std::fill_n(histogram.begin(), data.thresholds[column].size(), sums{});
  const auto& bins = data.bins[column];
  for (const auto r : rows) histogram[bins[r]] += sums{first[r], second[r]};
  sums left;
  const double whole = score_of(all, p);
  for (std::size_t b = 0; b + 1 < data.thresholds[column].size(); ++b) {
    left += histogram[b];
    const sums right = all - left;
    if (left.second < p.min_child_weight || right.second < p.min_child_weight) continue;
    const double gain = (score_of(left, p) + score_of(right, p) - whole) / 2 - p.split_penalty;
    if (gain > best.gain) best = {gain, column, b};
  }
}

}  // namespace detail

HONE_DECL tree grow(const binned& data, std::span<const float> first, std::span<const float> second, const params& p,
                    std::span<float> margins) {
  tree t;
  t.nodes.resize((std::size_t{2} << p.depth) - 1);
  std::vector<std::uint32_t> order(data.rows);
  for (std::size_t r = 0; r < data.rows; ++r) order[r] = static_cast<std::uint32_t>(r);
  struct piece {
    std::size_t node, begin, end;
    int level;
  };
  std::vector<piece> open{{0, 0, data.rows, 0}};
  while (!open.empty()) {
    const auto now = open.back();
    open.pop_back();
    const std::span rows(order.data() + now.begin, now.end - now.begin);
    detail::sums all;
    for (const auto r : rows) all += detail::sums{first[r], second[r]};
    detail::split best;
    if (now.level < p.depth && rows.size() > 1)
      for (std::size_t c = 0; c < data.columns.size(); ++c) detail::try_column(data, c, rows, first, second, all, p, best);
    auto& node = t.nodes[now.node];
    if (best.gain <= 0) {
      node.value = static_cast<float>(-p.learning_rate * all.first / (all.second + p.leaf_penalty));
      for (const auto r : rows) margins[r] += node.value;
      continue;
    }
    node.column = static_cast<std::int32_t>(data.columns[best.column]);
    node.threshold = data.thresholds[best.column][best.bin];
    const auto& bins = data.bins[best.column];
    const auto middle = static_cast<std::size_t>(
        std::stable_partition(rows.begin(), rows.end(), [&](std::uint32_t r) { return bins[r] <= best.bin; }) - rows.begin());
    open.push_back({2 * now.node + 2, now.begin + middle, now.end, now.level + 1});
    open.push_back({2 * now.node + 1, now.begin, now.begin + middle, now.level + 1});
  }
  return t;
}

}  // namespace hone::core::model::gbt
