// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which loops a definition makes and how they nest, for one alternative of every knob over loops.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <hone/ast/tree.hpp>
#include <hone/config.hpp>
#include <hone/space/definition.hpp>
#include <hone/space/schedule.hpp>

namespace hone::core::space {

/// The loops that are chosen; null where no knob is there.
struct chosen_loops {
  const std::vector<loop_ref>* order = nullptr;
  const std::vector<loop_ref>* vectorized = nullptr;
  const std::vector<loop_ref>* parallel = nullptr;
  const std::vector<loop_ref>* register_tile = nullptr;

  const std::vector<loop_ref>*& of(knob_kind kind);
};

inline bool listed(const std::vector<loop_ref>& list, const loop_ref& l) {
  return std::find(list.begin(), list.end(), l) != list.end();
}
inline bool is_reduced(const loop_ref& l, const ast::tree& op) {
  return op.symbols[static_cast<std::size_t>(l.axis)].reduced;
}

/// The loops with no knob looked at: level by level, spatial axes in the order of the output, then reductions; the last
/// spatial level innermost.
HONE_DECL std::vector<loop_ref> default_order(const definition& d, const ast::tree& op);

/// All loops, outermost first: the default order with the listed loops in the listed order, the parallel loop outermost,
/// the register tile innermost.
HONE_DECL std::vector<loop_ref> loop_order(const definition& d, const ast::tree& op, const chosen_loops& chosen);

/// The loops that are in registers: as chosen, else the innermost loop of each axis that follows the last reduction which
/// is not the vector, else, of an
/// operator without reductions, the vector loop and what is inside it. `order` is what `loop_order` gave.
HONE_DECL std::vector<loop_ref> register_loops(const std::vector<loop_ref>& order, const ast::tree& op,
                                               const chosen_loops& chosen);

/// Why the loops of one choice cannot nest, or an empty text: an inner loop of an axis outside of an outer one; a loop
/// that is the vector or in registers with a loop of its axis inside it that is not.
HONE_DECL std::string misfit_of(const definition& d, const ast::tree& op, const chosen_loops& chosen);

/// An axis that nothing tiles cannot be the vector as a whole: it gets a fixed tile of one vector, which becomes the loop
/// that `vectorize` means. `lanes` are those of `computed_type`.
HONE_DECL definition split_vector_axes(definition d, std::int32_t lanes);

/// Calls `visit(chosen, conditions)` for each combination of alternatives; `conditions` are the pairs of knob and number
/// of the alternative.
HONE_DECL void for_each_choice(
    const definition& d,
    const std::function<void(const chosen_loops&, const std::vector<std::pair<std::int32_t, std::int64_t>>&)>& visit);

}  // namespace hone::core::space

#if !defined(HONE_COMPILED)
#include <hone/space/impl/loops.ipp>
#endif
