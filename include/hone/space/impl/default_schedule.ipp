// SPDX-License-Identifier: Apache-2.0
/// \file
/// The default schedule, for three kinds of operators: contractions (with a reduction), their special case along a
/// reduction (dot products, sums of rows), and maps (without one).
#pragma once

#include <algorithm>
#include <map>

#include <hone/space/default_schedule.hpp>
#include <hone/space/digits.hpp>
#include <hone/space/roles.hpp>
#include <hone/space/validity.hpp>

namespace hone::core::space {

namespace detail {

/// Reductions longer than this are cut into blocks of about `reduction_block`, so that a panel of one operand stays in
/// the first-level cache. 256 to 1024 measure the same.
inline constexpr std::int64_t longest_whole_reduction = 384;
inline constexpr std::int64_t reduction_block = 256;
/// Kernel heights and widths of convolutions: unrolled whole when the code stays short.
inline constexpr std::int64_t small_reduction = 11;
inline constexpr std::int64_t reduction_unroll = 4;
inline constexpr std::int64_t map_vectors = 4;         ///< vectors in a row of a map: loads of several are under way
inline constexpr std::int64_t stencil_vectors = 2;     ///< of a map that reads more than `stencil_reads` elements
inline constexpr std::size_t stencil_reads = 4;
inline constexpr std::int64_t row_sum_vectors = 4;     ///< accumulators of a plain sum along the vector
/// Fewer iterations than this are not worth waking threads for.
inline constexpr double min_parallel_work = 65536;

class default_builder {
 public:
  default_builder(const ast::problem& problem, const target::cpu& target)
      : problem_(problem), target_(target), view_(problem, target), roles_(find_roles(view_)) {}

  schedule build() {
    choose_register_tile();
    if (!view_.reduced().empty()) choose_cache_blocks();
    place_loops();
    choose_parallel();
    if (!view_.reduced().empty()) {
      choose_unrolling();
      choose_packing();
    }
    keep_tilings();
    return std::move(result_);
  }

 private:
  std::int64_t extent(std::int32_t axis) const { return std::max<std::int64_t>(view_.extent(axis), 1); }
  bool along_reduction() const { return roles_.vector >= 0 && view_.is_reduced(roles_.vector); }
  std::int32_t levels(std::int32_t axis) const {
    const auto found = inner_.find(axis);
    return found == inner_.end() ? 1 : static_cast<std::int32_t>(found->second.size()) + 1;
  }
  std::int64_t outer_trips(std::int32_t axis) const {
    std::int64_t inside = 1;
    if (const auto found = inner_.find(axis); found != inner_.end())
      for (const auto n : found->second) inside *= n;
    return (extent(axis) + inside - 1) / inside;
  }

  void choose_register_tile() {
    if (roles_.vector < 0) return;
    const auto lanes = view_.lanes();
    tile_size size{1, map_vectors};
    if (view_.reduced().empty())
      size = {1, reads() > stencil_reads ? stencil_vectors : map_vectors};
    else if (along_reduction() && !roles_.rows_reuse)
      size = {1, row_sum_vectors};
    else
      size = best_register_tile(roles_.rows < 0 ? 1 : extent(roles_.rows), extent(roles_.vector), lanes,
                                target_.vector_registers);
    // an extent below a vector is one shorter vector
    tile_vector_ = std::min(size.vectors * lanes, extent(roles_.vector));
    tile_rows_ = roles_.rows < 0 ? 1 : size.rows;
    vectors_ = size.vectors;
    inner_[roles_.vector] = {tile_vector_};
    if (roles_.rows >= 0 && tile_rows_ > 1) inner_[roles_.rows] = {tile_rows_};
  }
  std::size_t reads() const {
    std::size_t n = 0;
    for (const auto& o : view_.operands()) n += o.reads.size();
    return n;
  }

  /// As BLIS blocks a product: a block of the reduction, then as many rows as keep their operand in the second-level
  /// cache. Operators with more axes stream their panels from there anyway, and keep the reduction whole, so that
  /// accumulators never leave the registers.
  bool is_product() const { return roles_.vector >= 0 && roles_.rows >= 0 && roles_.other.empty() && !along_reduction(); }
  void choose_cache_blocks() {
    if (!is_product()) return;
    const auto longest = *std::max_element(view_.reduced().begin(), view_.reduced().end(),
                                           [&](auto a, auto b) { return extent(a) < extent(b); });
    auto block = extent(longest);
    if (block > longest_whole_reduction) {
      block = balanced(block, reduction_block);
      inner_[longest] = {block};
    }
    const auto row_bytes = block * tile_rows_ * static_cast<std::int64_t>(bytes_of(computed_type(problem_.op)));
    const auto panels = (extent(roles_.rows) + tile_rows_ - 1) / tile_rows_;
    auto wanted = std::max<std::int64_t>(target_.l2_bytes / 2 / row_bytes, 1);
    if (target_.cores > 1)  // a part for every core, if there is work enough
      wanted = std::min(wanted, std::max<std::int64_t>(panels / target_.cores, 1));
    if (tile_rows_ > 1) inner_[roles_.rows] = {balanced(panels, wanted), tile_rows_};
  }

  void add(std::int32_t axis, std::int32_t level) {
    if (axis >= 0 && level < levels(axis)) result_.order.push_back({axis, level});
  }

