// SPDX-License-Identifier: Apache-2.0
/// \file
/// Turns a stage graph into loop programs: the nest with its stages, and one program for each copy that is made once.
/// What comes out still has unrolled and vectorised loops; passes take them away.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <hone/ast/problem.hpp>
#include <hone/config.hpp>
#include <hone/ir/builder.hpp>
#include <hone/lower/plan.hpp>
#include <hone/lower/stages.hpp>

namespace hone::core::lower {

/// Where an axis stands at some depth of the nest: the loops inside cover elements [base, base + size).
struct axis_place {
  ir::expr_id base = ir::none;
  ir::expr_id size = ir::none;
  std::int64_t window = 1;        ///< upper bound of `size`
  bool exact = false;             ///< `size` is always `window`
  std::int64_t tile = 0;          ///< elements of the register tile in this variant; 0: not decided yet
  ir::expr_id inner = ir::none;   ///< element inside the register tile
  std::vector<std::pair<std::int32_t, ir::expr_id>> blocks;  ///< index of each loop outside, by level
};

/// One place per symbol.
using places = std::vector<axis_place>;

/// A dense scratch buffer, aligned to a cache line.
HONE_DECL ir::buffer dense_scratch(std::string name, scalar_type type, const std::vector<std::int64_t>& extents,
                                   std::int32_t slot);

/// A variant of the register tile that does less than this share of the work has no loop unrolled around it: that would
/// gain nothing that can be seen, and such variants are most of the code.
inline constexpr double min_unrolled_share = 0.25;

/// Writes one program. Buffers get the slots that `slots` gives: arguments by tensor symbol, then the copies in the
/// order of the graph, then one tile of partial sums per scheduled reduction.
class emitter {
 public:
  struct slots {
    std::vector<std::int32_t> argument_of_symbol;  ///< -1 where a symbol is no tensor
    std::int32_t first_copy = 0;
    std::int32_t first_memory = 0;
  };

  HONE_DECL emitter(const ast::problem& problem, const stage_graph& graph, const slots& numbers, std::string name);

  /// The nest: everything but the copies that are made once.
  HONE_DECL ir::program nest_program();
  /// A copy that is made once.
  HONE_DECL ir::program copy_program(std::size_t copy);

 private:
  using body = std::function<ir::stmt_id(const places&)>;

  // emitter.ipp: loops, variants of the register tile
  HONE_DECL places outermost();
  HONE_DECL ir::stmt_id emit(std::int32_t depth, const places& at);
  HONE_DECL ir::stmt_id emit_loop(std::int32_t depth, const places& at);
  HONE_DECL ir::stmt_id emit_variants(std::int32_t depth, const places& at, const tile_axis& t);
  HONE_DECL const tile_axis* undecided(std::int32_t depth, const places& at) const;
  HONE_DECL places enter(const nest_loop& loop, const places& at, ir::expr_id index);
  HONE_DECL ir::expr_id trips(const nest_loop& loop, const places& at);
  HONE_DECL ir::stmt_id over_tile(const std::vector<tile_axis>& axes, const places& at, const body& innermost);
  HONE_DECL ir::stmt_id over_vector(std::int64_t size, std::int32_t axis, const places& at, const body& innermost);

  // emit_accumulators.ipp: registers, partial sums, the output
  HONE_DECL ir::stmt_id emit_accumulation(std::int32_t depth, const places& at);
  HONE_DECL ir::stmt_id emit_update(const places& at);
  HONE_DECL ir::stmt_id emit_start(const places& at);
  HONE_DECL ir::stmt_id emit_finish(const places& at);
  HONE_DECL ir::stmt_id store_output(const places& at);
  HONE_DECL ir::expr_id accumulated(std::size_t reduction, const places& at);
  HONE_DECL std::vector<ir::expr_id> accumulator_index(const places& at);
  HONE_DECL std::vector<ir::expr_id> output_index(const places& at);
  HONE_DECL std::vector<ir::expr_id> partial_index(const places& at);
  HONE_DECL ir::buffer_id partial_buffer(std::size_t reduction);
  HONE_DECL std::vector<tile_axis> accumulator_tile() const;
  HONE_DECL bool vector_is_reduced() const;
  HONE_DECL bool keeps_what_it_stores() const;
  HONE_DECL ir::expr_id all_outer_reductions(bool first);
  HONE_DECL std::vector<tile_axis> tile_of(bool reduced) const;

