// SPDX-License-Identifier: Apache-2.0
/// \file
/// A06: extents of 0, reductions over nothing, tensors of rank 0, and counts that a narrow type could not hold.
#include <chrono>
#include <vector>

#include <hone/hone.hpp>
#include <support/compiled.hpp>
#include <support/temporary_folder.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;
using namespace std::chrono_literals;

namespace {

constexpr axis<"a"> a;
constexpr axis<"b"> b;
constexpr axis<"c"> c;
constexpr axis<"d"> d;
constexpr tensor<"X", float, 4> X;
constexpr tensor<"Y", float, 3> Y;
constexpr tensor<"P", float, 2> P;
constexpr tensor<"Q", float, 2> Q;
constexpr tensor<"R", float, 2> R;
constexpr tensor<"S", float, 0> S;
constexpr tensor<"T", float, 0> T;
constexpr tensor<"U", std::uint8_t, 1> U;

constexpr auto over_second = op<"over_second">(Y(a, c, d) = sum(b)(X(a, b, c, d)));
constexpr auto over_third = op<"over_third">(Y(a, b, d) = sum(c)(X(a, b, c, d)));
constexpr auto matrix_product = op<"product">(R(a, b) = sum(c)(P(a, c) * Q(c, b)));

template <class Operator, class Extents>
auto tuned(const Operator& op, const Extents& e) {
  static const temporary_folder folder;
  return tune(op, e, budget(60s), max_trials(6), verbose(0), cache_directory(folder.path()));
}

}  // namespace

TEST_CASE("A06: an output without elements is tuned at once, and a call does nothing") {
  const auto sums = tuned(over_second, extents(a = 3, b = 4, c = 0, d = 5));
  CHECK(sums.report().source == kernel_source::native);
  CHECK(sums.report().note == "there is nothing to compute");
  CHECK(sums.report().trials == 0);
  const std::vector<float> x;
  std::vector<float> y;
  CHECK_NOTHROW(sums(X = x, Y = y));

  const auto no_rows = tuned(matrix_product, extents(a = 0, b = 8, c = 8));
  CHECK(no_rows.report().note == "there is nothing to compute");
  const std::vector<float> p, q(64, 1.0F);
  std::vector<float> r;
  CHECK_NOTHROW(no_rows(P = p, Q = q, R = r));
}

TEST_CASE("A06: a sum over nothing writes zeros") {
  const auto sums = tuned(over_third, extents(a = 3, b = 4, c = 0, d = 5));
  const std::vector<float> x;
  std::vector<float> y(60, -1.0F);
  sums(X = x, Y = y);
  for (const float v : y) CHECK(v == 0);
}

TEST_CASE("A06: the largest of nothing is an error that names the axis") {
  constexpr auto largest = op<"largest">(Y(a, b, d) = max_over(c)(X(a, b, c, d)));
  try {
    tuned(largest, extents(a = 3, b = 4, c = 0, d = 5));
    FAIL("it was tuned");
  } catch (const error& e) {
    CHECK(e.code() == error_code::bad_extent);
    CHECK(std::string(e.what()).find("`c`") != std::string::npos);
  }
}

TEST_CASE("A06: an operator of rank 0 is the identity") {
  constexpr auto copy = op<"copy">(S() = T());
  const auto kernel = tuned(copy, extents());
  const float from = 42;
  float to = 0;
  kernel(T = &from, S = &to);
  CHECK(to == 42);
}

TEST_CASE("A06: the mean of 256 bytes is 0, not a division by a wrapped count") {
  constexpr auto mean = op<"mean">(S() = cast<float>(sum(a)(U(a))) / 256);
  const auto kernel = tuned(mean, extents(a = 256));
  const std::vector<std::uint8_t> zeros(256, 0), most(256, 255);
  float m = -1;
  kernel(U = zeros, S = &m);
  CHECK(m == 0);
  kernel(U = most, S = &m);
  CHECK(m == 255);
}
