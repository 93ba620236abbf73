// SPDX-License-Identifier: Apache-2.0
/// \file
/// Walks over the elements of a strided tensor row by row, and calls with the C++ type of a scalar type.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <hone/ast/problem.hpp>
#include <hone/diag/error.hpp>
#include <hone/meta/scalar_type.hpp>

namespace hone::core::measure::detail {

/// A run of elements along the last axis: `first` is the offset of its first element, `number` that element's
/// row-major number.
struct row {
  std::int64_t first = 0;
  std::int64_t number = 0;
  std::int64_t extent = 1;
  std::int64_t stride = 1;
};

/// Calls `visit(row)` for each row in row-major order; one row of one element for rank 0.
template <class Visit>
void for_each_row(const ast::layout& layout, Visit visit) {
  if (layout.size() == 0) return;
  const auto last = static_cast<std::size_t>(layout.rank > 0 ? layout.rank - 1 : 0);
  row current;
  if (layout.rank > 0) {
    current.extent = layout.extents[last];
    current.stride = layout.strides[last];
  }
  std::array<std::int64_t, ast::max_rank> index{};
  for (;;) {
    visit(std::as_const(current));
    current.number += current.extent;
    auto axis = last;
    for (;;) {
      if (axis == 0) return;
      --axis;
      current.first += layout.strides[axis];
      if (++index[axis] < layout.extents[axis]) break;
      current.first -= layout.strides[axis] * layout.extents[axis];
      index[axis] = 0;
    }
  }
}

/// Calls `function(T())` with the type of a tensor's elements.
template <class Function>
decltype(auto) with_element_type(scalar_type type, Function function) {
  switch (type) {
    case scalar_type::f64: return function(double());
    case scalar_type::f32: return function(float());
    case scalar_type::i32: return function(std::int32_t());
    case scalar_type::i8: return function(std::int8_t());
    case scalar_type::u8: return function(std::uint8_t());
    case scalar_type::i64:
    case scalar_type::boolean: break;
  }
  throw internal_error("a tensor has the type of an index or condition");
}

}  // namespace hone::core::measure::detail