  // emit_values.ipp: expressions of the operator
  HONE_DECL ir::expr_id value(std::int32_t node, const places& at);
  HONE_DECL ir::expr_id read_value(std::int32_t node, const places& at);
  HONE_DECL ir::expr_id read_in_place(std::int32_t node, const std::vector<ir::expr_id>& indices);
  HONE_DECL ir::expr_id is_inside(std::int32_t tensor, const std::vector<ir::expr_id>& indices);
  HONE_DECL ir::expr_id identity(std::int32_t reduce_node);
  HONE_DECL ir::expr_id combine(std::int32_t reduce_node, ir::expr_id a, ir::expr_id b);
  HONE_DECL ir::stmt_id with_inline_reductions(std::int32_t root, const places& at,
                                               const std::function<ir::stmt_id()>& then);
  HONE_DECL ir::stmt_id inline_reduction(std::int32_t node, const places& at, const std::function<ir::stmt_id()>& then);
  HONE_DECL std::pair<ir::expr_id, ir::expr_id> index_range(std::int32_t node, const places& at);

  // emit_copies.ipp
  HONE_DECL ir::stmt_id emit_copy(std::size_t copy, const places& at);
  HONE_DECL ir::stmt_id copy_by_axis(std::size_t copy, std::size_t dimension, const places& at,
                                     std::vector<ir::expr_id> index);
  HONE_DECL ir::stmt_id copy_by_box(std::size_t copy, std::size_t dimension, std::vector<ir::expr_id> index);
  HONE_DECL ir::stmt_id store_copied(std::size_t copy, const std::vector<ir::expr_id>& index,
                                     const std::vector<ir::expr_id>& source);
  HONE_DECL bool moves_by_one(std::size_t copy, std::int32_t axis) const;
  HONE_DECL ir::stmt_id in_vectors(std::int32_t tensor, std::int64_t extent, const std::function<ir::stmt_id(ir::expr_id)>& innermost);
  HONE_DECL std::vector<ir::expr_id> copied_index(std::size_t copy, std::int32_t read, const places& at);
  HONE_DECL std::vector<ir::expr_id> box_origin(std::size_t copy, const places& at);
  HONE_DECL const copy_stage* copy_of(std::int32_t tensor, std::size_t& index) const;

  HONE_DECL ir::buffer_id tensor_buffer(std::int32_t symbol);
  HONE_DECL ir::buffer_id copy_buffer(std::size_t copy);
  HONE_DECL ir::variable_id fresh(std::int32_t symbol, const std::string& suffix);
  HONE_DECL std::int64_t extent_of(std::int32_t symbol) const { return problem_.values[static_cast<std::size_t>(symbol)]; }

  const ast::problem& problem_;
  const stage_graph& graph_;
  const slots& slots_;
  ir::builder b_;
  std::vector<ir::buffer_id> tensor_buffers_, copy_buffers_, partial_buffers_, accumulators_;
  std::vector<std::vector<ir::expr_id>> copy_origin_;   ///< by copy: lowest index per dimension of a box
  std::vector<ir::expr_id> memory_base_;                ///< by dimension of the output: where the tile of partial sums begins
  std::vector<std::pair<ir::expr_id, ir::expr_id>> outer_reductions_;  ///< index and trip count of each
  std::vector<std::pair<std::int32_t, ir::expr_id>> known_;  ///< reduce nodes whose value is at hand
  double share_ = 1;           ///< of the work, that the variant of the register tile being emitted does
  bool copies_made_ = false;   ///< while emitting inside the copies
  bool accumulating_ = false;  ///< while emitting the innermost reduction loops
};

}  // namespace hone::core::lower

#if !defined(HONE_COMPILED)
#include <hone/lower/impl/emitter.ipp>
#include <hone/lower/impl/emit_accumulators.ipp>
#include <hone/lower/impl/emit_copies.ipp>
#include <hone/lower/impl/emit_values.ipp>
#endif
