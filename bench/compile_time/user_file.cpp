// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a user writes: a matrix product with a space of its own, and a convolution with the derived one. Only compiled,
/// to measure what the headers cost.
#include <hone/hone.hpp>

#include <vector>

using namespace hone;
using namespace hone::core;
using namespace std::chrono_literals;

namespace gemm {

constexpr axis<"i"> i;
constexpr axis<"j"> j;
constexpr axis<"k"> k;
constexpr tensor<"A", float, 2> A;
constexpr tensor<"B", float, 2> B;
constexpr tensor<"C", float, 2> C;

constexpr auto matmul = op<"matmul">(C(i, j) = sum(k)(A(i, k) * B(k, j)));

constexpr auto ti = tile<"ti">(i, 3);
constexpr auto tj = tile<"tj">(j, 3);
constexpr auto tk = tile<"tk">(k, 2);
constexpr auto space = knobs(ti, tj, tk, pack<"pb">(B), vectorize(tj[2]), unroll<"u">(tk[1], 1, 2, 4, 8), parallel(ti[0]),
                             where(ti[2] * tj[2] <= 96));

void run(const std::vector<float>& a, const std::vector<float>& b, std::vector<float>& c) {
  auto multiply = tune(matmul, space, extents(i = 512, j = 512, k = 512), budget(2s));
  multiply(A = a, B = b, C = c);
}

}  // namespace gemm

namespace layer {

constexpr axis<"n"> n;
constexpr axis<"co"> co;
constexpr axis<"y"> y;
constexpr axis<"x"> x;
constexpr axis<"ci"> ci;
constexpr axis<"ky"> ky;
constexpr axis<"kx"> kx;
constexpr size<"h"> h;
constexpr size<"w"> w;
constexpr attribute<"stride"> stride;
constexpr shaped_tensor<"X", float, n, ci, h, w> X;
constexpr tensor<"W", float, 4> W;
constexpr tensor<"bias", float, 1> bias;
constexpr tensor<"Y", float, 4> Y;

constexpr auto convolution = op<"convolution">(
    Y(n, co, y, x) = relu(sum(ci, ky, kx)(padded(X, 0)(n, ci, stride * y + ky - 1, stride * x + kx - 1) * W(co, ci, ky, kx)) +
                          bias(co)));

void run(const std::vector<float>& input, const std::vector<float>& weights, const std::vector<float>& shift,
         std::vector<float>& output) {
  auto convolve = tune(convolution,
                       extents(n = 1, co = 128, y = 28, x = 28, ci = 64, ky = 3, kx = 3, h = 56, w = 56, stride = 2),
                       budget(2s));
  convolve(X = input, W = weights, bias = shift, Y = output);
}

}  // namespace layer
