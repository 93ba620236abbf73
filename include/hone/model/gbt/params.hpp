// SPDX-License-Identifier: Apache-2.0
/// \file
/// Hyper-parameters of the gradient-boosted trees, declared once.
#pragma once

#include <cstdint>

namespace hone::core::model::gbt {

enum class objective : std::uint8_t {
  squared,        ///< (score - quality)^2
  pairwise_rank,  ///< log(1 + exp(-(score_i - score_j))) over pairs of which i is the better
};

struct params {
  gbt::objective objective = gbt::objective::pairwise_rank;
  int rounds = 64;                 ///< trees; 1 and more
  int depth = 4;                   ///< of a tree; 1 to 8
  double learning_rate = 0.3;      ///< (0, 1]
  double leaf_penalty = 1.0;       ///< lambda: added to the sum of second derivatives of a leaf
  double split_penalty = 1e-4;     ///< gamma: a split must gain more
  double min_child_weight = 1e-3;  ///< least sum of second derivatives of a child
  int partners = 8;                ///< pairwise_rank: random other rows that each row is compared with, per round
  double gain_exponent = 4.0;      ///< pairwise_rank: a pair counts |2^(e q_i) - 2^(e q_j)|; 0: every pair alike
  std::uint64_t seed = 1;          ///< of the partners
};

}  // namespace hone::core::model::gbt
