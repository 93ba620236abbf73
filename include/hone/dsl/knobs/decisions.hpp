// SPDX-License-Identifier: Apache-2.0
/// \file
/// Every knob but the tile. Without a name (`pack(B)`) it is a fixed decision, with one (`pack<"pb">(B)`) the search's.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <boost/hana/tuple.hpp>

#include <hone/dsl/knobs/constraint.hpp>
#include <hone/dsl/knobs/term.hpp>
#include <hone/dsl/knobs/tile.hpp>
#include <hone/meta/fixed_string.hpp>

namespace hone::dsl {

/// Where an operand is copied into a layout that suits the loops; the numbers of `space::pack_position`.
enum class pack_at : std::int8_t {
  none,  ///< read in place
  once,  ///< the whole operand, before the loops
  tile,  ///< the part that the inner loops read, inside the outermost reduction loop
};

namespace knob_detail {
template <class T>
concept Loop = requires(const T& t) { typename T::axis_type; t.loop; } || is_axis<T>;

/// An axis that nothing tiles is a loop.
template <class T>
constexpr loop_name loop_of(const T& loop) {
  if constexpr (is_axis<T>)
    return {T::name.view(), {}, 0};
  else
    return loop.loop;
}
template <class T>
struct axis_of { using type = typename T::axis_type; };
template <fixed_string Name>
struct axis_of<axis<Name>> { using type = axis<Name>; };

template <class T>
concept ChoiceValue = std::integral<T> || std::is_enum_v<T>;
}  // namespace knob_detail

/// A number among candidates: a choice, where to pack, how far to unroll.
template <knob_kind Kind, fixed_string Name, class Subject, std::size_t Count>
struct number_knob : knob_base, knob_number {
  static constexpr auto name = Name;
  static constexpr auto kind = Kind;
  using subject_type = Subject;
  std::array<std::int64_t, Count> values{};
  loop_name loop;  ///< unroll

  constexpr auto terms() const { return std::array{knob_detail::knob_term(Name.view())}; }
  plain_knob plain() const {
    plain_knob k;
    k.kind = Kind;
    k.name = Name.view();
    k.subject = Subject::name.view();
    k.values.assign(values.begin(), values.end());
    if constexpr (Kind == knob_kind::unroll) k.loops = {{loop}};
    return k;
  }
};

/// Loops among alternatives: the vector, the parallel loop, the order, the register tile.
template <knob_kind Kind, fixed_string Name, std::size_t Alternatives, class... Axes>
struct loops_knob : knob_base {
  static constexpr auto name = Name;
  static constexpr auto kind = Kind;
  using axes_type = hana::tuple<Axes...>;
  std::array<std::size_t, Alternatives> lengths{};
  std::array<loop_name, sizeof...(Axes)> loops{};

