// SPDX-License-Identifier: Apache-2.0
/// \file
/// Deriving a space: the same roles of axes as in the default schedule, with what that decides left open.
#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include <hone/space/derive.hpp>
#include <hone/space/digits.hpp>
#include <hone/space/loops.hpp>
#include <hone/space/names.hpp>
#include <hone/space/roles.hpp>

namespace hone::core::space {

namespace detail {

inline constexpr std::size_t max_tiled_axes = 3;             ///< spatial ones
inline constexpr std::int64_t min_extent_to_tile = 2;
inline constexpr std::int64_t min_reduction_to_tile = 16;
inline constexpr std::int64_t min_derived_reuse = 8;         ///< of an operand that may be worth packing
inline constexpr double min_vector_share = 0.4;              ///< of the best score, for another axis to be tried
inline constexpr std::int64_t min_accumulators = 8;          ///< latency times throughput of multiply-adds

class space_deriver {
 public:
  space_deriver(const ast::problem& problem, const target::cpu& target)
      : problem_(problem), target_(target), view_(problem, target), roles_(find_roles(view_)) {}

  definition derive() {
    if (roles_.vector < 0) return {};
    add_tiles();
    add_vector();
    if (!view_.reduced().empty()) {
      add_order();
      add_packing();
    }
    add_unrolling();
    add_parallel();
    add_sensible_tiles();
    return std::move(result_);
  }

 private:
  std::string name(const char* what, std::int32_t symbol) const {
    return std::string(what) + '_' + spell_symbol(symbol, &problem_.op);
  }
  bool maps() const { return view_.reduced().empty(); }
  bool along_reduction() const { return view_.is_reduced(roles_.vector); }

  void add_tile(std::int32_t axis, std::int32_t levels) {
    if (view_.extent(axis) < min_extent_to_tile) return;
    result_.knobs.push_back({knob_kind::tile, name("tile", axis), axis, 0, levels, {}, {}});
    if (!view_.is_reduced(axis)) tiled_.push_back(axis);
  }

  /// The vector, the rows, and the longest of the others; long reductions.
  void add_tiles() {
    const std::int32_t levels = maps() || along_reduction() ? 2 : 3;
    std::vector<std::int32_t> axes;
    for (const auto a : {roles_.rows, roles_.vector})
      if (a >= 0) axes.push_back(a);
    if (!maps() && !roles_.other.empty())
      axes.push_back(*std::max_element(roles_.other.begin(), roles_.other.end(),
                                       [&](auto a, auto b) { return view_.extent(a) < view_.extent(b); }));
    for (const auto a : view_.spatial())  // in the order of the output, which is the default order of loops
      if (std::find(axes.begin(), axes.end(), a) != axes.end() && tiled_.size() < max_tiled_axes) add_tile(a, levels);
    for (const auto a : view_.reduced())
      if (a == roles_.vector || view_.extent(a) >= min_reduction_to_tile) add_tile(a, 2);
  }

  loop_ref innermost(std::int32_t axis) const { return {axis, levels_of(result_, axis) - 1}; }

  /// The best axis first, and others along which memory is contiguous as well.
  void add_vector() {
    std::vector<std::vector<loop_ref>> alternatives{{innermost(roles_.vector)}};
    if (!along_reduction())
      for (const auto a : tiled_)
        if (a != roles_.vector && vector_score(view_, a) >= min_vector_share * vector_score(view_, roles_.vector))
          alternatives.push_back({innermost(a)});
    add_loops(knob_kind::vectorize, "vector", std::move(alternatives));
  }

  void add_loops(knob_kind kind, const char* name, std::vector<std::vector<loop_ref>> alternatives) {
    const bool open = alternatives.size() > 1;
    result_.knobs.push_back({kind, open ? name : "", -1, 0, 1, {}, std::move(alternatives)});
  }

  void append(std::vector<loop_ref>& order, const std::vector<std::int32_t>& axes, std::int32_t level) const {
    for (const auto a : axes)
      if (level < levels_of(result_, a)) order.push_back({a, level});
  }

