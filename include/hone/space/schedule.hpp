// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a configuration decides, with every knob resolved: the input of lowering. Plain data.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace hone::core::space {

/// A loop of the operator's nest: level 0 is the outermost of its axis.
struct loop_ref {
  std::int32_t axis = -1;  ///< symbol of the operator's tree
  std::int32_t level = 0;
  friend bool operator==(const loop_ref&, const loop_ref&) = default;
};

/// How an axis is split into `inner.size() + 1` loops. `inner` are the trip counts of loops 1, 2, ...; the trip count
/// of loop 0 is what the extent needs, rounded up. Extents need not be multiples.
struct tiling {
  std::int32_t axis = -1;
  std::vector<std::int64_t> inner;
  friend bool operator==(const tiling&, const tiling&) = default;
};

/// A serial loop whose body stands `factor` times in a row, the rest in a loop after it.
struct unrolling {
  loop_ref loop;
  std::int64_t factor = 1;
  friend bool operator==(const unrolling&, const unrolling&) = default;
};

/// Where an operand is copied into a layout that suits the loops.
enum class pack_position : std::int8_t {
  none,  ///< read in place
  once,  ///< the whole operand, before the loops
  tile,  ///< the part that the inner loops read, inside the outermost reduction loop
};

struct packing {
  std::int32_t tensor = -1;  ///< symbol of the operator's tree
  pack_position position = pack_position::none;
  friend bool operator==(const packing&, const packing&) = default;
};

/// A complete schedule. Axes that are not tiled are one loop (level 0).
struct schedule {
  std::vector<tiling> tilings;
  std::vector<loop_ref> order;          ///< every loop, outermost first
  std::vector<loop_ref> register_tile;  ///< loops that are unrolled whole; the innermost ones of `order`
  std::optional<loop_ref> vectorized;   ///< one loop of the register tile, or a level that becomes one
  std::optional<loop_ref> parallel;     ///< the outermost loop, a spatial one
  std::vector<unrolling> unrolled;
  std::vector<packing> packed;
  friend bool operator==(const schedule&, const schedule&) = default;
};

}  // namespace hone::core::space
