// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reductions. A row of results is accumulated side by side where that walks through memory better than one result
/// after the other; the terms of each result are combined in the order of the axes either way.
#pragma once

#include <hone/native/read.hpp>

namespace hone::core::native {

inline constexpr std::int64_t row_capacity = 128;  ///< longest row: its accumulators stay in the first-level cache

/// Calls `visit()` at each point of a grid, the last slot innermost; `move(slot, delta)` changes the point and leaves
/// it as it was. No extent is 0.
template <class Move, class Visit>
void for_each_point(const int* slots, const std::int64_t* extents, std::size_t count, Move move, Visit visit) {
  axis_values at{};
  while (true) {
    visit();
    std::size_t d = count;
    while (d > 0) {
      --d;
      move(slots[d], 1);
      if (++at[d] < extents[d]) break;
      move(slots[d], -extents[d]);
      at[d] = 0;
      if (d == 0) return;
    }
    if (count == 0) return;
  }
}

template <class Numbers, reduction Kind, class T, class Body, class... Axes>
struct node<Numbers, dsl::reduce_node<Kind, T, Body, Axes...>> {
  using value_type = T;
  using body_node = node<Numbers, Body>;
  using accumulator = typename Numbers::template accumulator<Kind, T>;
  static constexpr std::size_t count = sizeof...(Axes);

  node(const dsl::reduce_node<Kind, T, Body, Axes...>& expression, const context& names, axis_values& current)
      : body(expression.body, names, current),
        axes(&current),
        slots{slot_of(static_cast<const Axes*>(nullptr), names)...},
        extents{extent_of(static_cast<const Axes*>(nullptr), names)...} {}

  struct row_type {
    const accumulator* results;
    auto operator()(std::int64_t t) const { return Numbers::template finish<Kind, T>(results[t]); }
  };

  void move(int slot, std::int64_t delta) { body.move(slot, delta); }
  std::int64_t traffic(int slot) const { return body.traffic(slot); }

  row_type row(int slot, std::int64_t n) {
    for (std::int64_t t = 0; t < n; ++t) results[static_cast<std::size_t>(t)] = Numbers::template start<Kind, T>();
    const bool empty = std::find(extents.begin(), extents.end(), 0) != extents.end();
    if (!empty && side_by_side(slot, n)) accumulate_rows(slot, n);
    else if (!empty) accumulate_each(slot, n);
    return {results.data()};
  }

 private:
  template <fixed_string Name>
  static int slot_of(const dsl::axis<Name>*, const context& c) {
    return c.slot(c.symbol(Name.view(), ast::symbol_kind::axis));
  }
  template <fixed_string Name>
  static std::int64_t extent_of(const dsl::axis<Name>*, const context& c) {
    return c.value(Name.view(), ast::symbol_kind::axis);
  }

  void step(int slot, std::int64_t delta) {
    (*axes)[static_cast<std::size_t>(slot)] += delta;
    body.move(slot, delta);
  }
  struct stepper {
    node* self;
    void operator()(int slot, std::int64_t delta) const { self->step(slot, delta); }
  };

  /// A sum that is continued waits for its last addition; sums side by side do not wait for each other.
  bool side_by_side(int slot, std::int64_t n) const {
    const std::int64_t waiting = 16;
    return row_cost(body.traffic(slot), n) <= row_cost(body.traffic(slots[count - 1]), extents[count - 1]) + waiting;
  }

  /// result[t] += term[t], for each point of the reduction.
  void accumulate_rows(int slot, std::int64_t n) {
    for_each_point(slots.data(), extents.data(), count, stepper{this}, [&] {
      const auto terms = body.row(slot, n);
      accumulator* const __restrict into = results.data();
      for (std::int64_t at = 0; at < n; ++at) combine(into[at], terms(at));
    });
  }

  /// Each result on its own, along the last axis of the reduction.
  void accumulate_each(int slot, std::int64_t n) {
    for (std::int64_t t = 0; t < n; ++t) {
      accumulator& result = results[static_cast<std::size_t>(t)];
      for_each_point(slots.data(), extents.data(), count - 1, stepper{this}, [&] { accumulate_last(result); });
      step(slot, 1);
    }
    step(slot, -n);
  }

  void accumulate_last(accumulator& result) {
    const int slot = slots[count - 1];
    const std::int64_t extent = extents[count - 1];
    for (std::int64_t first = 0; first < extent; first += row_capacity) {
      const std::int64_t n = std::min(row_capacity, extent - first);
      const auto terms = body.row(slot, n);
      accumulator sum = result;
      for (std::int64_t t = 0; t < n; ++t) combine(sum, terms(t));
      result = sum;
      step(slot, n);
    }
    step(slot, -extent);
  }

  template <class Term>
  static void combine(accumulator& into, const Term& term) {
    Numbers::template combine<Kind, T>(into, Numbers::template convert<T, typename body_node::value_type>(term));
  }

  body_node body;
  axis_values* axes;
  std::array<int, count> slots;
  std::array<std::int64_t, count> extents;
  std::array<accumulator, static_cast<std::size_t>(row_capacity)> results;
};

}  // namespace hone::core::native