  plain_knob plain() const {
    plain_knob k;
    k.kind = Kind;
    k.name = Name.view();
    std::size_t at = 0;
    for (const auto length : lengths) {
      auto& alternative = k.loops.emplace_back();
      for (std::size_t n = 0; n < length; ++n) alternative.push_back(loops[at++]);
    }
    return k;
  }
};

/// One alternative of several loops: `order<"o">(loops(ti[1], tj[1]), loops(tj[1], ti[1]))`.
template <class... Axes>
struct loop_list {
  std::array<loop_name, sizeof...(Axes)> list{};
};
template <knob_detail::Loop... Loops>
constexpr auto loops(const Loops&... list) {
  return loop_list<typename knob_detail::axis_of<Loops>::type...>{{knob_detail::loop_of(list)...}};
}

namespace knob_detail {

template <knob_kind Kind, fixed_string Name, Loop... Loops>
constexpr auto one_loop_each(const Loops&... alternatives) {
  loops_knob<Kind, Name, sizeof...(Loops), typename axis_of<Loops>::type...> knob;
  knob.lengths.fill(1);
  knob.loops = {loop_of(alternatives)...};
  return knob;
}

template <knob_kind Kind, fixed_string Name, class... Axes>
constexpr auto one_list(const loop_list<Axes...>& list) {
  return loops_knob<Kind, Name, 1, Axes...>{{}, {sizeof...(Axes)}, list.list};
}

template <class... A, class... B>
constexpr auto joined(const loop_list<A...>& a, const loop_list<B...>& b) {
  loop_list<A..., B...> result;
  std::size_t at = 0;
  for (const auto& l : a.list) result.list[at++] = l;
  for (const auto& l : b.list) result.list[at++] = l;
  return result;
}
template <class First, class Second, class... Rest>
constexpr auto joined(const First& a, const Second& b, const Rest&... rest) requires(sizeof...(Rest) > 0) {
  return joined(joined(a, b), rest...);
}

template <knob_kind Kind, fixed_string Name, class... Lists>
constexpr auto list_each(const Lists&... lists) {
  auto knob = [&] {
    const auto all = joined(loop_list<>{}, lists...);
    return [&]<class... Axes>(const loop_list<Axes...>& l) {
      return loops_knob<Kind, Name, sizeof...(Lists), Axes...>{{}, {}, l.list};
    }(all);
  }();
  knob.lengths = {lists.list.size()...};
  return knob;
}

}  // namespace knob_detail

/// Numbers (or enumerators, or booleans) that mean what the program wants: `choice<"threads">(1, 2, 4)`.
template <fixed_string Name, knob_detail::ChoiceValue... Values>
  requires(sizeof...(Values) > 0)
constexpr auto choice(Values... values) {
  return number_knob<knob_kind::choice, Name, knob_detail::no_axis, sizeof...(Values)>{
      {}, {}, {static_cast<std::int64_t>(values)...}, {}};
}

/// Copies an operand, before the loops unless told otherwise.
template <class Tensor>
constexpr auto pack(const Tensor&, pack_at where = pack_at::once) {
  return number_knob<knob_kind::pack, "", Tensor, 1>{{}, {}, {static_cast<std::int64_t>(where)}, {}};
}
/// The search decides where an operand is copied; without a list, among all.
template <fixed_string Name, class Tensor, std::same_as<pack_at>... Where>
constexpr auto pack(const Tensor& tensor, Where... where) {
  if constexpr (sizeof...(Where) == 0)
    return pack<Name>(tensor, pack_at::none, pack_at::once, pack_at::tile);
  else
    return number_knob<knob_kind::pack, Name, Tensor, sizeof...(Where)>{
        {}, {}, {static_cast<std::int64_t>(where)...}, {}};
}

/// The body of a loop stands `factor` times in a row.
template <knob_detail::Loop L>
constexpr auto unroll(const L& loop, std::int64_t factor) {
  return number_knob<knob_kind::unroll, "", typename knob_detail::axis_of<L>::type, 1>{{}, {}, {factor}, knob_detail::loop_of(loop)};
}
template <fixed_string Name, knob_detail::Loop L, std::integral... Factors>
  requires(sizeof...(Factors) > 0)
constexpr auto unroll(const L& loop, Factors... factors) {
  return number_knob<knob_kind::unroll, Name, typename knob_detail::axis_of<L>::type, sizeof...(Factors)>{
      {}, {}, {static_cast<std::int64_t>(factors)...}, knob_detail::loop_of(loop)};
}

/// The loop whose iterations are the lanes of vectors.
template <knob_detail::Loop L>
constexpr auto vectorize(const L& loop) { return knob_detail::one_loop_each<knob_kind::vectorize, "">(loop); }
template <fixed_string Name, knob_detail::Loop... Loops>
constexpr auto vectorize(const Loops&... loops) { return knob_detail::one_loop_each<knob_kind::vectorize, Name>(loops...); }

/// The loop that several threads share; it becomes the outermost.
template <knob_detail::Loop L>
constexpr auto parallel(const L& loop) { return knob_detail::one_loop_each<knob_kind::parallel, "">(loop); }
template <fixed_string Name, knob_detail::Loop... Loops>
constexpr auto parallel(const Loops&... loops) { return knob_detail::one_loop_each<knob_kind::parallel, Name>(loops...); }

/// The listed loops stand in this order, outermost first, in the places that they have by default.
template <knob_detail::Loop... Loops>
constexpr auto order(const Loops&... list) { return knob_detail::one_list<knob_kind::order, "">(loops(list...)); }
template <fixed_string Name, class... Lists>
constexpr auto order(const Lists&... lists) { return knob_detail::list_each<knob_kind::order, Name>(lists...); }

/// Loops that are unrolled whole with their results in registers; they become the innermost, in this order.
template <knob_detail::Loop... Loops>
constexpr auto register_tile(const Loops&... list) { return knob_detail::one_list<knob_kind::register_tile, "">(loops(list...)); }
template <fixed_string Name, class... Lists>
constexpr auto register_tile(const Lists&... lists) { return knob_detail::list_each<knob_kind::register_tile, Name>(lists...); }

}  // namespace hone::dsl

namespace hone {
using dsl::choice;
using dsl::loops;
using dsl::order;
using dsl::pack;
using dsl::pack_at;
using dsl::parallel;
using dsl::register_tile;
using dsl::unroll;
using dsl::vectorize;
}  // namespace hone
