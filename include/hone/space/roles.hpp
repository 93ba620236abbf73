// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which axis is the vector, which one the rows of the register tile, and how large the tile should be.
#pragma once

#include <cstdint>
#include <vector>

#include <hone/config.hpp>
#include <hone/space/analysis.hpp>
#include <hone/target/cpu.hpp>

namespace hone::core::space {

namespace detail {
/// A packed copy pays when each element is read this often.
inline constexpr std::int64_t min_reuse_to_pack = 32;
}  // namespace detail

/// -1 where the operator has no such axis.
struct axis_roles {
  std::int32_t vector = -1;         ///< may be a reduction, when only along it memory is contiguous
  std::int32_t rows = -1;           ///< a spatial axis along which the vector operand is read again
  bool rows_reuse = false;          ///< whether some operand that moves with the vector stays put along the rows
  std::vector<std::int32_t> batch;  ///< other spatial axes that index every operand: nothing is shared across them
  std::vector<std::int32_t> other;  ///< the rest of the spatial axes
};

/// How good an axis is as the vector, between 0 and 1: whole vectors, no gathers, plain stores.
HONE_DECL double vector_score(const operator_view& op, std::int32_t axis);

HONE_DECL axis_roles find_roles(const operator_view& op);

/// A register tile of `rows` rows of `vectors` vectors.
struct tile_size {
  std::int64_t rows = 1;
  std::int64_t vectors = 1;
};

/// The tile of the highest throughput by a model of the core: rows * vectors + vectors + 1 registers; two loads and two
/// multiply-adds a cycle, so at most one load each; eight multiply-adds under way; and the share of tiles that the
/// extents fill.
HONE_DECL tile_size best_register_tile(std::int64_t row_extent, std::int64_t vector_extent, std::int32_t lanes,
                                       std::int32_t registers);

/// Extent over n parts of about equal size, none above `wanted`: 1000 by 256 is 250.
constexpr std::int64_t balanced(std::int64_t extent, std::int64_t wanted) {
  if (extent <= wanted || wanted < 1) return extent < 1 ? 1 : extent;
  const auto parts = (extent + wanted - 1) / wanted;
  return (extent + parts - 1) / parts;
}

}  // namespace hone::core::space

#if !defined(HONE_COMPILED)
#include <hone/space/impl/roles.ipp>
#endif
