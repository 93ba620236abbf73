// SPDX-License-Identifier: Apache-2.0
/// \file
/// The library of operators: what each is, and that it binds at the shapes of the paper.
#include <hone/ast/bind.hpp>
#include <hone/ast/flops.hpp>
#include <hone/ast/print.hpp>
#include <hone/ast/symbols.hpp>
#include <hone/ops/ops.hpp>

#include <cstdint>

#include <support/catch.hpp>

using namespace hone;
using namespace hone::core;

namespace {

constexpr axis<"n"> n;
constexpr axis<"f"> f;
constexpr axis<"y"> y;
constexpr axis<"x"> x;
constexpr axis<"c"> c;
constexpr axis<"r"> r;
constexpr axis<"s"> s;
constexpr size<"h"> h;
constexpr size<"w"> w;
constexpr attribute<"stride"> stride;
constexpr attribute<"pad"> pad;

template <class Operator>
std::string line(const Operator& op) {
  return ast::to_string(ast::reify(op));
}

}  // namespace

TEST_CASE("matmul") {
  REQUIRE(line(ops::matmul<double>) == "matmul: C(i, j) = sum(k)(A(i, k) * B(k, j))");
  REQUIRE(line(ops::matmul<std::int8_t>) == "matmul: C(i, j) = sum(k)(cast<i32>(A(i, k)) * cast<i32>(B(k, j)))");
}

TEST_CASE("conv2d") {
  REQUIRE(line(ops::conv2d<>) ==
          "conv2d: Y(n, f, y, x) = sum(c, r, s)(padded(X, 0)(n, c, y * stride + r - pad, x * "
          "stride + s - pad) * W(f, c, r, s))");
  STATIC_REQUIRE(ops::output_extent(224, 7, 2, 3) == 112);
  STATIC_REQUIRE(ops::output_extent(73, 3, 1, 0) == 71);
  // C6 of the paper: 28 x 28, 128 to 128 channels, 3 x 3
  const auto c6 = ast::bind(ops::conv2d<>, extents(n = 1, f = 128, y = 28, x = 28, c = 128, r = 3, s = 3, h = 28,
                                                   w = 28, stride = 1, pad = 1));
  REQUIRE(ast::flops(c6) == 2.0 * 28 * 28 * 128 * 128 * 9);
  const auto& input = c6.layouts[static_cast<std::size_t>(ast::find_symbol(c6.op, "X"))];
  REQUIRE((input.extents[1] == 128 && input.extents[2] == 28 && input.strides[0] == 128 * 28 * 28));
}

TEST_CASE("conv2d with bias, residual and ReLU") {
  REQUIRE(line(ops::conv2d_bias_residual_relu<>) ==
          "conv2d_bias_residual_relu: Y(n, f, y, x) = max(sum(c, r, s)(padded(X, 0)(n, c, y * stride + r - pad, x * "
          "stride + s - pad) * W(f, c, r, s)) + bias(f) + R(n, f, y, x), 0)");
  REQUIRE_NOTHROW(ast::bind(ops::conv2d_bias_residual_relu<>, extents(n = 1, f = 4, y = 5, x = 5, c = 3, r = 3, s = 3,
                                                                      h = 9, w = 9, stride = 2, pad = 1)));
}

TEST_CASE("depthwise_conv2d") {
  REQUIRE(line(ops::depthwise_conv2d<float>) ==
          "depthwise_conv2d: Y(n, c, y, x) = sum(r, s)(padded(X, 0)(n, c, y * stride + r - pad, x * stride + s - pad) "
          "* W(c, r, s))");
}

TEST_CASE("stencil5") {
  REQUIRE(line(ops::stencil5<double>) ==
          "stencil5: V(y, x) = U(y, x) + alpha * (padded(U, 0)(y - 1, x) + padded(U, 0)(y + 1, x) + padded(U, 0)(y, x "
          "- 1) + padded(U, 0)(y, x + 1) - 4 * U(y, x))");
  const auto grid = ast::bind(ops::stencil5<>, extents(y = 3, x = 4));
  REQUIRE(grid.layouts[static_cast<std::size_t>(ast::find_symbol(grid.op, "U"))].extents[1] == 4);
}
