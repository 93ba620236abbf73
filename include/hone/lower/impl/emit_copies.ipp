// SPDX-License-Identifier: Apache-2.0
/// \file
/// Copies of lower/emitter.hpp: identity stages, their loops and their buffers.
#pragma once

#include <algorithm>

#include <hone/lower/emitter.hpp>
#include <hone/lower/region.hpp>

namespace hone::core::lower {

HONE_DECL ir::buffer dense_scratch(std::string name, scalar_type type, const std::vector<std::int64_t>& extents,
                                   std::int32_t slot) {
  ir::buffer buffer;
  buffer.name = std::move(name);
  buffer.type = type;
  buffer.scope = ir::buffer_scope::scratch;
  buffer.writable = true;
  buffer.alignment = 64;
  buffer.slot = slot;
  buffer.rank = static_cast<std::int32_t>(extents.size());
  std::int64_t stride = 1;
  for (std::size_t d = extents.size(); d-- > 0;) {
    buffer.extents[d] = extents[d];
    buffer.strides[d] = stride;
    stride *= extents[d];
  }
  return buffer;
}

HONE_DECL ir::program emitter::copy_program(std::size_t copy) {
  const auto at = outermost();
  copy_origin_[copy] = box_origin(copy, at);
  return b_.finish(emit_copy(copy, at));
}

HONE_DECL ir::stmt_id emitter::emit_copy(std::size_t copy, const places& at) {
  if (graph_.copies[copy].by_axis) return copy_by_axis(copy, 0, at, {});
  copy_origin_[copy] = box_origin(copy, at);
  return copy_by_box(copy, 0, {});
}

/// Lowest index in each dimension of the tensor that the reads touch from here on. Empty for a copy by axis.
HONE_DECL std::vector<ir::expr_id> emitter::box_origin(std::size_t copy, const places& at) {
  std::vector<ir::expr_id> origin;
  const auto& stage = graph_.copies[copy];
  if (stage.by_axis) return origin;
  for (const auto r : stage.reads) {
    const auto indices = index_nodes(problem_.op, r);
    for (std::size_t d = 0; d < indices.size(); ++d) {
      const auto lowest = index_range(indices[d], at).first;
      if (d == origin.size()) origin.push_back(lowest);
      else origin[d] = b_.min(origin[d], lowest);
    }
  }
  return origin;
}

/// Where a read finds its element in the copy.
HONE_DECL std::vector<ir::expr_id> emitter::copied_index(std::size_t copy, std::int32_t read, const places& at) {
  const auto& stage = graph_.copies[copy];
  std::vector<ir::expr_id> index;
  if (!stage.by_axis) {
    const auto indices = index_nodes(problem_.op, read);
    for (std::size_t d = 0; d < indices.size(); ++d) index.push_back(b_.sub(value(indices[d], at), copy_origin_[copy][d]));
    return index;
  }
  for (const auto& d : stage.dimensions) {
    const auto& place = at[static_cast<std::size_t>(d.axis)];
    const auto block = std::find_if(place.blocks.begin(), place.blocks.end(), [&](const auto& b) { return b.first == d.level; });
    index.push_back(d.level < 0 ? place.inner : block->second);
  }
  return index;
}

HONE_DECL ir::stmt_id emitter::store_copied(std::size_t copy, const std::vector<ir::expr_id>& index,
                                            const std::vector<ir::expr_id>& source) {
  return b_.store(copy_buffer(copy), index, read_in_place(graph_.copies[copy].reads.front(), source));
}

/// Loops over the dimensions of the copy; at the end every axis stands at one element.
HONE_DECL ir::stmt_id emitter::copy_by_axis(std::size_t copy, std::size_t k, const places& at, std::vector<ir::expr_id> index) {
  const auto& stage = graph_.copies[copy];
  if (k == stage.dimensions.size()) {
    std::vector<ir::expr_id> source;
    for (const auto i : index_nodes(problem_.op, stage.reads.front())) source.push_back(value(i, at));
    return store_copied(copy, index, source);
  }
  const auto& d = stage.dimensions[k];
  const nest_loop loop{d.axis, d.level, d.block, d.extent * d.block, false, false, 1};
  const auto step = [&](ir::expr_id i) {
    auto inside_index = index;
    inside_index.push_back(i);
    return copy_by_axis(copy, k + 1, enter(loop, at, i), inside_index);
  };
  const auto count = trips(loop, at);
  const auto v = fresh(d.axis, "p");
  const bool last = k + 1 == stage.dimensions.size();
  if (!last || d.level >= 0) {
    const auto kind = stage.once && k == 0 ? ir::loop_kind::parallel : ir::loop_kind::serial;
    return b_.loop(v, b_.index(0), count, kind, step(b_.variable(v)));
  }
  const auto rest = b_.loop(v, b_.index(0), count, ir::loop_kind::serial, step(b_.variable(v)));
  if (!moves_by_one(copy, d.axis)) return rest;
  const auto whole = in_vectors(graph_.copies[copy].tensor, d.extent, step);
  const auto full = b_.binary(ir::expr_kind::ge, count, b_.index(d.extent));
  return b_.branch(full, whole, rest);
}

/// Whether consecutive elements of the axis are neighbours in the tensor's memory.
HONE_DECL bool emitter::moves_by_one(std::size_t copy, std::int32_t axis) const {
  const auto& stage = graph_.copies[copy];
  const auto indices = index_nodes(problem_.op, stage.reads.front());
  const auto& layout = problem_.layouts[static_cast<std::size_t>(stage.tensor)];
  for (std::size_t d = 0; d < indices.size(); ++d)
    if (problem_.op.nodes[static_cast<std::size_t>(indices[d])].symbol == axis) return layout.strides[d] == 1;
  return false;
}

/// Loops over the box. The last dimension goes in vectors where the tensor is dense along it.
HONE_DECL ir::stmt_id emitter::copy_by_box(std::size_t copy, std::size_t k, std::vector<ir::expr_id> index) {
  const auto& stage = graph_.copies[copy];
  const auto& layout = problem_.layouts[static_cast<std::size_t>(stage.tensor)];
  const auto& origin = copy_origin_[copy];
  const bool padded = problem_.op.nodes[static_cast<std::size_t>(stage.reads.front())].kind == node_kind::padded_read;
  if (k == stage.dimensions.size()) {
    std::vector<ir::expr_id> source;
    for (std::size_t d = 0; d < index.size(); ++d) source.push_back(b_.add(origin[d], index[d]));
    return store_copied(copy, index, source);
  }
  const auto step = [&](ir::expr_id i) {
    auto inside = index;
    inside.push_back(i);
    return copy_by_box(copy, k + 1, inside);
  };
  const auto extent = b_.index(stage.dimensions[k].extent);
  // without padding the box may reach past the tensor at its end, where nothing is read
  const auto count = padded ? extent : b_.min(extent, b_.sub(b_.index(layout.extents[k]), origin[k]));
  const bool last = k + 1 == stage.dimensions.size();
  if (last && k > 0 && layout.strides[k] == 1 && b_.as_integer(count)) return in_vectors(stage.tensor, *b_.as_integer(count), step);
  const auto v = b_.add_variable("b" + std::to_string(k));
  const auto kind = stage.once && k == 0 ? ir::loop_kind::parallel : ir::loop_kind::serial;
  return b_.loop(v, b_.index(0), count, kind, step(b_.variable(v)));
}

/// A loop over `extent` elements in whole vectors of the tensor's type, and what is left as one shorter vector.
HONE_DECL ir::stmt_id emitter::in_vectors(std::int32_t tensor, std::int64_t extent,
                                          const std::function<ir::stmt_id(ir::expr_id)>& innermost) {
  const auto bytes = bytes_of(problem_.op.symbols[static_cast<std::size_t>(tensor)].type);
  const auto lanes = std::max<std::int64_t>(1, graph_.vector_bytes / static_cast<std::int64_t>(bytes));
  const auto vector = [&](ir::expr_id start, std::int64_t count) {
    const auto v = b_.add_variable("v");
    return b_.loop(v, b_.index(0), b_.index(count), ir::loop_kind::vectorized, innermost(b_.add(start, b_.variable(v))));
  };
  std::vector<ir::stmt_id> steps;
  if (extent >= lanes) {
    const auto v = b_.add_variable("w");
    steps.push_back(b_.loop(v, b_.index(0), b_.index(extent / lanes), ir::loop_kind::serial,
                            vector(b_.mul(b_.variable(v), b_.index(lanes)), lanes)));
  }
  if (extent % lanes != 0) steps.push_back(vector(b_.index(extent - extent % lanes), extent % lanes));
  return b_.block(steps);
}

HONE_DECL const copy_stage* emitter::copy_of(std::int32_t tensor, std::size_t& index) const {
  for (index = 0; index < graph_.copies.size(); ++index)
    if (graph_.copies[index].tensor == tensor) return &graph_.copies[index];
  return nullptr;
}

HONE_DECL ir::buffer_id emitter::tensor_buffer(std::int32_t symbol) {
  const auto s = static_cast<std::size_t>(symbol);
  if (tensor_buffers_[s] != ir::none) return tensor_buffers_[s];
  const auto& tensor = problem_.op.symbols[s];
  const auto& layout = problem_.layouts[s];
  ir::buffer buffer;
  buffer.name = std::string(tensor.label.view());
  buffer.type = tensor.type;
  buffer.writable = tensor.output;
  buffer.rank = layout.rank;
  buffer.alignment = layout.alignment;
  buffer.slot = slots_.argument_of_symbol[s];
  for (std::int32_t d = 0; d < layout.rank; ++d) {
    buffer.extents[static_cast<std::size_t>(d)] = layout.extents[static_cast<std::size_t>(d)];
    buffer.strides[static_cast<std::size_t>(d)] = layout.strides[static_cast<std::size_t>(d)];
  }
  return tensor_buffers_[s] = b_.add_buffer(buffer);
}

HONE_DECL ir::buffer_id emitter::copy_buffer(std::size_t copy) {
  if (copy_buffers_[copy] != ir::none) return copy_buffers_[copy];
  const auto& stage = graph_.copies[copy];
  const auto& tensor = problem_.op.symbols[static_cast<std::size_t>(stage.tensor)];
  std::vector<std::int64_t> extents;
  for (const auto& d : stage.dimensions) extents.push_back(d.extent);
  return copy_buffers_[copy] = b_.add_buffer(dense_scratch(std::string(tensor.label.view()) + "_packed", tensor.type, extents,
                                                           slots_.first_copy + static_cast<std::int32_t>(copy)));
}

}  // namespace hone::core::lower
