// SPDX-License-Identifier: Apache-2.0
/// \file
/// The loops that a schedule makes of an operator's axes: serial ones, and the register tile inside them.
#pragma once

#include <cstdint>
#include <vector>

#include <hone/ast/problem.hpp>
#include <hone/config.hpp>
#include <hone/space/schedule.hpp>
#include <hone/target/cpu.hpp>

namespace hone::core::lower {

/// A loop that stays a loop. Its variable counts blocks of the axis: element = variable * block + what is inside.
struct nest_loop {
  std::int32_t axis = -1;    ///< symbol
  std::int32_t level = 0;    ///< as in the schedule
  std::int64_t block = 1;    ///< elements of the axis in an iteration
  std::int64_t window = 1;   ///< elements of the axis that the loop runs over, at most
  bool reduced = false;
  bool parallel = false;
  std::int64_t unroll = 1;
};

/// An axis of the register tile: its loop is unrolled whole, or is the vector.
struct tile_axis {
  std::int32_t axis = -1;
  std::int64_t extent = 1;  ///< elements in a full tile
  bool reduced = false;
  bool vectorized = false;
};

/// Loops that run once are left out. The tile stands inside every loop.
struct nest {
  std::vector<nest_loop> loops;   ///< outermost first
  std::vector<tile_axis> tile;    ///< outermost first; reduced axes before spatial ones
  std::int32_t lanes = 1;         ///< of a vector along the vectorised axis

  const tile_axis* tiled(std::int32_t axis) const {
    for (const auto& t : tile)
      if (t.axis == axis) return &t;
    return nullptr;
  }
  const tile_axis* vector_axis() const {
    for (const auto& t : tile)
      if (t.vectorized) return &t;
    return nullptr;
  }
};

/// Elements of the axis that the register tile covers; 1 when the axis has no part in it.
HONE_DECL std::int64_t tile_extent(const nest& n, std::int32_t axis);

/// Builds the nest over the output's axes and `reduced_axes`. Loops of other axes in the schedule are ignored.
/// `computed` is the type that a vector holds. Throws `error{bad_configuration}` with the reason when the schedule does
/// not fit: a loop missing or twice, levels of an axis out of order, a register tile that is not innermost, a parallel
/// loop that is reduced or not the outermost.
HONE_DECL nest make_nest(const ast::problem& problem, const std::vector<std::int32_t>& reduced_axes,
                         const space::schedule& schedule, const target::cpu& target, scalar_type computed);

}  // namespace hone::core::lower

#if !defined(HONE_COMPILED)
#include <hone/lower/impl/nest.ipp>
#endif