  /// Outer loops, blocks of the reductions, middle loops one way or the other, reductions (short ones outside), tile.
  std::vector<loop_ref> contraction_order(const std::vector<std::int32_t>& middle) const {
    std::vector<loop_ref> order;
    append(order, view_.spatial(), 0);
    for (const auto a : view_.reduced())
      if (levels_of(result_, a) > 1 && a != roles_.vector) order.push_back({a, 0});
    if (!along_reduction()) append(order, middle, 1);
    for (const bool tiled : {false, true})
      for (const auto a : view_.reduced())
        if ((levels_of(result_, a) > 1) == tiled) order.push_back(a == roles_.vector ? loop_ref{a, 0} : innermost(a));
    append(order, tiled_, along_reduction() ? 1 : 2);
    if (along_reduction() && levels_of(result_, roles_.vector) > 1) order.push_back(innermost(roles_.vector));
    return order;
  }
  void add_order() {
    auto middle = tiled_;
    std::vector<std::vector<loop_ref>> alternatives{contraction_order(middle)};
    std::reverse(middle.begin(), middle.end());
    if (!along_reduction() && middle.size() > 1) alternatives.push_back(contraction_order(middle));
    add_loops(knob_kind::order, "order", std::move(alternatives));
  }

  void add_packing() {
    for (const auto& o : view_.operands()) {
      if (!view_.packable(o) || view_.reuse(o) < min_derived_reuse) continue;
      result_.knobs.push_back({knob_kind::pack, name("pack", o.tensor), o.tensor, 0, 1, {0, 1, 2}, {}});
    }
  }

  /// The innermost reduction of a contraction; the rows of a map.
  void add_unrolling() {
    if (along_reduction()) return;
    std::int32_t axis = maps() ? roles_.rows : -1;
    for (const auto a : view_.reduced())
      if (axis < 0 || levels_of(result_, a) >= levels_of(result_, axis)) axis = a;
    if (axis < 0 || view_.extent(axis) < 2) return;
    std::vector<std::int64_t> factors{1, 2, 4, 8};
    if (levels_of(result_, axis) == 1 && view_.extent(axis) < 16) factors = {1, view_.extent(axis)};
    result_.knobs.push_back({knob_kind::unroll, name("unroll", axis), -1, 0, 1, factors, {{innermost(axis)}}});
  }

  void add_parallel() {
    if (target_.cores < 2) return;
    std::vector<std::vector<loop_ref>> alternatives;
    for (const auto a : view_.spatial())
      if (view_.extent(a) >= 2 && alternatives.size() < max_tiled_axes) alternatives.push_back({{a, 0}});
    if (!alternatives.empty()) add_loops(knob_kind::parallel, "parallel", std::move(alternatives));
  }

  void require(expression e, std::string text) { result_.constraints.push_back({std::move(e.terms), std::move(text), true}); }

  /// Whole vectors where the axis has one, and enough accumulators to hide the latency of an addition.
  void add_sensible_tiles() {
    const auto v = find_kind(result_, knob_kind::vectorize);
    for (std::size_t n = 0; n < result_.at(v).loops.size(); ++n) {
      const auto l = result_.at(v).loops[n].front();
      const auto tile = find_tile(result_, l.axis);
      if (tile < 0) continue;
      const auto whole = level(tile, l.level) >= constant(std::min<std::int64_t>(view_.lanes(), floor_power(view_.extent(l.axis))));
      const bool open = result_.at(v).loops.size() > 1;
      require(open ? value_of(v) != constant(static_cast<std::int64_t>(n)) || whole : whole,
              "the vector loop of " + spell_symbol(l.axis, &problem_.op) + " fills a vector");
    }
    if (maps() || along_reduction()) return;
    auto elements = constant(1);
    std::int64_t most = 1;
    for (const auto a : tiled_) {
      elements = elements * level(find_tile(result_, a), levels_of(result_, a) - 1);
      most = std::min<std::int64_t>(most * floor_power(view_.extent(a)), min_accumulators * view_.lanes());
    }
    require(elements >= constant(most), "the register tile has enough accumulators to hide latency");
  }
  static std::int64_t floor_power(std::int64_t n) {
    std::int64_t power = 1;
    while (power * 2 <= n) power *= 2;
    return power;
  }

  const ast::problem& problem_;
  const target::cpu& target_;
  operator_view view_;
  axis_roles roles_;
  std::vector<std::int32_t> tiled_;  ///< spatial axes with a tile
  definition result_;
};

}  // namespace detail

HONE_DECL definition derive(const ast::problem& problem, const target::cpu& target) {
  return detail::space_deriver(problem, target).derive();
}

}  // namespace hone::core::space
