// SPDX-License-Identifier: Apache-2.0
/// \file
/// An operator together with what is fixed when it is tuned: extents, attributes, and the layout of each tensor.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <hone/ast/tree.hpp>

namespace hone::core::ast {

/// Where the elements of a tensor lie. Strides count elements and may be larger than dense ones, never negative or 0
/// for an output.
struct layout {
  std::int32_t rank = 0;
  std::array<std::int64_t, max_rank> extents{};
  std::array<std::int64_t, max_rank> strides{};
  std::int32_t alignment = 1;  ///< bytes that the address of the first element is a multiple of, at least
  friend bool operator==(const layout&, const layout&) = default;

  /// Number of elements; 1 for rank 0.
  std::int64_t size() const {
    std::int64_t n = 1;
    for (int d = 0; d < rank; ++d) n *= extents[static_cast<std::size_t>(d)];
    return n;
  }
  /// Distance in elements from the first to one past the last element; 0 when there is none.
  std::int64_t span() const {
    std::int64_t last = 1;
    for (int d = 0; d < rank; ++d) {
      const auto k = static_cast<std::size_t>(d);
      if (extents[k] == 0) return 0;
      last += (extents[k] - 1) * strides[k];
    }
    return last;
  }
};

/// A bound operator. `values` and `layouts` have one entry per symbol of the tree: the extent of an axis, the value of
/// a size or attribute (0 for tensors); the layout of a tensor (empty for the others).
struct problem {
  tree op;
  std::vector<std::int64_t> values;
  std::vector<layout> layouts;
  friend bool operator==(const problem&, const problem&) = default;
};

}  // namespace hone::core::ast
