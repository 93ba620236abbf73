// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bounds hold for every order of evaluation, and are not so loose that a missing term stays below them.
#include <support/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <set>

#include <hone/native/bounds.hpp>
#include <hone/native/sampling.hpp>

#include "bound.hpp"

using namespace hone::dsl;
using bound::operation;
namespace native = hone::core::native;

namespace {

constexpr axis<"i"> i;
constexpr axis<"j"> j;
constexpr axis<"k"> k;
constexpr tensor<"A", float, 2> A;
constexpr tensor<"B", float, 2> B;
constexpr tensor<"C", float, 2> C;
constexpr tensor<"X", float, 1> X;
constexpr tensor<"Y", float, 1> Y;
constexpr tensor<"S", float, 0> S;
constexpr auto matmul = op<"matmul">(C(i, j) = sum(k)(A(i, k) * B(k, j)));
constexpr auto infinity = std::numeric_limits<double>::infinity();

std::vector<float> normal(std::size_t n, std::uint_fast32_t seed, float scale = 1) {
  std::mt19937 bits(static_cast<std::uint32_t>(seed));
  std::normal_distribution<float> distribution(0, scale);
  std::vector<float> v(n);
  for (auto& x : v) x = distribution(bits);
  return v;
}

/// A dot product in f32 in a random order, as a random binary tree, contracted or not.
float any_order(std::vector<float> a, std::vector<float> b, std::mt19937& bits) {
  std::vector<std::size_t> order(a.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), bits);
  std::vector<float> sums(1 + bits() % 16, 0.0f);
  for (std::size_t t = 0; t < order.size(); ++t) {
    const auto e = order[t];
    float& sum = sums[t % sums.size()];
    sum = bits() % 2 == 0 ? std::fma(a[e], b[e], sum) : sum + a[e] * b[e];
  }
  return std::accumulate(sums.begin(), sums.end(), 0.0f);
}

template <class Operator>
native::bounded_value on_one(const Operator& op, float x) {
  std::vector<float> in{x}, out{0};
  return operation<Operator>(op, {{"i", 1}}).tensor("X", in, {1}).tensor("Y", out, {1}).at({0});
}

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

}  // namespace

TEST_CASE("bounds of sums hold in any order") {
  std::mt19937 bits(7);
  constexpr auto dot = op<"dot">(S() = sum(i)(X(i) * Y(i)));
  for (int trial = 0; trial < 300; ++trial) {
    const std::size_t n = 1 + bits() % 700;
    auto x = normal(n, bits(), trial % 3 == 0 ? 1000.0f : 1.0f), y = normal(n, bits());
    if (trial % 5 == 0) x.back() *= 1e6f;
    std::vector<float> s(1);
    operation o(dot, {{"i", static_cast<std::int64_t>(n)}});
    o.tensor("X", x, {static_cast<std::int64_t>(n)}).tensor("Y", y, {static_cast<std::int64_t>(n)}).tensor("S", s, {});
    const auto exact = o.at({});
    const double error = std::fabs(static_cast<double>(any_order(x, y, bits)) - exact.value);
    CAPTURE(trial, n);
    CHECK(error <= exact.bound);
    double size = 0;
    for (std::size_t e = 0; e < n; ++e) size += std::fabs(static_cast<double>(x[e] * y[e]));
    CHECK(exact.bound <= 1e-6 * std::sqrt(static_cast<double>(n)) * size);
  }
}

