// SPDX-License-Identifier: Apache-2.0
/// \file
/// First and second derivatives of the losses that trees are boosted against.
#pragma once

#include <span>

#include <hone/config.hpp>
#include <hone/meta/random.hpp>
#include <hone/model/gbt/params.hpp>

namespace hone::core::model::gbt {

/// Derivatives of the loss by each row's score. Squared: g = s - q, h = 1. Pairwise rank (RankNet, Burges et al. 2005;
/// the weights of LambdaMART): with z = 1 / (1 + exp(s_i - s_j)) for a pair of which i is the better, g_i -= w z,
/// g_j += w z and both h += w z (1 - z).
HONE_DECL void differentiate(const params& p, std::span<const float> scores, std::span<const double> quality,
                             random_generator& random, std::span<float> first, std::span<float> second);

}  // namespace hone::core::model::gbt

#if !defined(HONE_COMPILED)
#include <hone/model/gbt/impl/objectives.ipp>
#endif
