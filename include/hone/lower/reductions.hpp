// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which reductions of an operator the schedule's loops compute, and which are computed in place.
#pragma once

#include <cstdint>
#include <vector>

#include <hone/ast/problem.hpp>
#include <hone/config.hpp>

namespace hone::core::lower {

/// The scheduled reductions share their axes and so their loops. Every other one runs as a loop of its own where its
/// value is needed.
struct scheduled_reductions {
  std::vector<std::int32_t> nodes;  ///< of the operator's tree; none of them inside another reduction
  std::vector<std::int32_t> axes;   ///< symbols

  bool contains(std::int32_t node) const {
    for (const auto n : nodes)
      if (n == node) return true;
    return false;
  }
};

/// Chooses among the outermost reductions those over the axes with the most iterations. Empty when one of these axes
/// has extent 0: then there is nothing to schedule.
HONE_DECL scheduled_reductions find_scheduled(const ast::problem& problem);

/// Outermost reductions below `root`, or `root` itself.
HONE_DECL std::vector<std::int32_t> outermost_reductions(const ast::tree& op, std::int32_t root);

/// The axes that a reduce node binds.
HONE_DECL std::vector<std::int32_t> reduced_axes(const ast::tree& op, std::int32_t node);

/// The expression under a reduce node.
HONE_DECL std::int32_t reduction_body(const ast::tree& op, std::int32_t node);

}  // namespace hone::core::lower

#if !defined(HONE_COMPILED)
#include <hone/lower/impl/reductions.ipp>
#endif