TEST_CASE("B10: a matmul that drops its last step is outside the tolerance, any order is inside") {
  const std::int64_t m = 20, n = 24, depth = 512;
  auto a = normal(at(m * depth), 1), b = normal(at(depth * n), 2);
  std::vector<float> c(at(m * n));
  operation o(matmul, {{"i", m}, {"j", n}, {"k", depth}});
  o.tensor("A", a, {m, depth}).tensor("B", b, {depth, n}).tensor("C", c, {m, n});
  o.run_reference();
  const auto points = native::sample_points(o.get(), 64, 5);
  const auto allowed = native::tolerance_for(native::bounded_values(o.get(), o.addresses(), points));
  const auto outside = [&](double got, double want) {
    return std::fabs(got - want) > allowed.absolute + allowed.relative * std::fabs(want);
  };
  std::mt19937 bits(3);
  int wrong = 0, dropped = 0;
  for (std::int64_t x = 0; x < m; ++x)
    for (std::int64_t y = 0; y < n; ++y) {
      std::vector<float> row, column;
      for (std::int64_t z = 0; z < depth; ++z) {
        row.push_back(a[at(x * depth + z)]);
        column.push_back(b[at(z * n + y)]);
      }
      const double want = static_cast<double>(c[at(x * n + y)]);
      wrong += outside(static_cast<double>(any_order(row, column, bits)), want);
      row.pop_back();
      column.pop_back();
      dropped += outside(static_cast<double>(any_order(row, column, bits)), want);
    }
  CHECK(wrong == 0);
  CHECK(dropped > m * n * 9 / 10);
}

TEST_CASE("B10: the sine of a sum of 100 terms") {
  constexpr auto wave = op<"wave">(S() = sin(sum(i)(X(i))));
  std::mt19937 bits(11);
  for (int trial = 0; trial < 100; ++trial) {
    auto x = normal(100, bits());
    std::vector<float> s(1);
    const auto exact = operation(wave, {{"i", 100}}).tensor("X", x, {100}).tensor("S", s, {}).at({});
    const float got = std::sin(any_order(x, std::vector<float>(100, 1.0f), bits));
    CHECK(std::fabs(static_cast<double>(got) - exact.value) <= exact.bound);
    CHECK(exact.bound < 1e-3);
  }
}

TEST_CASE("bounds of functions hold in f32 and are small") {
  const auto check = [](const auto& what, auto function, float low, float high) {
    std::mt19937 bits(5);
    std::uniform_real_distribution<float> between(low, high);
    for (int trial = 0; trial < 200; ++trial) {
      const float x = between(bits);
      const auto y = on_one(what, x);
      CAPTURE(x);
      CHECK(std::fabs(static_cast<double>(function(x)) - y.value) <= y.bound);
      CHECK(y.bound <= 1e-5 * std::fabs(y.value) + 1e-40);
    }
  };
  const auto half = [](float x) { return x * 0.3f; };
  check(op<"e">(Y(i) = exp(X(i) * 0.3f)), [=](float x) { return std::exp(half(x)); }, -20, 20);
  check(op<"l">(Y(i) = log(X(i) * 0.3f)), [=](float x) { return std::log(half(x)); }, 5, 1e6f);
  check(op<"q">(Y(i) = sqrt(X(i) * 0.3f)), [=](float x) { return std::sqrt(half(x)); }, 0.1f, 1e6f);
  check(op<"t">(Y(i) = tanh(X(i) * 0.3f)), [=](float x) { return std::tanh(half(x)); }, -9, 9);
  check(op<"r">(Y(i) = erf(X(i) * 0.3f)), [=](float x) { return std::erf(half(x)); }, -9, 9);
  check(op<"d">(Y(i) = 1 / (X(i) * 0.3f)), [=](float x) { return 1 / half(x); }, 1, 9);
  check(op<"a">(Y(i) = abs(X(i) * 0.3f) + 1), [=](float x) { return std::fabs(half(x)) + 1; }, -9, 9);
}

TEST_CASE("decisions that an error can turn") {
  constexpr auto step = op<"step">(Y(i) = select(X(i) * 3 > 1, X(i) * 3, 0));
  CHECK(on_one(step, 0.25f).bound == 0);
  CHECK(on_one(step, 0.5f).bound < 1e-6);
  const float edge = 1.0f / 3;  // the product may round to 1, or not
  CHECK(on_one(step, edge).bound >= 1);
  constexpr auto down = op<"down">(Y(i) = floor(X(i) * 3));
  CHECK(on_one(down, 0.5f).bound < 1e-6);
  CHECK(on_one(down, edge).bound >= 1 - 1e-6);
  constexpr auto whole = op<"whole">(Y(i) = cast<float>(cast<std::int32_t>(X(i) * 3)));
  CHECK(on_one(whole, 0.5f).bound < 1e-6);
  CHECK(on_one(whole, edge).bound >= 1 - 1e-6);
  constexpr auto larger = op<"larger">(Y(i) = max(X(i) * 3, 1));
  CHECK(on_one(larger, edge).bound < 1e-6);
}

