// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of lower/stages.hpp.
#pragma once

#include <algorithm>
#include <string>

#include <hone/ast/symbols.hpp>
#include <hone/lower/region.hpp>
#include <hone/lower/stages.hpp>

namespace hone::core::lower {
namespace detail {

/// Copies and tiles beyond this many bytes are refused: a schedule must not exhaust the machine's memory.
inline constexpr std::int64_t max_scratch_bytes = std::int64_t{1} << 30;

/// Type that the innermost code computes in: decides the lanes of a vector.
HONE_DECL scalar_type computed_type(const ast::problem& p, const scheduled_reductions& r) {
  if (!r.nodes.empty()) return node_at(p.op, r.nodes.front()).type;
  const auto type = node_at(p.op, p.op.assignments.front().root).type;
  return bytes_of(type) < 4 ? scalar_type::i32 : type;
}

HONE_DECL std::string label_of(const ast::tree& op, std::int32_t symbol) {
  return std::string(op.symbols[static_cast<std::size_t>(symbol)].label.view());
}

/// Whether the tensor is read at one place, by distinct plain axes of the nest.
HONE_DECL bool reads_by_axis(const ast::problem& p, const stage_graph& g, const std::vector<std::int32_t>& reads) {
  const auto first = index_nodes(p.op, reads.front());
  std::vector<std::int32_t> axes;
  for (const auto n : first) {
    const auto& node = node_at(p.op, n);
    if (node.kind != node_kind::axis) return false;
    const auto& output = p.op.assignments.front().indices;
    const bool in_nest = std::find(output.begin(), output.begin() + p.op.assignments.front().rank, node.symbol) !=
                             output.begin() + p.op.assignments.front().rank ||
                         std::find(g.reductions.axes.begin(), g.reductions.axes.end(), node.symbol) != g.reductions.axes.end();
    if (!in_nest || std::find(axes.begin(), axes.end(), node.symbol) != axes.end()) return false;
    axes.push_back(node.symbol);
  }
  return std::all_of(reads.begin(), reads.end(), [&](std::int32_t r) {
    if (node_at(p.op, r).kind != node_kind::read) return false;
    const auto indices = index_nodes(p.op, r);
    for (std::size_t d = 0; d < indices.size(); ++d)
      if (node_at(p.op, indices[d]).kind != node_kind::axis || node_at(p.op, indices[d]).symbol != axes[d]) return false;
    return true;
  });
}

/// Loops from `depth` on that index the tensor, outermost first, then its part of the register tile. False when these
/// are more than a buffer has dimensions.
HONE_DECL bool lay_out_by_axis(const ast::problem& p, const stage_graph& g, std::int32_t depth, copy_stage& copy) {
  const auto indexed = [&](std::int32_t axis) {
    const auto indices = index_nodes(p.op, copy.reads.front());
    return std::any_of(indices.begin(), indices.end(),
                       [&](std::int32_t n) { return node_at(p.op, n).symbol == axis; });
  };
  for (std::size_t l = static_cast<std::size_t>(depth); l < g.nest.loops.size(); ++l) {
    const auto& loop = g.nest.loops[l];
    if (indexed(loop.axis)) copy.dimensions.push_back({loop.axis, loop.level, (loop.window + loop.block - 1) / loop.block, loop.block});
  }
  for (const auto& t : g.nest.tile)
    if (indexed(t.axis)) copy.dimensions.push_back({t.axis, -1, t.extent, 1});
  copy.by_axis = copy.dimensions.size() <= ast::max_rank;
  return copy.by_axis;
}

/// The box around what the reads touch, in the tensor's own dimensions.
HONE_DECL void lay_out_by_box(const ast::problem& p, const stage_graph& g, std::int32_t depth, copy_stage& copy) {
  copy.dimensions.clear();
  const auto windows = windows_at(p, g.nest, depth);
  const auto first = index_nodes(p.op, copy.reads.front());
  for (std::size_t d = 0; d < first.size(); ++d) {
    std::int64_t lowest = 0, highest = 0;
    const auto base = form_of(p, first[d]);
    for (const auto r : copy.reads) {
      auto form = form_of(p, index_nodes(p.op, r)[d]);
      const auto shift = form.offset - base.offset;
      form.offset = base.offset;
      if (!(form == base) || (copy.reads.size() > 1 && !form.opaque.empty()))
        refuse("tensor " + label_of(p.op, copy.tensor) + " cannot be packed: its reads move differently along dimension " +
               std::to_string(d));
      lowest = std::min(lowest, shift);
      highest = std::max(highest, shift);
    }
    copy.dimensions.push_back({static_cast<std::int32_t>(d), -1, covered_extent(p, first[d], windows) + highest - lowest, 1});
  }
}

/// All padded reads of a packed tensor must agree on the value outside: the copy holds it.
HONE_DECL void check_padding(const ast::problem& p, const copy_stage& copy) {
  const auto value = [&](std::int32_t r) { return node_at(p.op, node_at(p.op, r).operands[0]).bits; };
  const auto padded = [&](std::int32_t r) { return node_at(p.op, r).kind == node_kind::padded_read; };
  const auto first = copy.reads.front();
  for (const auto r : copy.reads)
    if (padded(r) != padded(first) || (padded(r) && value(r) != value(first)))
      refuse("tensor " + label_of(p.op, copy.tensor) + " cannot be packed: its reads differ in the value outside of it");
}

HONE_DECL copy_stage make_copy(const ast::problem& p, const stage_graph& g, const space::packing& packing) {
  copy_stage copy;
  copy.tensor = packing.tensor;
  copy.once = packing.position == space::pack_position::once;
  copy.reads = reads_of(p.op, packing.tensor);
  const auto& symbol = p.op.symbols[static_cast<std::size_t>(packing.tensor)];
  if (copy.reads.empty() || symbol.output) refuse("tensor " + label_of(p.op, copy.tensor) + " is not an input that can be packed");
  if (symbol.rank == 0) refuse("tensor " + label_of(p.op, copy.tensor) + " is a scalar and cannot be packed");
  check_padding(p, copy);
  const auto depth = copy.once ? 0 : g.copy_depth;
  if (!reads_by_axis(p, g, copy.reads) || !lay_out_by_axis(p, g, depth, copy)) lay_out_by_box(p, g, depth, copy);
  if (copy.size() > max_scratch_bytes / static_cast<std::int64_t>(bytes_of(symbol.type)))
    refuse("the packed copy of tensor " + label_of(p.op, copy.tensor) + " would be larger than 1 GiB");
  return copy;
}

/// Accumulators have a dimension for each spatial axis of the register tile, and one for the lanes.
HONE_DECL void check_tile(const nest& n) {
  const auto dimensions = std::count_if(n.tile.begin(), n.tile.end(), [](const auto& t) { return !t.reduced || t.vectorized; });
  if (dimensions > ast::max_rank) refuse("a register tile has at most " + std::to_string(ast::max_rank) + " dimensions");
}

/// Finds the loop depths at which accumulation begins, and where partial sums live.
HONE_DECL void place_accumulators(const ast::problem& p, stage_graph& g) {
  const auto& loops = g.nest.loops;
  const auto count = static_cast<std::int32_t>(loops.size());
  g.memory_depth = g.accumulate_depth = count;
  for (std::int32_t l = count; l-- > 0;)
    if (loops[static_cast<std::size_t>(l)].reduced) g.memory_depth = l;
  while (g.accumulate_depth > 0 && loops[static_cast<std::size_t>(g.accumulate_depth - 1)].reduced) --g.accumulate_depth;
  const auto& body = p.op.assignments.front();
  const auto& root = node_at(p.op, body.root);
  const bool plain = root.kind == node_kind::reduce && g.reductions.nodes.size() == 1;
  g.starts_from_output = body.accumulates && plain && root.combine == reduction::sum;
  if (g.memory_depth == g.accumulate_depth) return;
  const auto target_type = p.op.symbols[static_cast<std::size_t>(body.target)].type;
  const bool in_output = g.reductions.nodes.size() == 1 && (!body.accumulates || g.starts_from_output) &&
                         node_at(p.op, g.reductions.nodes.front()).type == target_type;
  g.partial = in_output ? partial_sums::output : partial_sums::memory;
  const auto windows = windows_at(p, g.nest, g.memory_depth);
  for (std::int32_t d = 0; d < body.rank; ++d)
    g.memory_extents.push_back(windows[static_cast<std::size_t>(body.indices[static_cast<std::size_t>(d)])]);
}

}  // namespace detail

HONE_DECL std::vector<std::int64_t> windows_at(const ast::problem& p, const nest& n, std::int32_t depth) {
  std::vector<std::int64_t> windows(p.values.size(), 1);
  std::vector<bool> outside(p.values.size(), false);  // axes with a loop outside `depth`
  for (std::int32_t l = 0; l < depth; ++l) {
    const auto& loop = n.loops[static_cast<std::size_t>(l)];
    windows[static_cast<std::size_t>(loop.axis)] = std::min(loop.block, loop.window);
    outside[static_cast<std::size_t>(loop.axis)] = true;
  }
  for (std::size_t s = 0; s < windows.size(); ++s)
    if (!outside[s] && p.op.symbols[s].kind == ast::symbol_kind::axis) windows[s] = p.values[s];
  return windows;
}

HONE_DECL stage_graph build_stages(const ast::problem& p, const space::schedule& schedule, const target::cpu& target) {
  stage_graph g;
  g.vector_bytes = target.vector_bytes;
  g.reductions = find_scheduled(p);
  g.nest = make_nest(p, g.reductions.axes, schedule, target, detail::computed_type(p, g.reductions));
  detail::check_tile(g.nest);
  detail::place_accumulators(p, g);
  const auto loops = static_cast<std::int32_t>(g.nest.loops.size());
  // inside the outermost reduction loop; without one, inside the outermost loop
  g.copy_depth = std::min(g.reductions.nodes.empty() ? 1 : g.memory_depth + 1, loops);
  for (const auto& packing : schedule.packed)
    if (packing.position != space::pack_position::none) g.copies.push_back(detail::make_copy(p, g, packing));
  return g;
}

HONE_DECL std::string to_string(const stage_graph& g, const ast::tree& op) {
  std::string text;
  const auto extents = [](const auto& range, auto extent) {
    std::string list = "[";
    for (const auto& x : range) list += (list.size() > 1 ? "][" : "") + std::to_string(extent(x));
    return list + "]";
  };
  for (const auto& c : g.copies)
    text += "copy " + detail::label_of(op, c.tensor) + (c.once ? " once" : " at depth " + std::to_string(g.copy_depth)) +
            (c.by_axis ? " by loops " : " by box ") + extents(c.dimensions, [](const auto& d) { return d.extent; }) + "\n";
  if (!g.reductions.nodes.empty()) {
    constexpr const char* where[] = {"registers", "output", "memory"};
    text += "accumulate at depth " + std::to_string(g.accumulate_depth) + ", partial sums in " +
            where[static_cast<int>(g.partial)] + " from depth " + std::to_string(g.memory_depth) + "\n";
  }
  for (const auto& l : g.nest.loops)
    text += "loop " + detail::label_of(op, l.axis) + "[" + std::to_string(l.level) + "] by " + std::to_string(l.block) +
            (l.parallel ? " parallel" : "") + (l.unroll > 1 ? " unrolled by " + std::to_string(l.unroll) : "") + "\n";
  for (const auto& t : g.nest.tile)
    text += "tile " + detail::label_of(op, t.axis) + " " + std::to_string(t.extent) +
            (t.vectorized ? " in vectors of " + std::to_string(g.nest.lanes) : "") + "\n";
  return text;
}

}  // namespace hone::core::lower
