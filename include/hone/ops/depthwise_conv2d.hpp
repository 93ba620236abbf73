// SPDX-License-Identifier: Apache-2.0
/// \file
/// Depthwise convolution in NCHW order: one filter a channel.
#pragma once

#include <hone/dsl/dsl.hpp>
#include <hone/ops/accumulator.hpp>

namespace hone::ops {

namespace detail {

template <class T>
constexpr auto make_depthwise_conv2d() {
  constexpr dsl::axis<"n"> n;
  constexpr dsl::axis<"c"> c;
  constexpr dsl::axis<"y"> y;
  constexpr dsl::axis<"x"> x;
  constexpr dsl::axis<"r"> r;
  constexpr dsl::axis<"s"> s;
  constexpr dsl::size<"h"> h;
  constexpr dsl::size<"w"> w;
  constexpr dsl::attribute<"stride"> stride;
  constexpr dsl::attribute<"pad"> pad;
  constexpr dsl::shaped_tensor<"X", T, n, c, h, w> X;
  constexpr dsl::shaped_tensor<"W", T, c, r, s> W;
  constexpr dsl::tensor<"Y", accumulator<T>, 4> Y;
  return dsl::op<"depthwise_conv2d">(
      Y(n, c, y, x) = dsl::sum(r, s)(dsl::padded(X, 0)(n, c, y * stride + r - pad, x * stride + s - pad) * W(c, r, s)));
}

}  // namespace detail

/// `Y(n, c, y, x) = sum(r, s)(padded(X, 0)(n, c, y * stride + r - pad, x * stride + s - pad) * W(c, r, s))`, with the
/// input `X` [n, c, h, w] and the filters `W` [c, r, s].
template <class T = float>
inline constexpr auto depthwise_conv2d = detail::make_depthwise_conv2d<T>();

}  // namespace hone::ops
