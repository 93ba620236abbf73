// SPDX-License-Identifier: Apache-2.0
/// \file
/// The matrix product.
#pragma once

#include <hone/dsl/dsl.hpp>
#include <hone/ops/accumulator.hpp>

namespace hone::ops {

namespace detail {

template <class T>
constexpr auto make_matmul() {
  constexpr dsl::axis<"i"> i;
  constexpr dsl::axis<"j"> j;
  constexpr dsl::axis<"k"> k;
  constexpr dsl::tensor<"A", T, 2> A;
  constexpr dsl::tensor<"B", T, 2> B;
  constexpr dsl::tensor<"C", accumulator<T>, 2> C;
  return dsl::op<"matmul">(C(i, j) = dsl::sum(k)(A(i, k) * B(k, j)));
}

}  // namespace detail

/// `C(i, j) = sum(k)(A(i, k) * B(k, j))`. Extents: i, j, k. The output of integers is i32.
template <class T = float>
inline constexpr auto matmul = detail::make_matmul<T>();

}  // namespace hone::ops
