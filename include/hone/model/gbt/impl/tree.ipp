// SPDX-License-Identifier: Apache-2.0
/// \file
/// Body of model/gbt/tree.hpp.
#pragma once

#include <algorithm>
#include <utility>

#include <hone/model/gbt/tree.hpp>

namespace hone::core::model::gbt {
namespace detail {

struct sums {
  float first = 0;
  float second = 0;
  std::int32_t rows = 0;
  sums& operator+=(const sums& other) {
    first += other.first;
    second += other.second;
    rows += other.rows;
    return *this;
  }
  sums operator-(const sums& other) const {
    return {first - other.first, second - other.second, rows - other.rows};
  }
};

struct split {
  double gain = 0;
  std::size_t column = 0;  ///< among the kept ones
  std::size_t bin = 0;     ///< the last that goes left
};

HONE_DECL double score_of(const sums& s, const params& p) {
  return static_cast<double>(s.first) * s.first / (s.second + p.leaf_penalty);
}

/// Grows one tree. A node has the sums of its rows in each bin of each column; those of the larger child are the
/// parent's less those of the smaller one.
class grower {
 public:
  grower(const binned& data, std::span<const float> first, std::span<const float> second, const params& p,
         std::span<float> margins)
      : data_(data), first_(first), second_(second), params_(p), margins_(margins), order_(data.rows) {
    for (std::size_t r = 0; r < data.rows; ++r) order_[r] = static_cast<std::uint32_t>(r);
    tree_.nodes.resize((std::size_t{2} << p.depth) - 1);
  }

  tree finish() {
    grow({0, 0, data_.rows, 0}, histogram_of(0, data_.rows));
    return std::move(tree_);
  }

 private:
  using histogram = std::vector<sums>;  ///< the bins of all columns, one column after the other
  struct piece {
    std::size_t node, begin, end;
    int level;
    std::size_t rows() const { return end - begin; }
  };

  histogram histogram_of(std::size_t begin, std::size_t end) const {
    histogram h(data_.offsets.back());
    const auto columns = data_.columns.size();
    for (auto k = begin; k < end; ++k) {
      const auto r = order_[k];
      const sums row{first_[r], second_[r], 1};
      const auto* bins = data_.by_row.data() + r * columns;
      for (std::size_t c = 0; c < columns; ++c) h[data_.offsets[c] + bins[c]] += row;
    }
    return h;
  }

  void try_column(const histogram& h, std::size_t column, const sums& all, double whole, split& best) const {
    const auto* bins = h.data() + data_.offsets[column];
    const auto count = data_.offsets[column + 1] - data_.offsets[column];
    sums left;
    for (std::size_t b = 0; b + 1 < count; ++b) {
      if (bins[b].rows == 0) continue;
      left += bins[b];
      const sums right = all - left;
      if (right.rows == 0) return;
      if (left.second < params_.min_child_weight || right.second < params_.min_child_weight) continue;
      const double gain = (score_of(left, params_) + score_of(right, params_) - whole) / 2 - params_.split_penalty;
      if (gain > best.gain) best = {gain, column, b};
    }
  }

  split best_split(const histogram& h, const sums& all) const {
    split best;
    const double whole = score_of(all, params_);
    for (std::size_t c = 0; c < data_.columns.size(); ++c) try_column(h, c, all, whole, best);
    return best;
  }

  void grow(const piece& now, histogram h) {
    sums all;
    for (auto k = now.begin; k < now.end; ++k) all += sums{first_[order_[k]], second_[order_[k]], 1};
    split best;
    if (now.level < params_.depth && now.rows() > 1) best = best_split(h, all);
    auto& node = tree_.nodes[now.node];
    if (best.gain <= 0) {
      node.value = static_cast<float>(-params_.learning_rate * all.first / (all.second + params_.leaf_penalty));
      for (auto k = now.begin; k < now.end; ++k) margins_[order_[k]] += node.value;
      return;
    }
    node.column = static_cast<std::int32_t>(data_.columns[best.column]);
    node.threshold = data_.thresholds[best.column][best.bin];
    const auto middle = static_cast<std::size_t>(
        std::stable_partition(order_.begin() + static_cast<std::ptrdiff_t>(now.begin),
                              order_.begin() + static_cast<std::ptrdiff_t>(now.end),
                              [&](std::uint32_t r) { return data_.bin(r, best.column) <= best.bin; }) -
        order_.begin());
    const piece left{2 * now.node + 1, now.begin, middle, now.level + 1};
    const piece right{2 * now.node + 2, middle, now.end, now.level + 1};
    if (left.level == params_.depth) {  // leaves need no histogram
      grow(left, {});
      return grow(right, {});
    }
    const bool left_is_smaller = left.rows() <= right.rows();
    const auto& smaller = left_is_smaller ? left : right;
    auto of_smaller = histogram_of(smaller.begin, smaller.end);
    for (std::size_t b = 0; b < h.size(); ++b) h[b] = h[b] - of_smaller[b];
    grow(left, left_is_smaller ? std::move(of_smaller) : std::move(h));
    grow(right, left_is_smaller ? std::move(h) : std::move(of_smaller));
  }

  const binned& data_;
  std::span<const float> first_, second_;
  const params& params_;
  std::span<float> margins_;
  std::vector<std::uint32_t> order_;
  tree tree_;
};

}  // namespace detail

HONE_DECL tree grow(const binned& data, std::span<const float> first, std::span<const float> second, const params& p,
                    std::span<float> margins) {
  return detail::grower(data, first, second, p, margins).finish();
}

}  // namespace hone::core::model::gbt
