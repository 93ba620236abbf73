// SPDX-License-Identifier: Apache-2.0
/// \file
/// A search space of one's own: what may be tiled, packed and unrolled, and which combinations are worth a try.
#include <chrono>
#include <cstdio>
#include <vector>

#include <hone/hone.hpp>

#include "support/example.hpp"

using namespace hone;
using namespace std::chrono_literals;

constexpr axis<"i"> i;
constexpr axis<"j"> j;
constexpr axis<"k"> k;
constexpr tensor<"A", float, 2> A;
constexpr tensor<"B", float, 2> B;
constexpr tensor<"C", float, 2> C;

constexpr auto matmul = op<"matmul">(C(i, j) = sum(k)(A(i, k) * B(k, j)));

constexpr auto ti = tile<"ti">(i, 3);  // three loops: ti[0] the outermost, ti[2] the innermost
constexpr auto tj = tile<"tj">(j, 3);
constexpr auto tk = tile<"tk">(k, 2);
constexpr auto space_of_mine =
    knobs(ti, tj, tk, pack<"pb">(B), vectorize(tj[2]), unroll<"u">(tk[1], 1, 2, 4, 8), parallel(ti[0]),
          where(ti[2] * tj[2] <= 96), where(tj[2] % vector_lanes<float> == 0));

int main() {
  constexpr std::int64_t m = 192, n = 160, depth = 224;
  auto multiply = tune(matmul, space_of_mine, extents(i = m, j = n, k = depth), budget(4s));

  const auto a = example::sample(m * depth, 1), b = example::sample(depth * n, 2);
  std::vector<float> c(m * n), expected(m * n);
  multiply(A = a, B = b, C = c);
  for (std::size_t row = 0; row < m; ++row)
    for (std::size_t inner = 0; inner < depth; ++inner)
      for (std::size_t column = 0; column < n; ++column)
        expected[row * n + column] += a[row * depth + inner] * b[inner * n + column];
  std::printf("the winner: %s\n", multiply.report().schedule.c_str());
  return example::agrees("C = A B", c, expected, depth) ? 0 : 1;
}
