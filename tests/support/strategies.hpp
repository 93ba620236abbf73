// SPDX-License-Identifier: Apache-2.0
/// \file
/// The strategies of a search over a space, as `tune` makes them.
#pragma once

#include <memory>
#include <vector>

#include <hone/features/knob_features.hpp>
#include <hone/model/gbt/booster.hpp>
#include <hone/search/annealing.hpp>
#include <hone/search/loop.hpp>
#include <hone/target/known.hpp>

namespace hone::core::test {

/// A space without an operator, for a processor that need not be there.
struct searched_space {
  explicit searched_space(space::definition d)
      : knobs(std::move(d)),
        target(target::known::avx2()),
        points(knobs, nullptr, target),
        features(knobs, nullptr, target) {}
  space::definition knobs;
  target::cpu target;
  space::space points;
  features::knob_features features;

  std::unique_ptr<search::strategy> annealing(std::uint64_t seed = 0) const {
    model::gbt::params p;
    p.seed = seed;
    return std::make_unique<search::annealing>(
        points, std::make_unique<model::gbt::booster>(p),
        [this](const space::configuration& c, std::vector<float>& row) { features.append(c, row); });
  }
  std::unique_ptr<search::strategy> random() const { return std::make_unique<search::random_search>(points); }
  std::unique_ptr<search::strategy> grid() const { return std::make_unique<search::grid_search>(points); }
  std::vector<std::unique_ptr<search::strategy>> strategies() const {
    std::vector<std::unique_ptr<search::strategy>> all;
    all.push_back(annealing());
    all.push_back(random());
    all.push_back(grid());
    return all;
  }
};

}  // namespace hone::core::test
