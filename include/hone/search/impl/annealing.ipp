// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of search/annealing.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <hone/search/annealing.hpp>

namespace hone::core::search {
namespace detail {

HONE_DECL double spread_of_scores(const std::vector<double>& scores) {
  if (scores.size() < 2) return 0;
  const auto n = static_cast<double>(scores.size());
  const double mean = std::accumulate(scores.begin(), scores.end(), 0.0) / n;
  double squares = 0;
  for (const double s : scores) squares += (s - mean) * (s - mean);
  return std::sqrt(squares / n);
}

/// The trials that a model learns from: all, or the best half of `most` and others drawn at random.
HONE_DECL std::vector<std::size_t> rows_to_learn(const std::vector<trial>& trials, std::size_t most, random_generator& random) {
  std::vector<std::size_t> rows(trials.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  if (rows.size() <= most) return rows;
  const auto time = [&](std::size_t r) {
    return trials[r].outcome.usable() ? trials[r].outcome.median_ns : std::numeric_limits<double>::infinity();
  };
  std::stable_sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) { return time(a) < time(b); });
  for (std::size_t k = most / 2; k < most; ++k) std::swap(rows[k], rows[k + random.below(rows.size() - k)]);
  rows.resize(most);
  return rows;
}

}  // namespace detail

HONE_DECL annealing::annealing(space::space s, std::unique_ptr<model::cost_model> model, feature_function features,
                               const annealing_params& params)
    : space_(s), model_(std::move(model)), features_(std::move(features)), params_(params), random_(std::move(s)) {}

/// Fits the model; false when it has no opinion.
HONE_DECL bool annealing::learn(const history& known, random_generator& random) {
  if (static_cast<int>(known.trials().size()) < params_.initial || known.best() < 0) return false;
  model::feature_matrix rows;
  std::vector<double> quality;
  for (const auto r : detail::rows_to_learn(known.trials(), static_cast<std::size_t>(params_.max_rows), random)) {
    const auto& t = known.trials()[r];
    if (space::is_default(t.configuration)) continue;
    features_(t.configuration, rows.values);
    quality.push_back(t.outcome.usable() ? known.best_ns() / t.outcome.median_ns : 0);
  }
  if (quality.empty()) return false;
  rows.columns = rows.values.size() / quality.size();
  model_->fit(rows, quality);
  return model_->ready();
}

HONE_DECL void annealing::rate(std::vector<point>& points) const {
  model::feature_matrix rows;
  for (const auto& p : points) features_(p.configuration, rows.values);
  rows.columns = points.empty() ? 0 : rows.values.size() / points.size();
  std::vector<double> scores(points.size());
  model_->score(rows, scores);
  for (std::size_t k = 0; k < points.size(); ++k) points[k].score = scores[k];
}

/// Chains go on where they stood; a share starts anew, one at the best trial.
HONE_DECL void annealing::start_chains(const history& known, random_generator& random) {
  const auto wanted = static_cast<std::size_t>(params_.chains);
  const auto fresh = chains_.empty() ? wanted : static_cast<std::size_t>(params_.fresh * params_.chains);
  chains_.resize(wanted);
  for (std::size_t k = 0; k < fresh; ++k) chains_[wanted - 1 - k].configuration = space_.sample(random);
  const auto& best = known.trials()[static_cast<std::size_t>(known.best())].configuration;
  if (space_.contains(best)) chains_.back().configuration = best;
  rate(chains_);
}

/// All points that the chains met, the new ones of each step rated together.
HONE_DECL std::vector<annealing::point> annealing::walk(random_generator& random) {
  std::vector<point> met = chains_;
  for (int step = 0; step < params_.steps; ++step) {
    std::vector<point> moved;
    for (const auto& chain : chains_) {
      auto next = space_.random_neighbour(chain.configuration, random);
      moved.push_back({next ? std::move(*next) : chain.configuration, 0});
    }
    rate(moved);
    std::vector<double> scores;
    for (const auto& p : moved) scores.push_back(p.score);
    const double heat = params_.temperature * detail::spread_of_scores(scores) * (1 - static_cast<double>(step) / params_.steps);
    for (std::size_t k = 0; k < chains_.size(); ++k) {
      const double gain = moved[k].score - chains_[k].score;
      if (gain >= 0 || (heat > 0 && random.uniform() < std::exp(gain / heat))) chains_[k] = moved[k];
    }
    met.insert(met.end(), std::make_move_iterator(moved.begin()), std::make_move_iterator(moved.end()));
  }
  return met;
}

HONE_DECL std::vector<space::configuration> annealing::propose(history& known, int count, random_generator& random) {
  if (!learn(known, random)) return random_.propose(known, count, random);
  start_chains(known, random);
  auto met = walk(random);
  std::stable_sort(met.begin(), met.end(), [](const point& a, const point& b) { return a.score > b.score; });
  int guessed = 0;
  for (int k = 0; k < count; ++k) guessed += random.uniform() < params_.epsilon ? 1 : 0;
  std::vector<space::configuration> batch;
  for (auto& p : met) {
    if (static_cast<int>(batch.size()) >= count - guessed) break;
    if (known.claim(p.configuration)) batch.push_back(std::move(p.configuration));
  }
  auto others = random_.propose(known, count - static_cast<int>(batch.size()), random);
  batch.insert(batch.end(), std::make_move_iterator(others.begin()), std::make_move_iterator(others.end()));
  return batch;
}

}  // namespace hone::core::search
