// SPDX-License-Identifier: Apache-2.0
/// \file
/// Spaces too large for a decision diagram: random descents estimate the size (Knuth, "Estimating the efficiency of
/// backtrack programs", 1975) and give points that are nearly uniform.
#pragma once

#include <cstdint>
#include <optional>

#include <hone/config.hpp>
#include <hone/meta/random.hpp>
#include <hone/space/digits.hpp>
#include <hone/space/partial_point.hpp>

namespace hone::core::space {

struct probe {
  point found;
  double weight = 0;  ///< product of the branches that were open on the way: the expectation is the number of points
};

/// One descent that takes each open branch with the same probability; weight 0 when it ends without a point.
HONE_DECL probe descend_randomly(partial_point start, random_generator& random);

/// Mean weight of `descents` descents.
HONE_DECL double estimate_size(const partial_point& start, int descents, random_generator& random);

/// Of `descents` descents, one with probability in proportion to its weight (sampling and importance resampling): exactly
/// uniform in the limit only. None when all fail.
HONE_DECL std::optional<point> sample_nearly_uniform(const partial_point& start, int descents,
                                                     random_generator& random);

}  // namespace hone::core::space

#if !defined(HONE_COMPILED)
#include <hone/space/impl/probing.ipp>
#endif
