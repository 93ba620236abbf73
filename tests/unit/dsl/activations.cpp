// SPDX-License-Identifier: Apache-2.0
/// \file
/// Activations: what they are written with, and their values.
#include <cmath>
#include <limits>
#include <vector>

#include <hone/ast/bind.hpp>
#include <hone/ast/print.hpp>
#include <hone/ast/reify.hpp>
#include <hone/dsl/dsl.hpp>
#include <hone/native/run.hpp>
#include <support/catch.hpp>

using namespace hone::dsl;
namespace core = hone::core;

namespace {

constexpr axis<"i"> i;
constexpr tensor<"X", float, 1> X;
constexpr tensor<"Y", float, 1> Y;
constexpr tensor<"D", double, 1> D;
constexpr tensor<"E", double, 1> E;
constexpr auto infinity = std::numeric_limits<double>::infinity();

template <class Operator>
std::string text_of(const Operator& what) {
  return core::ast::to_string(core::ast::reify_tree(what));
}

/// The operator on one double.
template <class Operator>
double at(const Operator& what, double x) {
  const auto p = core::ast::bind(what, extents(i = 1));
  double y = 0;
  std::vector<void*> tensors(p.op.symbols.size(), nullptr);
  for (std::size_t s = 0; s < tensors.size(); ++s) {
    if (p.op.symbols[s].label.view() == "D") tensors[s] = &x;
    if (p.op.symbols[s].label.view() == "E") tensors[s] = &y;
  }
  core::native::run(what, p, tensors);
  return y;
}

}  // namespace

TEST_CASE("clamp is a min of a max") {
  CHECK(text_of(op<"c">(Y(i) = clamp(X(i), -1, 6))) == "c: Y(i) = min(max(X(i), -1), 6)");
  constexpr auto c = op<"c">(E(i) = clamp(D(i), -1, 6));
  CHECK(at(c, -7) == -1);
  CHECK(at(c, 0.25) == 0.25);
  CHECK(at(c, 9) == 6);
  CHECK(std::isnan(at(c, std::nan(""))));
}

TEST_CASE("values of activations") {
  constexpr auto leaky = op<"leaky">(E(i) = leaky_relu(D(i), 0.125));
  constexpr auto logistic = op<"logistic">(E(i) = sigmoid(D(i)));
  constexpr auto swish = op<"swish">(E(i) = silu(D(i)));
  constexpr auto exact = op<"exact">(E(i) = gelu(D(i)));
  constexpr auto approximate = op<"approximate">(E(i) = gelu_tanh(D(i)));
  CHECK(at(leaky, 3) == 3);
  CHECK(at(leaky, -8) == -1);
  CHECK(at(logistic, 0) == 0.5);
  CHECK(at(logistic, 800) == 1);
  CHECK(at(logistic, -800) == 0);
  for (double x = -6; x <= 6; x += 0.37) {
    CAPTURE(x);
    CHECK(at(logistic, x) == Approx(1 / (1 + std::exp(-x))));
    CHECK(at(swish, x) == Approx(x / (1 + std::exp(-x))));
    CHECK(at(exact, x) == Approx(x / 2 * std::erfc(-x / std::sqrt(2.0))).margin(1e-15));
    CHECK(at(approximate, x) == Approx(at(exact, x)).margin(5e-4));
  }
  CHECK(at(exact, infinity) == infinity);
  for (const auto nan_of : {at(leaky, std::nan("")), at(logistic, std::nan("")), at(swish, std::nan("")),
                            at(exact, std::nan("")), at(approximate, std::nan(""))})
    CHECK(std::isnan(nan_of));
}

TEST_CASE("activations keep the type of their operand") {
  STATIC_REQUIRE(std::is_same_v<decltype(gelu(X(i)))::value_type, float>);
  STATIC_REQUIRE(std::is_same_v<decltype(sigmoid(X(i)))::value_type, float>);
  STATIC_REQUIRE(std::is_same_v<decltype(silu(D(i)))::value_type, double>);
  STATIC_REQUIRE(std::is_same_v<decltype(leaky_relu(X(i), 0.1))::value_type, float>);
  STATIC_REQUIRE(std::is_same_v<decltype(clamp(X(i), 0, 6))::value_type, float>);
}
