// SPDX-License-Identifier: Apache-2.0
/// \file
/// The element type of an output that sums products, and the extent of a convolution's output.
#pragma once

#include <cstdint>

#include <hone/dsl/types.hpp>

namespace hone::ops {

/// The type in which products of two `T` are summed: i32 for integers.
template <class T>
using accumulator = dsl::element_t<default_accumulator(scalar_type_of<T>)>;

/// Rows (or columns) of a convolution's output: input and kernel extents, stride, and the padding at each side.
constexpr std::int64_t output_extent(std::int64_t input, std::int64_t kernel, std::int64_t stride, std::int64_t pad) {
  return (input + 2 * pad - kernel) / stride + 1;
}

}  // namespace hone::ops
