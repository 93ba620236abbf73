// SPDX-License-Identifier: Apache-2.0
/// \file
/// Two-dimensional convolutions in NCHW order: plain, and with bias, residual and ReLU.
///
/// Input `X` [n, c, h, w], filters `W` [f, c, r, s], output `Y` [n, f, y, x]. The input's height and width are the
/// sizes h and w, which stride and padding do not determine; y and x are the output's (`output_extent`): `extents(n =
/// 1, f = 64, y = 56, x = 56, c = 64, r = 3, s = 3, h = 56, w = 56, stride = 1, pad = 1)`.
#pragma once

#include <hone/dsl/dsl.hpp>
#include <hone/ops/accumulator.hpp>

namespace hone::ops {

namespace detail {

/// The sum over channels and kernel at the point (n, f, y, x) of the output.
template <class T>
constexpr auto conv2d_sum() {
  constexpr dsl::axis<"n"> n;
  constexpr dsl::axis<"f"> f;
  constexpr dsl::axis<"y"> y;
  constexpr dsl::axis<"x"> x;
  constexpr dsl::axis<"c"> c;
  constexpr dsl::axis<"r"> r;
  constexpr dsl::axis<"s"> s;
  constexpr dsl::size<"h"> h;
  constexpr dsl::size<"w"> w;
  constexpr dsl::attribute<"stride"> stride;
  constexpr dsl::attribute<"pad"> pad;
  constexpr dsl::shaped_tensor<"X", T, n, c, h, w> X;
  constexpr dsl::shaped_tensor<"W", T, f, c, r, s> W;
  return dsl::sum(c, r, s)(dsl::padded(X, 0)(n, c, y * stride + r - pad, x * stride + s - pad) * W(f, c, r, s));
}

/// The output of a convolution at its own axes.
template <class T>
constexpr auto conv2d_output() {
  constexpr dsl::axis<"n"> n;
  constexpr dsl::axis<"f"> f;
  constexpr dsl::axis<"y"> y;
  constexpr dsl::axis<"x"> x;
  constexpr dsl::tensor<"Y", accumulator<T>, 4> Y;
  return Y(n, f, y, x);
}

template <class T>
constexpr auto make_conv2d() {
  return dsl::op<"conv2d">(conv2d_output<T>() = conv2d_sum<T>());
}

template <class T>
constexpr auto make_conv2d_bias_residual_relu() {
  constexpr dsl::axis<"n"> n;
  constexpr dsl::axis<"f"> f;
  constexpr dsl::axis<"y"> y;
  constexpr dsl::axis<"x"> x;
  constexpr dsl::tensor<"bias", accumulator<T>, 1> bias;
  constexpr dsl::tensor<"R", accumulator<T>, 4> R;
  return dsl::op<"conv2d_bias_residual_relu">(conv2d_output<T>() =
                                                  dsl::relu(conv2d_sum<T>() + bias(f) + R(n, f, y, x)));
}

}  // namespace detail

/// `Y(n, f, y, x) = sum(c, r, s)(padded(X, 0)(n, c, y * stride + r - pad, x * stride + s - pad) * W(f, c, r, s))`.
template <class T = float>
inline constexpr auto conv2d = detail::make_conv2d<T>();

/// `conv2d` plus `bias` [f] plus the residual `R` [n, f, y, x], and no less than 0.
template <class T = float>
inline constexpr auto conv2d_bias_residual_relu = detail::make_conv2d_bias_residual_relu<T>();

}  // namespace hone::ops
