// SPDX-License-Identifier: Apache-2.0
/// \file
/// Operators that the tests of spaces share, bound to extents.
#pragma once

#include <cstdint>

#include <hone/ast/bind.hpp>
#include <hone/dsl/dsl.hpp>
#include <hone/dsl/knobs.hpp>

namespace space_test {

using namespace hone;
using namespace hone::core;

inline constexpr axis<"i"> i;
inline constexpr axis<"j"> j;
inline constexpr axis<"k"> k;
inline constexpr tensor<"A", float, 2> A;
inline constexpr tensor<"B", float, 2> B;
inline constexpr tensor<"C", float, 2> C;
inline constexpr tensor<"v", float, 1> v;
inline constexpr tensor<"w", float, 1> w;
inline constexpr tensor<"total", float, 0> total;

inline constexpr auto matmul = op<"matmul">(C(i, j) = sum(k)(A(i, k) * B(k, j)));
inline constexpr auto transposed = op<"transposed">(C(i, j) = sum(k)(A(i, k) * B(j, k)));
inline constexpr auto matvec = op<"matvec">(v(i) = sum(k)(A(i, k) * w(k)));
inline constexpr auto row_sums = op<"row_sums">(v(i) = sum(k)(A(i, k)));
inline constexpr auto total_sum = op<"total_sum">(total() = sum(k)(v(k)));
inline constexpr auto add = op<"add">(C(i, j) = A(i, j) + B(i, j));
inline constexpr shaped_tensor<"G", float, i, j> G;
inline constexpr auto stencil = op<"stencil">(
    C(i, j) = 0.25f * (padded(G, 0)(i - 1, j) + padded(G, 0)(i + 1, j) + padded(G, 0)(i, j - 1) +
                       padded(G, 0)(i, j + 1)) + G(i, j));

inline constexpr axis<"n"> batch;
inline constexpr axis<"oc"> oc;
inline constexpr axis<"ic"> ic;
inline constexpr axis<"oh"> oh;
inline constexpr axis<"ow"> ow;
inline constexpr axis<"kh"> kh;
inline constexpr axis<"kw"> kw;
inline constexpr hone::size<"h"> h;
inline constexpr hone::size<"wd"> wd;
inline constexpr attribute<"stride"> stride;
inline constexpr attribute<"pad"> pad;
inline constexpr shaped_tensor<"X", float, batch, ic, h, wd> X;
inline constexpr tensor<"W", float, 4> W;
inline constexpr tensor<"O", float, 4> O;
inline constexpr auto convolution = op<"convolution">(
    O(batch, oc, oh, ow) = sum(ic, kh, kw)(padded(X, 0)(batch, ic, oh * stride + kh - pad, ow * stride + kw - pad) *
                                       W(oc, ic, kh, kw)));
inline constexpr shaped_tensor<"XD", float, batch, oc, h, wd> XD;
inline constexpr tensor<"WD", float, 3> WD;
inline constexpr auto depthwise = op<"depthwise">(
    O(batch, oc, oh, ow) = sum(kh, kw)(padded(XD, 0)(batch, oc, oh + kh - 1, ow + kw - 1) * WD(oc, kh, kw)));

inline ast::problem matmul_of(std::int64_t m, std::int64_t columns, std::int64_t depth) {
  return ast::bind(matmul, extents(i = m, j = columns, k = depth));
}
inline ast::problem convolution_of(std::int64_t channels, std::int64_t filters, std::int64_t size, std::int64_t kernel,
                                   std::int64_t step) {
  const auto p = kernel / 2;
  const auto out = (size + 2 * p - kernel) / step + 1;
  return ast::bind(convolution, extents(batch = 1, oc = filters, ic = channels, oh = out, ow = out, kh = kernel,
                                        kw = kernel, h = size, wd = size, stride = step, pad = p));
}
inline ast::problem depthwise_of(std::int64_t channels, std::int64_t size) {
  return ast::bind(depthwise, extents(batch = 1, oc = channels, oh = size, ow = size, kh = 3, kw = 3, h = size, wd = size));
}

}  // namespace space_test
