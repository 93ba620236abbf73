// SPDX-License-Identifier: Apache-2.0
/// \file
/// The 5-point stencil of heat conduction.
#pragma once

#include <hone/dsl/dsl.hpp>

namespace hone::ops {

namespace detail {

template <class T>
constexpr auto make_stencil5() {
  constexpr dsl::axis<"y"> y;
  constexpr dsl::axis<"x"> x;
  constexpr dsl::shaped_tensor<"U", T, y, x> U;
  constexpr dsl::tensor<"V", T, 2> V;
  constexpr dsl::scalar<"alpha", T> alpha;
  constexpr auto u = dsl::padded(U, 0);
  return dsl::op<"stencil5">(V(y, x) = U(y, x) +
                                       alpha * (u(y - 1, x) + u(y + 1, x) + u(y, x - 1) + u(y, x + 1) - 4 * U(y, x)));
}

}  // namespace detail

/// One explicit step of the heat equation on `U` [y, x], with 0 around it: `V = U + alpha * (the four neighbours - 4
/// U)`. `alpha` is a scalar that may differ from call to call.
template <class T = float>
inline constexpr auto stencil5 = detail::make_stencil5<T>();

}  // namespace hone::ops
