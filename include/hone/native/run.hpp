// SPDX-License-Identifier: Apache-2.0
/// \file
/// An operator as plain loops that the user's own compiler compiles: any extents, any strides, no backend. The
/// reference of the checks, and what runs where no kernel can be made.
#pragma once

#include <span>

#include <hone/native/reduce.hpp>

namespace hone::core::native {

/// The loops over the output of `Operator`, whose numbers are `Numbers`.
template <class Numbers, class Operator>
class evaluation {
  using statement = typename Operator::statement_type;
  using value_expression = decltype(statement::value);
  using value_node = node<Numbers, value_expression>;
  using target_tensor = typename statement::target_type::tensor_type;

 public:
  using element_type = typename tensor_traits<target_tensor>::element_type;
  using number = typename Numbers::template number<element_type>;

  evaluation(const Operator& op, const ast::problem& problem, std::span<void* const> tensors)
      : evaluation(op, problem.op.assignments.front(), context(problem, tensors)) {}
  evaluation(const evaluation&) = delete;
  evaluation& operator=(const evaluation&) = delete;

  /// Computes and stores every element of the output.
  void run() {
    if (std::find(extents_.begin(), extents_.begin() + rank_, 0) != extents_.begin() + rank_) return;
    const int along = row_dimension();
    std::array<int, ast::max_rank> slots{};
    std::array<std::int64_t, ast::max_rank> extents{};
    std::size_t outer = 0;
    for (int d = 0; d < rank_; ++d) {
      if (d == along) continue;
      slots[outer] = slots_[static_cast<std::size_t>(d)];
      extents[outer++] = extents_[static_cast<std::size_t>(d)];
    }
    const auto advance = [this](int slot, std::int64_t delta) { move(slot, delta); };
    for_each_point(slots.data(), extents.data(), outer, advance, [&] { store_line(along); });
  }

  /// The element at `where`, one index per dimension of the output, which is read for `+=` and not written.
  number at(std::span<const std::int64_t> where) {
    for (std::size_t d = 0; d < static_cast<std::size_t>(rank_); ++d)
      move(slots_[d], where[d] - axes_[index(slots_[d])]);
    return element(value_.row(no_axis, 1), output_ + offset_, 0);
  }

 private:
  evaluation(const Operator& op, const ast::assignment& body, const context& names)
      : value_(op.body.value, names, axes_),
        output_(static_cast<element_type*>(names.address(body.target))),
        rank_(body.rank) {
    const ast::layout& layout = names.layout(body.target);
    for (std::size_t d = 0; d < static_cast<std::size_t>(rank_); ++d) {
      slots_[d] = names.slot(body.indices[d]);
      extents_[d] = names.value(body.indices[d]);
      strides_[index(slots_[d])] = layout.strides[d];
    }
  }

  static std::size_t index(int slot) { return static_cast<std::size_t>(slot); }

  void move(int slot, std::int64_t delta) {
    axes_[index(slot)] += delta;
    offset_ += strides_[index(slot)] * delta;
    value_.move(slot, delta);
  }

  /// The dimension along which an element costs least.
  int row_dimension() const {
    int best = rank_ - 1;
    for (int d = rank_ - 2; d >= 0; --d)
      if (dimension_cost(d) < dimension_cost(best)) best = d;
    return best;
  }
  std::int64_t dimension_cost(int d) const {
    const int slot = slots_[index(d)];
    const std::int64_t stored = detail::bytes_per_step(strides_[index(slot)], sizeof(element_type));
    return row_cost(value_.traffic(slot) + stored, extents_[index(d)]);
  }

  /// Stores all elements along one dimension, or the only one there is.
  void store_line(int along) {
    const int slot = along < 0 ? no_axis : slots_[index(along)];
    const std::int64_t extent = along < 0 ? 1 : extents_[index(along)];
    for (std::int64_t first = 0; first < extent; first += row_capacity) {
      const std::int64_t n = std::min(row_capacity, extent - first);
      store_row(value_.row(slot, n), slot, n);
      move(slot, n);
    }
    move(slot, -extent);
  }

  template <class Row>
  void store_row(const Row& row, int slot, std::int64_t n) {
    element_type* const out = output_ + offset_;
    const std::int64_t stride = strides_[index(slot)];
    for (std::int64_t t = 0; t < n; ++t)
      out[t * stride] = Numbers::template store<element_type>(element(row, out + t * stride, t));
  }

  template <class Row>
  static number element(const Row& row, [[maybe_unused]] const element_type* old, std::int64_t t) {
    const auto value = Numbers::template convert<element_type, typename value_node::value_type>(row(t));
    if constexpr (statement::accumulates)
      return Numbers::template binary<node_kind::add, element_type>(Numbers::from(*old), value);
    else
      return value;
  }

  axis_values axes_{};
  value_node value_;
  element_type* output_;
  std::int64_t offset_ = 0;
  int rank_;
  std::array<int, ast::max_rank> slots_{};
  std::array<std::int64_t, ast::max_rank> extents_{};
  axis_values strides_{};  ///< of the output, by slot
};

/// Computes `op` as declared. `tensors[s]` is the address of the first element of symbol `s` of `p.op` (null for what
/// is no tensor); `p` must have been bound from `op`.
template <class Operator>
void run(const Operator& op, const ast::problem& p, std::span<void* const> tensors) {
  evaluation<exact_numbers, Operator>(op, p, tensors).run();
}

/// The same with f32 computed and accumulated in double, and rounded once where it is stored.
template <class Operator>
void run_reference(const Operator& op, const ast::problem& p, std::span<void* const> tensors) {
  evaluation<wide_numbers, Operator>(op, p, tensors).run();
}

/// The element at `where` (one index per dimension of the output), computed in double. For `+=` the output must still
/// hold what it held before.
template <class Operator>
double at(const Operator& op, const ast::problem& p, std::span<void* const> tensors,
          std::span<const std::int64_t> where) {
  return static_cast<double>(evaluation<wide_numbers, Operator>(op, p, tensors).at(where));
}

}  // namespace hone::core::native
