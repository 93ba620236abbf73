// SPDX-License-Identifier: Apache-2.0
/// \file
/// A program of another project: tunes a small matrix product, checks it, and says where its kernel comes from.
#include <cstdio>
#include <vector>

#include <hone/hone.hpp>

using namespace hone;
using namespace std::chrono_literals;

constexpr axis<"i"> i;
constexpr axis<"j"> j;
constexpr axis<"k"> k;
constexpr tensor<"A", float, 2> A;
constexpr tensor<"B", float, 2> B;
constexpr tensor<"C", float, 2> C;
constexpr auto matmul = op<"matmul">(C(i, j) = sum(k)(A(i, k) * B(k, j)));

int main() {
  constexpr std::size_t rows = 24, columns = 40, depth = 36;
  std::vector<float> a(rows * depth), b(depth * columns, 2), c(rows * columns, -1);
  for (std::size_t n = 0; n < a.size(); ++n) a[n] = static_cast<float>(n / depth);

  const auto multiply = tune(matmul, extents(i = rows, j = columns, k = depth), budget(60s), max_trials(3), verbose(0));
  multiply(A = a, B = b, C = c);

  bool right = true;  // row r is 2 r K everywhere
  for (std::size_t n = 0; n < c.size(); ++n) right = right && c[n] == static_cast<float>(2 * depth * (n / columns));
  const bool tuned = multiply.report().source == core::kernel_source::tuned;
  std::printf("%s %s\n", tuned ? "tuned" : "native", right ? "right" : "WRONG");
  return right ? 0 : 1;
}
