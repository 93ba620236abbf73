// SPDX-License-Identifier: Apache-2.0
/// \file
/// The stage graph: what a schedule computes besides the output, where, and in which memory. A packed operand is an
/// identity stage with a layout; accumulators are a stage in registers and, where an outer reduction loop leaves them
/// and comes back, one in memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <hone/ast/problem.hpp>
#include <hone/config.hpp>
#include <hone/lower/nest.hpp>
#include <hone/lower/reductions.hpp>
#include <hone/space/schedule.hpp>
#include <hone/target/cpu.hpp>

namespace hone::core::lower {

/// A dimension of a copy. By axis: the loop of a nest (its index counts blocks) or the axis's part of the register
/// tile (`level` -1, its index counts elements). By box: dimension `axis` of the tensor itself.
struct copy_dimension {
  std::int32_t axis = -1;
  std::int32_t level = -1;
  std::int64_t extent = 1;
  std::int64_t block = 1;
};

/// An identity stage: a copy of a tensor's region in a layout of its own.
struct copy_stage {
  std::int32_t tensor = -1;         ///< symbol
  std::vector<std::int32_t> reads;  ///< nodes that read the copy
  bool by_axis = false;             ///< dimensions follow the loops, else they are the tensor's own
  bool once = false;                ///< the whole region, before the nest, in a program of its own
  std::vector<copy_dimension> dimensions;

  std::int64_t size() const {
    std::int64_t n = 1;
    for (const auto& d : dimensions) n *= d.extent;
    return n;
  }
};

/// Where accumulators live while an outer reduction loop goes round.
enum class partial_sums {
  registers,  ///< they never leave: no reduction loop stands outside a spatial one
  output,     ///< in the output itself
  memory,     ///< in a tile of scratch memory
};

struct stage_graph {
  lower::nest nest;
  scheduled_reductions reductions;
  std::vector<copy_stage> copies;
  std::int32_t copy_depth = 0;         ///< loops outside the copies that are not `once`
  std::int32_t memory_depth = 0;       ///< loops outside the first reduction loop: partial sums start here
  std::int32_t accumulate_depth = 0;   ///< loops outside the innermost reduction loops: registers are filled here
  partial_sums partial = partial_sums::registers;
  bool starts_from_output = false;     ///< `+=` of one sum: the accumulators begin as the output's old values
  std::int32_t vector_bytes = 16;      ///< of the target: copies move this much at a time
  std::vector<std::int64_t> memory_extents;  ///< by dimension of the output: the tile of partial sums
};

/// Throws `error{bad_configuration}` with the reason when the schedule does not fit the operator.
HONE_DECL stage_graph build_stages(const ast::problem& problem, const space::schedule& schedule, const target::cpu& target);

/// Elements of each axis (by symbol) that the loops from `depth` on and the register tile cover, at most.
HONE_DECL std::vector<std::int64_t> windows_at(const ast::problem& problem, const nest& n, std::int32_t depth);

/// The stages as a few readable lines, for tests and reports.
HONE_DECL std::string to_string(const stage_graph& graph, const ast::tree& op);

}  // namespace hone::core::lower

#if !defined(HONE_COMPILED)
#include <hone/lower/impl/stages.ipp>
#endif
