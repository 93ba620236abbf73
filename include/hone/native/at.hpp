// SPDX-License-Identifier: Apache-2.0
/// \file
/// One element of the output with a bound on the error that a sound kernel may have there.
#pragma once

#include <hone/native/run.hpp>
#include <hone/native/tracked.hpp>

namespace hone::native {

/// The element at `point` (one index per dimension of the output), computed in double with its error tracked. For
/// `+=` the output must still hold what it held before the kernel ran.
template <class Operator>
auto at(const Operator& op, const ast::problem& p, std::span<void* const> tensors,
        std::span<const std::int64_t> point) {
  return evaluation<tracked_numbers, Operator>(op, p, tensors).at(point);
}

}  // namespace hone::native
