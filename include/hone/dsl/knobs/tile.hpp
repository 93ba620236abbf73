// SPDX-License-Identifier: Apache-2.0
/// \file
/// `tile<"ti">(i, 3)`: an axis split into loops, and the loops as handles and as numbers.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <hone/diag/knob_errors.hpp>
#include <hone/dsl/expression.hpp>
#include <hone/dsl/knobs/constraint.hpp>
#include <hone/dsl/knobs/term.hpp>
#include <hone/meta/fixed_string.hpp>

namespace hone::dsl {

/// Marks what `knobs(...)` takes.
struct knob_base {};

namespace knob_detail {

template <class T>
inline constexpr bool is_axis = false;
template <fixed_string Name>
inline constexpr bool is_axis<axis<Name>> = true;

/// In the place of an axis where a number is tiled.
struct no_axis {
  static constexpr fixed_string name{""};
};

}  // namespace knob_detail

/// A loop: what decisions refer to, and in constraints its trip count.
template <class Axis>
struct loop_handle : knob_number {
  using axis_type = Axis;
  loop_name loop;
  constexpr auto terms() const {
    plain_term t;
    t.source = plain_term::source_kind::level;
    t.loop = loop;
    return std::array{t};
  }
};

template <fixed_string Name, class Axis, std::size_t Count>
struct tile_knob : knob_base {
  static constexpr auto name = Name;
  using axis_type = Axis;
  int levels = 1;
  std::int64_t extent = 0;  ///< of a tiled number
  std::array<std::int64_t, Count> values{};

  /// Loop `level`; 0 is the outermost. A level that is not there is a value and no type: gcc's error names it, clang's
  /// note does.
  constexpr auto operator[](int level) const {
    if (level < 0 || level >= levels) diag::a_loop_is_asked_for_that_the_tile_does_not_have();
    return loop_handle<Axis>{{}, {Axis::name.view(), Name.view(), level}};
  }
  /// Restricts the trip counts of all inner loops to a list.
  template <std::integral... Sizes>
  constexpr auto sizes(Sizes... candidates) const {
    return tile_knob<Name, Axis, sizeof...(Sizes)>{{}, levels, extent, {static_cast<std::int64_t>(candidates)...}};
  }

  plain_knob plain() const {
    plain_knob k;
    k.kind = knob_kind::tile;
    k.name = Name.view();
    k.subject = Axis::name.view();
    k.extent = extent;
    k.levels = levels;
    k.values.assign(values.begin(), values.end());
    return k;
  }
};

namespace knob_detail {

constexpr int checked_levels(int levels) {
  if (levels < 1) diag::a_tile_has_at_least_one_loop();
  return levels;
}

template <fixed_string Name, class Target>
constexpr auto make_tile(const Target& target, int levels) {
  if constexpr (is_axis<Target>)
    return tile_knob<Name, Target, 0>{{}, checked_levels(levels), 0, {}};
  else if constexpr (std::integral<Target>)
    return tile_knob<Name, no_axis, 0>{{}, checked_levels(levels), static_cast<std::int64_t>(target), {}};
  else
    return diag::say<diag::tile_splits_an_axis_or_a_number_but_this_is_neither<Target>>{};
}

}  // namespace knob_detail

/// Splits an axis into `levels` loops, [0] the outermost; the search decides their trip counts. A number in the place of
/// the axis splits that number, in spaces with no operator.
template <fixed_string Name, class Target>
constexpr auto tile(const Target& target, int levels) {
  return knob_detail::make_tile<Name>(target, levels);
}

/// A fixed split: `tile(i, 8, 4)` is three loops, the inner ones of 8 and 4 iterations.
template <class Axis, std::integral... Inner>
constexpr auto tile(const Axis&, Inner... inner) {
  if constexpr (knob_detail::is_axis<Axis>)
    return tile_knob<"", Axis, sizeof...(Inner)>{
        {}, static_cast<int>(sizeof...(Inner)) + 1, 0, {static_cast<std::int64_t>(inner)...}};
  else
    return diag::say<diag::tile_splits_an_axis_or_a_number_but_this_is_neither<Axis>>{};
}

}  // namespace hone::dsl

namespace hone {
using dsl::tile;
}  // namespace hone
