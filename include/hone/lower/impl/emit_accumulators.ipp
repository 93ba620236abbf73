// SPDX-License-Identifier: Apache-2.0
/// \file
/// Accumulators of lower/emitter.hpp: registers that a reduction fills, partial sums between visits, and the output.
#pragma once

#include <hone/lower/emitter.hpp>

namespace hone::core::lower {

/// Registers for a tile of the output, the innermost reduction loops around their update, and what becomes of them.
HONE_DECL ir::stmt_id emitter::emit_accumulation(std::int32_t depth, const places& at) {
  for (std::size_t r = 0; r < accumulators_.size(); ++r) {
    ir::buffer registers;
    registers.name = "acc";
    registers.type = problem_.op.nodes[static_cast<std::size_t>(graph_.reductions.nodes[r])].type;
    registers.scope = ir::buffer_scope::registers;
    registers.writable = true;
    const auto tile = accumulator_tile();
    for (const auto& t : tile) registers.extents[static_cast<std::size_t>(registers.rank++)] = t.extent;
    std::int64_t stride = 1;
    for (const bool vectorized : {true, false})  // the lanes of a vector side by side, wherever its axis stands
      for (auto d = tile.size(); d-- > 0;) {
        if (tile[d].vectorized != vectorized) continue;
        registers.strides[d] = stride;
        stride *= tile[d].extent;
      }
    accumulators_[r] = b_.add_buffer(registers);
  }
  const auto mine = accumulators_;
  accumulating_ = true;
  const auto update = emit(depth, at);
  accumulating_ = false;
  auto whole = b_.block({emit_start(at), update, emit_finish(at)});
  for (const auto buffer : mine) whole = b_.allocate(buffer, whole);
  return whole;
}

/// Dimensions of the registers: the spatial part of the tile; when the vector runs along a reduction, its lanes too,
/// padded to whole vectors.
HONE_DECL std::vector<tile_axis> emitter::accumulator_tile() const {
  auto axes = tile_of(false);
  for (auto t : tile_of(true))
    if (t.vectorized) {
      t.extent = (t.extent + graph_.nest.lanes - 1) / graph_.nest.lanes * graph_.nest.lanes;
      axes.push_back(t);
    }
  return axes;
}

HONE_DECL std::vector<ir::expr_id> emitter::accumulator_index(const places& at) {
  std::vector<ir::expr_id> index;
  for (const auto& t : accumulator_tile()) index.push_back(at[static_cast<std::size_t>(t.axis)].inner);
  return index;
}

HONE_DECL bool emitter::vector_is_reduced() const {
  const auto* v = graph_.nest.vector_axis();
  return v != nullptr && v->reduced;
}

HONE_DECL ir::stmt_id emitter::emit_update(const places& at) {
  auto axes = tile_of(true);
  for (const auto& t : tile_of(false)) axes.push_back(t);
  return over_tile(axes, at, [&](const places& p) {
    std::vector<ir::stmt_id> updates;
    for (std::size_t r = 0; r < accumulators_.size(); ++r) {
      const auto node = graph_.reductions.nodes[r];
      const auto inside = reduction_body(problem_.op, node);
      updates.push_back(with_inline_reductions(inside, p, [&] {
        const auto index = accumulator_index(p);
        return b_.store(accumulators_[r], index, combine(node, b_.load(accumulators_[r], index), value(inside, p)));
      }));
    }
    return b_.block(updates);
  });
}

/// Registers begin as the identity, the output's old values, or the partial sums of the last visit.
HONE_DECL ir::stmt_id emitter::emit_start(const places& at) {
  enum class start { identity, output, partial };
  const auto fill = [&](start from) {
    auto where = at;
    for (const auto& t : accumulator_tile())
      if (t.reduced) where[static_cast<std::size_t>(t.axis)].tile = t.extent;
    return over_tile(accumulator_tile(), where, [&](const places& p) {
      std::vector<ir::stmt_id> stores;
      for (std::size_t r = 0; r < accumulators_.size(); ++r) {
        const auto initial = from == start::identity ? identity(graph_.reductions.nodes[r])
                             : from == start::output ? b_.load(tensor_buffer(problem_.op.assignments.front().target), output_index(p))
                                                     : b_.load(partial_buffer(r), partial_index(p));
        stores.push_back(b_.store(accumulators_[r], accumulator_index(p), initial));
      }
      return b_.block(stores);
    });
  };
  if (vector_is_reduced()) return fill(start::identity);
  const auto first = graph_.starts_from_output ? start::output : start::identity;
  if (outer_reductions_.empty()) return fill(first);
  if (graph_.starts_from_output && graph_.partial == partial_sums::output) return fill(start::output);
  return b_.branch(all_outer_reductions(true), fill(first), fill(start::partial));
}

/// After the last visit the output is stored, before it the partial sums are.
HONE_DECL ir::stmt_id emitter::emit_finish(const places& at) {
  const auto finish = over_tile(tile_of(false), at, [&](const places& p) { return store_output(p); });
  if (outer_reductions_.empty() || keeps_what_it_stores()) return finish;
  const auto keep = over_tile(tile_of(false), at, [&](const places& p) {
    std::vector<ir::stmt_id> stores;
    for (std::size_t r = 0; r < accumulators_.size(); ++r)
      stores.push_back(b_.store(partial_buffer(r), partial_index(p), accumulated(r, p)));
    return b_.block(stores);
  });
  return b_.branch(all_outer_reductions(false), finish, keep);
}

/// Whether partial sums lie in the output and the last ones are the result: then each visit ends in the same way.
HONE_DECL bool emitter::keeps_what_it_stores() const {
  const auto& output = problem_.op.assignments.front();
  const auto& nodes = graph_.reductions.nodes;
  return graph_.partial == partial_sums::output && nodes.size() == 1 && nodes.front() == output.root &&
         (!output.accumulates || graph_.starts_from_output);
}

/// Whether every outer reduction loop is in its first (or last) iteration.
HONE_DECL ir::expr_id emitter::all_outer_reductions(bool first) {
  ir::expr_id all = ir::none;
  for (const auto& [index, count] : outer_reductions_) {
    const auto one = b_.binary(ir::expr_kind::eq, index, first ? b_.index(0) : b_.sub(count, b_.index(1)));
    all = all == ir::none ? one : b_.binary(ir::expr_kind::logical_and, all, one);
  }
  return all;
}

/// What a reduction has summed up so far at this element of the tile.
HONE_DECL ir::expr_id emitter::accumulated(std::size_t r, const places& at) {
  if (!vector_is_reduced()) return b_.load(accumulators_[r], accumulator_index(at));
  const auto node = graph_.reductions.nodes[r];
  const auto lanes = graph_.nest.lanes;
  auto index = accumulator_index(at);
  ir::expr_id sum = ir::none;
  for (std::int64_t l = 0; l < accumulator_tile().back().extent; l += lanes) {
    index.back() = lanes > 1 ? b_.ramp(b_.index(l), b_.index(1), lanes) : b_.index(l);
    const auto vector = b_.load(accumulators_[r], index);
    sum = sum == ir::none ? vector : combine(node, sum, vector);
  }
  if (lanes > 1) sum = b_.reduce_lanes(problem_.op.nodes[static_cast<std::size_t>(node)].combine, sum);
  if (graph_.starts_from_output && (outer_reductions_.empty() || graph_.partial == partial_sums::output))
    return combine(node, b_.load(tensor_buffer(problem_.op.assignments.front().target), output_index(at)), sum);
  if (outer_reductions_.empty()) return sum;
  const auto first = all_outer_reductions(true);
  const auto kept = b_.load(partial_buffer(r), partial_index(at), b_.unary(ir::expr_kind::logical_not, first));
  return combine(node, b_.select(first, identity(node), kept), sum);
}

HONE_DECL ir::stmt_id emitter::store_output(const places& at) {
  const auto& output = problem_.op.assignments.front();
  const auto known_before = known_.size();
  for (std::size_t r = 0; r < accumulators_.size(); ++r)
    known_.emplace_back(graph_.reductions.nodes[r], accumulated(r, at));
  const auto store = with_inline_reductions(output.root, at, [&] {
    const auto index = output_index(at);
    const auto buffer = tensor_buffer(output.target);
    auto result = value(output.root, at);
    if (output.accumulates && !graph_.starts_from_output) result = b_.add(b_.load(buffer, index), result);
    return b_.store(buffer, index, result);
  });
  known_.resize(known_before);
  return store;
}

HONE_DECL std::vector<ir::expr_id> emitter::output_index(const places& at) {
  const auto& output = problem_.op.assignments.front();
  std::vector<ir::expr_id> index;
  for (std::int32_t d = 0; d < output.rank; ++d) {
    const auto& place = at[static_cast<std::size_t>(output.indices[static_cast<std::size_t>(d)])];
    index.push_back(b_.add(place.base, place.inner));
  }
  return index;
}

HONE_DECL std::vector<ir::expr_id> emitter::partial_index(const places& at) {
  auto index = output_index(at);
  if (graph_.partial == partial_sums::memory)
    for (std::size_t d = 0; d < index.size(); ++d) index[d] = b_.sub(index[d], memory_base_[d]);
  return index;
}

HONE_DECL ir::buffer_id emitter::partial_buffer(std::size_t r) {
  const auto& output = problem_.op.assignments.front();
  if (graph_.partial == partial_sums::output) return tensor_buffer(output.target);
  if (partial_buffers_[r] == ir::none)
    partial_buffers_[r] = b_.add_buffer(dense_scratch("partial", problem_.op.nodes[static_cast<std::size_t>(graph_.reductions.nodes[r])].type,
                                                      graph_.memory_extents, slots_.first_memory + static_cast<std::int32_t>(r)));
  return partial_buffers_[r];
}

}  // namespace hone::core::lower