  /// Outer spatial loops, blocks of reductions, inner spatial loops, reductions, register tile.
  void place_loops() {
    for (const auto a : roles_.batch) add(a, 0);
    if (is_product()) {
      add(roles_.rows, 0);
      for (const auto a : view_.reduced())
        if (levels(a) > 1) add(a, 0);
      add(roles_.vector, 0);
      if (levels(roles_.rows) > 2) add(roles_.rows, 1);
    } else {
      place_shared_first();
    }
    for (const auto a : view_.reduced())
      if (a != roles_.vector) add(a, levels(a) - 1);
    if (along_reduction()) add(roles_.vector, 0);
    place_register_tile();
  }

  /// Axes of the operand that is read most often go outside: its part then stays in the cache while the others move.
  void place_shared_first() {
    const operand* shared = nullptr;
    for (const auto& o : view_.operands())
      if (!shared || view_.reuse(o) > view_.reuse(*shared)) shared = &o;
    for (const bool of_shared : {true, false})
      for (const auto a : view_.spatial()) {
        const bool is_batch = std::find(roles_.batch.begin(), roles_.batch.end(), a) != roles_.batch.end();
        const bool indexes_shared = !view_.reduced().empty() && shared && view_.uses(*shared, a);
        if (!is_batch && indexes_shared == of_shared) add(a, 0);
      }
  }

  void place_register_tile() {
    if (roles_.vector < 0) return;
    unroll_small_reduction();
    const auto inner_level = [&](std::int32_t a) { return loop_ref{a, levels(a) - 1}; };
    if (roles_.rows >= 0 && tile_rows_ > 1) result_.register_tile.push_back(inner_level(roles_.rows));
    result_.vectorized = inner_level(roles_.vector);
    result_.register_tile.push_back(*result_.vectorized);
    for (const auto& l : result_.register_tile)
      if (!view_.is_reduced(l.axis) || l == *result_.vectorized) result_.order.push_back(l);
  }
  /// The innermost reduction, when it is short, becomes a part of the tile.
  void unroll_small_reduction() {
    if (result_.order.empty()) return;
    const auto last = result_.order.back();
    const auto unrolled = tile_rows_ * vectors_ * extent(last.axis);
    if (!view_.is_reduced(last.axis) || last.axis == roles_.vector || levels(last.axis) > 1) return;
    if (extent(last.axis) > small_reduction || unrolled > max_unrolled_operations) return;
    result_.register_tile.push_back(last);
    whole_ = last.axis;
  }

  /// The outermost spatial loop with work for every core, if the operator is worth it at all.
  void choose_parallel() {
    double work = 1;
    for (const auto* axes : {&view_.spatial(), &view_.reduced()})
      for (const auto a : *axes) work *= static_cast<double>(extent(a));
    if (target_.cores < 2 || work < min_parallel_work) return;
    auto best = result_.order.end();
    for (auto l = result_.order.begin(); l != result_.order.end(); ++l) {
      const bool candidate = l->level == 0 && !view_.is_reduced(l->axis) && !in_tile(*l);
      if (!candidate) continue;
      if (best == result_.order.end() || (outer_trips(best->axis) < target_.cores && outer_trips(l->axis) > outer_trips(best->axis)))
        best = l;
    }
    if (best == result_.order.end() || outer_trips(best->axis) < 2) return;
    std::rotate(result_.order.begin(), best, best + 1);
    result_.parallel = result_.order.front();
  }
  bool in_tile(const loop_ref& l) const {
    return std::find(result_.register_tile.begin(), result_.register_tile.end(), l) != result_.register_tile.end();
  }

  void choose_unrolling() {
    for (auto l = result_.order.rbegin(); l != result_.order.rend(); ++l) {
      if (in_tile(*l) || !view_.is_reduced(l->axis)) continue;
      auto factor = std::min(reduction_unroll, max_unrolled_operations / std::max<std::int64_t>(tile_rows_ * vectors_, 1));
      if (whole_ >= 0) factor = 1;
      if (l->axis == roles_.vector) factor = 1;  // several accumulators are enough
      factor = std::min(factor, l->level > 0 ? inner_.at(l->axis).back() : outer_trips(l->axis));
      if (factor > 1) result_.unrolled.push_back({*l, factor});
      return;
    }
  }

  /// The vector operand where it is read often and not in vectors of neighbours one after the other; and every padded one,
  /// whose copy needs no test for the border.
  void choose_packing() {
    for (const auto& o : view_.operands()) {
      const bool helps = o.padded || (o.plain && roles_.vector >= 0 && view_.uses(o, roles_.vector) && !along_reduction());
      if (helps && view_.packable(o) && view_.reuse(o) >= min_reuse_to_pack)
        result_.packed.push_back({o.tensor, pack_position::once});
    }
  }

  void keep_tilings() {
    for (const auto& [axis, inner] : inner_) result_.tilings.push_back({axis, inner});
  }

  const ast::problem& problem_;
  const target::cpu& target_;
  operator_view view_;
  axis_roles roles_;
  std::map<std::int32_t, std::vector<std::int64_t>> inner_;  ///< trip counts of inner loops by axis
  std::int64_t tile_rows_ = 1;
  std::int64_t tile_vector_ = 1;  ///< elements
  std::int64_t vectors_ = 1;
  std::int32_t whole_ = -1;       ///< the reduction that is unrolled whole
  schedule result_;
};

}  // namespace detail

HONE_DECL schedule default_schedule(const ast::problem& problem, const target::cpu& target) {
  return detail::default_builder(problem, target).build();
}

}  // namespace hone::core::space
