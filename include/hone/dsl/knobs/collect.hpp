// SPDX-License-Identifier: Apache-2.0
/// \file
/// `knobs(...)`: a search space as a value, and the checks that need no operator.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include <boost/hana/for_each.hpp>
#include <boost/hana/tuple.hpp>

#include <hone/diag/knob_errors.hpp>
#include <hone/dsl/knobs/constraint.hpp>
#include <hone/dsl/knobs/decisions.hpp>
#include <hone/dsl/knobs/term.hpp>
#include <hone/dsl/knobs/tile.hpp>

namespace hone::dsl {

namespace knob_detail {

template <class T>
inline constexpr bool is_constraint = false;
template <std::size_t Length>
inline constexpr bool is_constraint<constraint_knob<Length>> = true;

template <class A, class B>
constexpr bool same_name() {
  if constexpr (std::derived_from<A, knob_base> && std::derived_from<B, knob_base>)
    return same_text(A::name, B::name) && !A::name.view().empty();
  else
    return false;
}

template <class T>
struct tiled_axis { using type = no_axis; };
template <fixed_string Name, class Axis, std::size_t Count>
struct tiled_axis<tile_knob<Name, Axis, Count>> { using type = Axis; };

template <class A, class B>
constexpr bool same_axis() {
  using axis = typename tiled_axis<A>::type;
  return std::same_as<axis, typename tiled_axis<B>::type> && !std::same_as<axis, no_axis>;
}

/// Every pair is looked at once: the first with each of the rest.
template <class First, class... Rest>
constexpr void check_knobs() {
  if constexpr (!std::derived_from<First, knob_base> && !is_constraint<First>)
    (void)diag::say<diag::knobs_takes_knobs_and_where_but_this_is_neither<First>>{};
  else if constexpr ((same_name<First, Rest>() || ...))
    (void)diag::say<typename diag::about<diag::two_knobs_are_named, First::name>::but_a_name_stands_for_one_knob>{};
  else if constexpr ((same_axis<First, Rest>() || ...))
    (void)diag::say<typename diag::about<diag::two_tiles_split_the_axis,
                                         tiled_axis<First>::type::name>::but_one_tile_makes_all_of_its_loops>{};
  else if constexpr (sizeof...(Rest) > 0)
    check_knobs<Rest...>();
}

}  // namespace knob_detail

/// Knobs and constraints in the order in which the user wrote them.
template <class... Knobs>
struct knob_set {
  using members_type = hana::tuple<Knobs...>;
  members_type members;

  plain_knobs plain() const {
    plain_knobs result;
    hana::for_each(members, [&](const auto& member) {
      if constexpr (knob_detail::is_constraint<std::decay_t<decltype(member)>>)
        result.constraints.emplace_back(member.list.begin(), member.list.end());
      else
        result.knobs.push_back(member.plain());
    });
    return result;
  }
};

/// A search space: `knobs(ti, tj, pack<"pb">(B), where(ti[2] * tj[2] <= 96))`.
template <class... Knobs>
constexpr auto knobs(const Knobs&... members) {
  if constexpr (sizeof...(Knobs) > 0) knob_detail::check_knobs<Knobs...>();
  return knob_set<Knobs...>{hana::tuple<Knobs...>(members...)};
}

}  // namespace hone::dsl

namespace hone {
using dsl::knobs;
}  // namespace hone
