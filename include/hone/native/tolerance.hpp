// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where a candidate's output is looked at, and how far it may be from the reference there.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <hone/ast/problem.hpp>
#include <hone/config.hpp>
#include <hone/native/at.hpp>

namespace hone::core::native {

/// One index per dimension of the output; entries past its rank are 0.
using point = std::array<std::int64_t, ast::max_rank>;

/// About `n` elements of the output of `p`, each once: corners, then what stands beside the borders and where vectors
/// and tiles of 8, 16 and 64 leave a tail, then random ones. All elements, in order, if there are no more than `n`.
/// The same seed gives the same points.
HONE_DECL std::vector<point> sample_points(const ast::problem& p, std::int64_t n, std::uint64_t seed);

/// An element x with reference r is right when |x - r| <= absolute + relative * |r|.
struct tolerance {
  double absolute = 0;
  double relative = 0;
};

/// A value of the output, and the bound on the error of a sound kernel there.
struct bounded_value {
  double value = 0;
  double bound = 0;
};

/// The tightest tolerance of that form that allows twice the bound at each of the values. Values without a finite
/// bound say nothing; if there is no other, the result is 0, 0.
HONE_DECL tolerance tolerance_for(std::span<const bounded_value> values);

/// The elements at `points` with their bounds. `tensors` as for `run`; for `+=`, the output before the kernel ran.
template <class Operator>
std::vector<bounded_value> bounded_values(const Operator& op, const ast::problem& p, std::span<void* const> tensors,
                                          std::span<const point> points) {
  evaluation<tracked_numbers, Operator> evaluate(op, p, tensors);
  std::vector<bounded_value> out;
  for (const point& where : points) {
    const auto x = evaluate.at(std::span(where).first(static_cast<std::size_t>(p.op.assignments.front().rank)));
    out.push_back({static_cast<double>(x.value), x.bound});
  }
  return out;
}

/// The tolerance for the whole output, from a sample of it.
template <class Operator>
tolerance tolerance_of(const Operator& op, const ast::problem& p, std::span<void* const> tensors,
                       std::span<const point> points) {
  return tolerance_for(bounded_values(op, p, tensors, points));
}

}  // namespace hone::core::native

#if !defined(HONE_COMPILED)
#include <hone/native/impl/tolerance.ipp>
#endif
