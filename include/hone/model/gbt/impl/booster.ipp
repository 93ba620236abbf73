// SPDX-License-Identifier: Apache-2.0
/// \file
/// Body of model/gbt/booster.hpp.
#pragma once

#include <algorithm>
#include <cmath>

#include <hone/diag/error.hpp>
#include <hone/model/gbt/bins.hpp>
#include <hone/model/gbt/booster.hpp>
#include <hone/model/gbt/objectives.hpp>

namespace hone::core::model::gbt {

HONE_DECL booster::booster(const params& p) : params_(p) {
  params_.depth = std::clamp(params_.depth, 1, 8);
  params_.rounds = std::max(params_.rounds, 1);
}

HONE_DECL void booster::fit(const feature_matrix& candidates, std::span<const double> quality) {
  const auto n = candidates.rows();
  if (n != quality.size()) throw internal_error("a cost model needs one quality per row");
  trees_.clear();
  columns_ = candidates.columns;
  std::vector<double> target(quality.begin(), quality.end());
  for (auto& q : target) q = std::isfinite(q) ? std::clamp(q, 0.0, 1.0) : 0.0;
  if (n < 2 || std::all_of(target.begin(), target.end(), [&](double q) { return q == target.front(); })) return;

  const auto data = bin(candidates);
  if (data.columns.empty()) return;
  std::vector<float> margins(n, 0), first(n), second(n);
  random_generator random(params_.seed);
  for (int round = 0; round < params_.rounds; ++round) {
    differentiate(params_, margins, target, random, first, second);
    trees_.push_back(grow(data, first, second, params_, margins));
  }
}

HONE_DECL void booster::score(const feature_matrix& candidates, std::span<double> scores) const {
  std::fill(scores.begin(), scores.end(), 0.0);
  if (candidates.columns != columns_) return;
  const auto n = std::min(candidates.rows(), scores.size());
  for (const auto& t : trees_)
    for (std::size_t r = 0; r < n; ++r) scores[r] += t(candidates.row(r));
}

}  // namespace hone::core::model::gbt
