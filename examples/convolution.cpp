// SPDX-License-Identifier: Apache-2.0
/// \file
/// A convolution with everything that follows it in a network fused in: bias, residual, ReLU.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include <hone/hone.hpp>

#include "support/example.hpp"

using namespace hone;
using namespace std::chrono_literals;

constexpr axis<"f"> f;  // output channels
constexpr axis<"y"> y;
constexpr axis<"x"> x;
constexpr axis<"c"> c;  // input channels
constexpr axis<"r"> r;  // rows and columns of a filter
constexpr axis<"s"> s;
constexpr size<"h"> h;  // the input's height and width: stride and padding do not determine them
constexpr size<"w"> w;
constexpr attribute<"stride"> stride;
constexpr attribute<"pad"> pad;
constexpr shaped_tensor<"X", float, c, h, w> X;
constexpr tensor<"W", float, 4> W;
constexpr tensor<"bias", float, 1> bias;
constexpr tensor<"R", float, 3> R;
constexpr tensor<"Y", float, 3> Y;

constexpr auto convolution = op<"convolution">(
    Y(f, y, x) = relu(sum(c, r, s)(padded(X, 0)(c, y * stride + r - pad, x * stride + s - pad) * W(f, c, r, s)) +
                      bias(f) + R(f, y, x)));

namespace {

constexpr int channels = 32, filters = 48, size_in = 28, kernel = 3;

std::vector<float> by_hand(const std::vector<float>& in, const std::vector<float>& weights, const std::vector<float>& b,
                           const std::vector<float>& residual) {
  std::vector<float> out;
  for (int fo = 0; fo < filters; ++fo)
    for (int yo = 0; yo < size_in; ++yo)
      for (int xo = 0; xo < size_in; ++xo) {
        double total = 0;
        for (int ci = 0; ci < channels; ++ci)
          for (int ri = 0; ri < kernel; ++ri)
            for (int si = 0; si < kernel; ++si) {
              const int yi = yo + ri - 1, xi = xo + si - 1;
              if (yi < 0 || yi >= size_in || xi < 0 || xi >= size_in) continue;
              total += static_cast<double>(in[static_cast<std::size_t>((ci * size_in + yi) * size_in + xi)]) *
                       static_cast<double>(weights[static_cast<std::size_t>(((fo * channels + ci) * kernel + ri) * kernel + si)]);
            }
        const auto at = static_cast<std::size_t>((fo * size_in + yo) * size_in + xo);
        out.push_back(std::max(0.0F, static_cast<float>(total) + b[static_cast<std::size_t>(fo)] + residual[at]));
      }
  return out;
}

}  // namespace

int main() {
  auto run = tune(convolution,
                  extents(f = filters, y = size_in, x = size_in, c = channels, r = kernel, s = kernel, h = size_in,
                          w = size_in, stride = 1, pad = 1),
                  budget(5s));

  const auto in = example::sample(channels * size_in * size_in, 1);
  const auto weights = example::sample(filters * channels * kernel * kernel, 2);
  const auto b = example::sample(filters, 3);
  const auto residual = example::sample(filters * size_in * size_in, 4);
  std::vector<float> out(filters * size_in * size_in);
  run(X = in, W = weights, bias = b, R = residual, Y = out);

  return example::agrees("convolution", out, by_hand(in, weights, b, residual), channels * kernel * kernel) ? 0 : 1;
}
