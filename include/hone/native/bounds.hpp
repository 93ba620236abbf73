// SPDX-License-Identifier: Apache-2.0
/// \file
/// Elements of the output with a bound on the error that a sound kernel may have there: the tree is walked, so that no
/// user's file has to compile it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <hone/ast/problem.hpp>
#include <hone/config.hpp>
#include <hone/native/sampling.hpp>
#include <hone/native/tolerance.hpp>

namespace hone::core::native {

/// A value of the output, and the bound on the error of a sound kernel there; infinite where nothing can be said.
struct bounded_value {
  double value = 0;
  double bound = 0;
};

/// The element at `where` (one index per dimension of the output), computed in double with its error tracked
/// (tracked.hpp). `tensors` has one address per symbol of `p.op`; for `+=` the output must still hold what it held
/// before the kernel ran. Takes some ten nanoseconds per node and step of a reduction.
HONE_DECL bounded_value bounded_at(const ast::problem& p, std::span<void* const> tensors,
                                   std::span<const std::int64_t> where);

/// The same at several points.
HONE_DECL std::vector<bounded_value> bounded_values(const ast::problem& p, std::span<void* const> tensors,
                                                    std::span<const point> points);

/// The tightest tolerance that allows twice the bound at each of the values. Values without a finite bound say nothing; if
/// there is no other, the result is 0, 0.
HONE_DECL tolerance tolerance_for(std::span<const bounded_value> values);

}  // namespace hone::core::native

#if !defined(HONE_COMPILED)
#include <hone/native/impl/bounds.ipp>
#endif
