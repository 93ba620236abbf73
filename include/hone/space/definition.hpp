// SPDX-License-Identifier: Apache-2.0
/// \file
/// A search space as plain data: its knobs and its constraints, before extents and target are known.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <hone/ast/tree.hpp>
#include <hone/config.hpp>
#include <hone/dsl/knobs/term.hpp>
#include <hone/space/constraint.hpp>
#include <hone/space/schedule.hpp>

namespace hone::core::space {

using dsl::knob_kind;

/// A decision. A knob without a name is a fixed one: it has one alternative, and no configuration mentions it.
struct knob {
  knob_kind kind = knob_kind::choice;
  std::string name;
  std::int32_t symbol = -1;  ///< tile: the axis, or -1 when it tiles a number; pack: the tensor
  std::int64_t extent = 0;   ///< tile of a number
  std::int32_t levels = 1;   ///< tile: number of loops
  /// choice, unroll: the candidates. pack: `pack_position`s. tile: the candidates of every inner extent, or empty to
  /// derive them from the extent; of a fixed tile the inner extents themselves, outermost first.
  std::vector<std::int64_t> values;
  /// vectorize, parallel: alternatives of one loop each. order, register_tile: alternatives. unroll: the loop.
  std::vector<std::vector<loop_ref>> loops;
  friend bool operator==(const knob&, const knob&) = default;
};

struct definition {
  std::vector<knob> knobs;
  std::vector<constraint> constraints;
  friend bool operator==(const definition&, const definition&) = default;

  const knob& at(std::int32_t k) const { return knobs[static_cast<std::size_t>(k)]; }
};

/// The knob of a name, or -1.
HONE_DECL std::int32_t find_knob(const definition& d, std::string_view name);
/// The tile of an axis, or -1.
HONE_DECL std::int32_t find_tile(const definition& d, std::int32_t axis);
/// The first knob of a kind, or -1.
HONE_DECL std::int32_t find_kind(const definition& d, knob_kind kind);
/// Number of loops that an axis has: 1 when nothing tiles it.
HONE_DECL std::int32_t levels_of(const definition& d, std::int32_t axis);

/// Changes a space: a knob of `extra` replaces the one of the same name, of the same axis or tensor, of the same loop to
/// unroll, and the one decision on vector, order, parallel loop or register tile; other knobs and all constraints are
/// added. What `base` says about a loop that is gone then holds for the innermost loop that is left of its axis.
HONE_DECL definition edit(definition base, const definition& extra);

}  // namespace hone::core::space

#if !defined(HONE_COMPILED)
#include <hone/space/impl/definition.ipp>
#endif