TEST_CASE("NaN, infinity and overflow") {
  constexpr auto twice = op<"twice">(Y(i) = X(i) * 2);
  constexpr auto nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(std::isnan(on_one(twice, nan).value));
  CHECK(on_one(twice, std::numeric_limits<float>::infinity()).value == infinity);
  CHECK(on_one(op<"e">(Y(i) = exp(X(i) * 1.1f)), 85).bound == infinity);  // e^93.5 is no f32
  CHECK(std::isfinite(on_one(op<"e">(Y(i) = exp(X(i) * 1.1f)), 79).bound));
}

TEST_CASE("integers are exact") {
  constexpr tensor<"U", std::uint8_t, 1> U;
  constexpr tensor<"R", std::int32_t, 0> R;
  constexpr auto total = op<"total">(R() = sum(i)(U(i)));
  std::vector<std::uint8_t> u(4, 255);
  std::vector<std::int32_t> r(1);
  const auto exact = operation(total, {{"i", 4}}).tensor("U", u, {4}).tensor("R", r, {}).at({});
  CHECK(exact.value == 1020);
  CHECK(exact.bound == 0);
}

TEST_CASE("the bound of += counts what the output held") {
  constexpr auto add = op<"add">(Y(i) += X(i));
  std::vector<float> x{1}, y{3};
  const auto sum = operation(add, {{"i", 1}}).tensor("X", x, {1}).tensor("Y", y, {1}).at({0});
  CHECK(sum.value == 4);
  CHECK(sum.bound > 0);
  CHECK(y[0] == 3);
}

TEST_CASE("sampled points") {
  const auto problem = [](std::int64_t m, std::int64_t n) {
    return operation(matmul, {{"i", m}, {"j", n}, {"k", 1}}).get();
  };
  const auto all = native::sample_points(problem(3, 5), 15, 1);
  CHECK(all.size() == 15);
  CHECK(std::set(all.begin(), all.end()).size() == 15);
  const auto some = native::sample_points(problem(1009, 127), 64, 1);
  const std::set<native::point> unique(some.begin(), some.end());
  CHECK(some.size() == 64);
  CHECK(unique.size() == 64);
  for (const std::int64_t x : {0, 1008})
    for (const std::int64_t y : {0, 126}) CHECK(unique.count({x, y}) == 1);
  CHECK(std::any_of(some.begin(), some.end(), [](const auto& p) { return p[1] >= 120 && p[1] < 126; }));  // the tail
  CHECK(std::all_of(some.begin(), some.end(), [](const auto& p) { return p[0] < 1009 && p[1] < 127; }));
  CHECK(some == native::sample_points(problem(1009, 127), 64, 1));
  CHECK(some != native::sample_points(problem(1009, 127), 64, 2));
  CHECK(native::sample_points(problem(0, 4), 9, 1).empty());
}

TEST_CASE("a tolerance is as tight as its form allows") {
  using native::bounded_value;
  // results of one size: absolute
  const std::vector<bounded_value> flat{{1e-3, 1e-6}, {1, 1e-6}, {-2, 2e-6}};
  CHECK(native::tolerance_for(flat).absolute <= 4e-6);
  CHECK(native::tolerance_for(flat).relative < 1e-5);
  // errors in proportion to the values: relative
  std::vector<bounded_value> steep;
  for (int e = -20; e <= 20; ++e) steep.push_back({std::ldexp(1.0, e), std::ldexp(1e-7, e)});
  CHECK(native::tolerance_for(steep).relative == Approx(2e-7));
  CHECK(native::tolerance_for(steep).absolute < 1e-12);
  for (const auto& set : {flat, steep}) {
    const auto t = native::tolerance_for(set);
    for (const auto& v : set) CHECK(t.absolute + t.relative * std::fabs(v.value) >= 2 * v.bound * (1 - 1e-12));
  }
  const std::vector<bounded_value> unknown{{1, infinity}, {infinity, 0}};
  CHECK(native::tolerance_for(unknown).absolute == 0);
}
