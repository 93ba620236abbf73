// SPDX-License-Identifier: Apache-2.0
/// \file
/// One element of the output with a bound on the error that a sound kernel may have there.
#pragma once

#include <hone/native/run.hpp>
#include <hone/native/tracked.hpp>

namespace hone::core::native {

namespace detail {

/// What adding the terms of a reduction to the output's old value one by one may lose: a rounding of the running total
/// per term (as for the reduction itself, in a statistical sense: 8 sqrt(n)).
template <class T>
double accumulation_bound(const ast::problem& p, double size) {
  double terms = 1;
  for (std::size_t s = 0; s < p.values.size(); ++s)
    if (p.op.symbols[s].reduced) terms *= static_cast<double>(std::max<std::int64_t>(p.values[s], 1));
  return terms > 1 ? std::min(terms, 8 * std::sqrt(terms)) * roundoff<T> * size : 0;
}

}  // namespace detail

/// The element at `point` (one index per dimension of the output), computed in double with its error tracked. For
/// `+=` the output must still hold what it held before the kernel ran.
template <class Operator>
auto at(const Operator& op, const ast::problem& p, std::span<void* const> tensors,
        std::span<const std::int64_t> point) {
  using evaluator = evaluation<tracked_numbers, Operator>;
  auto element = evaluator(op, p, tensors).at(point);
  if constexpr (Operator::statement_type::accumulates) {
    // the old value is at most what is there now and what was added
    const auto old = evaluator(op, p, tensors).before(point);
    const double size = std::fabs(static_cast<double>(old)) + std::fabs(static_cast<double>(element.value));
    element.bound += detail::accumulation_bound<typename evaluator::element_type>(p, size);
  }
  return element;
}

}  // namespace hone::core::native
