// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where an output is looked at when all of it is too much.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <hone/ast/problem.hpp>
#include <hone/config.hpp>

namespace hone::core::native {

/// One index per dimension of the output; entries past its rank are 0.
using point = std::array<std::int64_t, ast::max_rank>;

/// About `n` elements of the output of `p`, each once: corners, then what stands beside the borders and where vectors
/// and tiles of 8, 16 and 64 leave a tail, then random ones. All elements, in order, if there are no more than `n`.
/// The same seed gives the same points.
HONE_DECL std::vector<point> sample_points(const ast::problem& p, std::int64_t n, std::uint64_t seed);

}  // namespace hone::core::native

#if !defined(HONE_COMPILED)
#include <hone/native/impl/sampling.ipp>
#endif
