// SPDX-License-Identifier: Apache-2.0
/// \file
/// A depthwise convolution with stride 2, from the operator library.
#include <chrono>
#include <vector>

#include <hone/hone.hpp>
#include <hone/ops/depthwise_conv2d.hpp>

#include "support/example.hpp"

using namespace hone;
using namespace std::chrono_literals;

namespace {

constexpr int channels = 64, size_in = 30, kernel = 3, step = 2, border = 1;
constexpr auto size_out = ops::output_extent(size_in, kernel, step, border);

std::vector<float> by_hand(const std::vector<float>& in, const std::vector<float>& weights) {
  std::vector<float> out;
  for (int ch = 0; ch < channels; ++ch)
    for (int yo = 0; yo < size_out; ++yo)
      for (int xo = 0; xo < size_out; ++xo) {
        float total = 0;
        for (int ri = 0; ri < kernel; ++ri)
          for (int si = 0; si < kernel; ++si) {
            const int yi = yo * step + ri - border, xi = xo * step + si - border;
            if (yi >= 0 && yi < size_in && xi >= 0 && xi < size_in)
              total += in[static_cast<std::size_t>((ch * size_in + yi) * size_in + xi)] *
                       weights[static_cast<std::size_t>((ch * kernel + ri) * kernel + si)];
          }
        out.push_back(total);
      }
  return out;
}

}  // namespace

int main() {
  // The names of the library's operators, to bind them by.
  constexpr axis<"n"> n;
  constexpr axis<"c"> c;
  constexpr axis<"y"> y;
  constexpr axis<"x"> x;
  constexpr axis<"r"> r;
  constexpr axis<"s"> s;
  constexpr size<"h"> h;
  constexpr size<"w"> w;
  constexpr attribute<"stride"> stride;
  constexpr attribute<"pad"> pad;
  constexpr shaped_tensor<"X", float, n, c, h, w> X;
  constexpr shaped_tensor<"W", float, c, r, s> W;
  constexpr tensor<"Y", float, 4> Y;

  auto run = tune(ops::depthwise_conv2d<float>,
                  extents(n = 1, c = channels, y = size_out, x = size_out, r = kernel, s = kernel, h = size_in, w = size_in,
                          stride = step, pad = border),
                  budget(3s));
  const auto in = example::sample(channels * size_in * size_in, 1);
  const auto weights = example::sample(channels * kernel * kernel, 2);
  std::vector<float> out(static_cast<std::size_t>(channels * size_out * size_out));
  run(X = in, W = weights, Y = out);
  return example::agrees("depthwise convolution", out, by_hand(in, weights), kernel * kernel) ? 0 : 1;
}
