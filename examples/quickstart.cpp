// SPDX-License-Identifier: Apache-2.0
/// \file
/// The main job: a matrix product is written as an expression, tuned for this machine, checked and called.
#include <chrono>
#include <cstdio>
#include <vector>

#include <hone/hone.hpp>

using namespace hone;

constexpr axis<"i"> i;
constexpr axis<"j"> j;
constexpr axis<"k"> k;
constexpr tensor<"A", float, 2> A;
constexpr tensor<"B", float, 2> B;
constexpr tensor<"C", float, 2> C;

constexpr auto matmul = op<"matmul">(C(i, j) = sum(k)(A(i, k) * B(k, j)));

int main() {
  const int n = 512;
  auto multiply = tune(matmul, extents(i = n, j = n, k = n), budget(std::chrono::seconds(20)));

  std::vector<float> a(n * n, 1.0f), b(n * n, 2.0f), c(n * n);
  multiply(A = a, B = b, C = c);
  std::printf("C[0, 0] = %g (expected %g)\n", static_cast<double>(c[0]), 2.0 * n);
  std::fputs(summary(multiply.report()).c_str(), stdout);
  return c[0] == 2.0f * n ? 0 : 1;
}
