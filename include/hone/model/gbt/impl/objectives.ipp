// SPDX-License-Identifier: Apache-2.0
/// \file
/// Body of model/gbt/objectives.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Core>

#include <hone/model/gbt/objectives.hpp>

namespace hone::core::model::gbt {
namespace detail {

template <class T>
auto as_array(std::span<T> s) {
  return Eigen::Map<Eigen::Array<std::remove_const_t<T>, Eigen::Dynamic, 1>>(const_cast<std::remove_const_t<T>*>(s.data()),
                                                                             static_cast<Eigen::Index>(s.size()));
}

HONE_DECL void rank_pairs(const params& p, std::span<const float> scores, std::span<const double> quality,
                          random_generator& random, std::span<float> first, std::span<float> second) {
  const std::size_t n = quality.size();
  // 2^(e q) over 2^e - 1, so that the best pair counts 1
  const double scale = p.gain_exponent == 0 ? 1 : 1 / (std::exp2(p.gain_exponent) - 1);
  const Eigen::ArrayXd gain = scale * (as_array(quality) * (p.gain_exponent * std::log(2.0))).exp();
  for (std::size_t a = 0; a < n; ++a)
    for (int k = 0; k < p.partners; ++k) {
      std::size_t better = a, worse = random.below(n);
      if (quality[better] == quality[worse]) continue;
      if (quality[better] < quality[worse]) std::swap(better, worse);
      const auto weight = p.gain_exponent == 0 ? 1.0F
                                               : static_cast<float>(gain[static_cast<Eigen::Index>(better)] -
                                                                    gain[static_cast<Eigen::Index>(worse)]);
      const float z = 1 / (1 + std::exp(scores[better] - scores[worse]));
      const float pull = weight * z;
      const float curve = std::max(weight * z * (1 - z), 1e-16F);
      first[better] -= pull;
      first[worse] += pull;
      second[better] += curve;
      second[worse] += curve;
    }
}

}  // namespace detail

HONE_DECL void differentiate(const params& p, std::span<const float> scores, std::span<const double> quality,
                             random_generator& random, std::span<float> first, std::span<float> second) {
  if (p.objective == objective::squared) {
    detail::as_array(first) = detail::as_array(scores) - detail::as_array(quality).cast<float>();
    detail::as_array(second).setOnes();
    return;
  }
  detail::as_array(first).setZero();
  detail::as_array(second).setZero();
  detail::rank_pairs(p, scores, quality, random, first, second);
}

}  // namespace hone::core::model::gbt
