// SPDX-License-Identifier: Apache-2.0
/// \file
/// Knobs without an operator: any code of a program can be tuned in process, here the block size of a transposition.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include <hone/hone.hpp>

#include "support/example.hpp"

using namespace hone;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t n = 1024;

void transpose(const std::vector<float>& in, std::vector<float>& out, std::int64_t block) {
  for (std::int64_t top = 0; top < n; top += block)
    for (std::int64_t left = 0; left < n; left += block)
      for (std::int64_t y = top; y < std::min(n, top + block); ++y)
        for (std::int64_t x = left; x < std::min(n, left + block); ++x)
          out[static_cast<std::size_t>(x * n + y)] = in[static_cast<std::size_t>(y * n + x)];
}

}  // namespace

int main() {
  const auto in = example::sample(n * n, 1);
  std::vector<float> out(in.size());
  auto run = tune<"transpose">([&](const knob_values& v) { transpose(in, out, v["block"]); },
                               knobs(choice<"block">(1, 4, 8, 16, 32, 64, 128, 1024)), key(n), budget(2s));
  std::fill(out.begin(), out.end(), 0.0F);
  run();
  std::printf("the winner: blocks of %lld\n", static_cast<long long>(run.values()["block"]));

  std::vector<float> expected(in.size());
  transpose(in, expected, n);
  return example::agrees("transpose", out, expected, 0) ? 0 : 1;
}
