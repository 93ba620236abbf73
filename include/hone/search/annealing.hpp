// SPDX-License-Identifier: Apache-2.0
/// \file
/// Simulated annealing over a learned cost model: the exploration of AutoTVM (Chen et al. 2018, section 3.3).
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <hone/config.hpp>
#include <hone/model/cost_model.hpp>
#include <hone/search/strategy.hpp>

namespace hone::core::search {

/// The features of a configuration, appended to a row. Every configuration of a space gives equally many.
using feature_function = std::function<void(const space::configuration&, std::vector<float>&)>;

struct annealing_params {
  int initial = 16;            ///< random trials before the model is asked
  double epsilon = 0.05;       ///< share of each batch that is random
  int chains = 64;             ///< walks side by side; they go on from batch to batch
  int steps = 24;              ///< of each walk per batch
  double temperature = 0.2;    ///< at the start of a batch, in standard deviations of the scores; falls to 0
  double fresh = 0.25;         ///< share of the chains that start anew from random points
  int max_rows = 384;          ///< the model learns from this many trials at most: the best half, the rest drawn
};

/// Fits the model to every trial before a batch, walks, and proposes the points of the highest score that it met.
class annealing final : public strategy {
 public:
  HONE_DECL annealing(space::space s, std::unique_ptr<model::cost_model> model, feature_function features,
                      const annealing_params& params = {});
  HONE_DECL std::vector<space::configuration> propose(history& known, int count, random_generator& random) override;

 private:
  struct point {
    space::configuration configuration;
    double score = 0;
  };
  HONE_DECL bool learn(const history& known, random_generator& random);
  HONE_DECL void rate(std::vector<point>& points) const;
  HONE_DECL void start_chains(const history& known, random_generator& random);
  HONE_DECL std::vector<point> walk(random_generator& random);

  space::space space_;
  std::unique_ptr<model::cost_model> model_;
  feature_function features_;
  annealing_params params_;
  random_search random_;
  std::vector<point> chains_;
};

}  // namespace hone::core::search

#if !defined(HONE_COMPILED)
#include <hone/search/impl/annealing.ipp>
#endif
