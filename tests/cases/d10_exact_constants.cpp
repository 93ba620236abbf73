// SPDX-License-Identifier: Apache-2.0
/// \file
/// D10: constants reach the machine code bit by bit.
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include <hone/hone.hpp>
#include <support/compiled.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;

namespace {

constexpr axis<"i"> i;
constexpr axis<"k"> k;
constexpr tensor<"X", float, 1> X;
constexpr tensor<"Y", float, 1> Y;
constexpr tensor<"A", double, 1> A;
constexpr tensor<"B", double, 1> B;
constexpr tensor<"N", std::int32_t, 1> N;
constexpr tensor<"O", std::int32_t, 1> O;
constexpr tensor<"M", float, 2> M;

/// Every element of the output has exactly these bits.
template <class T, class Operator>
void check_bits(const Operator& op, std::string_view input, T given, std::string_view output, T wanted) {
  for (const std::int64_t n : {1, 8, 67})
    run_every_way(
        op, ast::bind(op, extents(i = n)), 4, 10, [&](guarded_tensors& t) { t.fill<T>(input, given); },
        [&](guarded_tensors& t) {
          for (const T v : t.of<T>(output)) REQUIRE(std::bit_cast<std::array<char, sizeof(T)>>(v) == std::bit_cast<std::array<char, sizeof(T)>>(wanted));
        });
}

}  // namespace

TEST_CASE("D10: pi, a tiny number, and an integer that f32 does not have") {
  check_bits<float>(op<"pi">(Y(i) = X(i) * 0 + std::numbers::pi_v<float>), "X", 1, "Y", std::numbers::pi_v<float>);
  check_bits<double>(op<"pi64">(B(i) = A(i) * 0 + std::numbers::pi), "A", 1, "B", std::numbers::pi);
  check_bits<float>(op<"tiny">(Y(i) = X(i) * 1e-30F), "X", 1, "Y", 1e-30F);
  check_bits<float>(op<"subnormal">(Y(i) = X(i) * 1e-42F), "X", 1, "Y", 1e-42F);
  check_bits<double>(op<"tenth">(B(i) = A(i) * 0.1), "A", 1, "B", 0.1);
  check_bits<std::int32_t>(op<"odd">(O(i) = N(i) + 16777217), "N", 0, "O", 16777217);
  check_bits<std::int32_t>(op<"least">(O(i) = N(i) + std::numeric_limits<std::int32_t>::min()), "N", 0, "O",
                           std::numeric_limits<std::int32_t>::min());
}

TEST_CASE("D10: infinities, NaN and minus zero") {
  constexpr auto infinity = std::numeric_limits<float>::infinity();
  check_bits<float>(op<"inf">(Y(i) = min(X(i), infinity)), "X", 3, "Y", 3);
  check_bits<float>(op<"fill">(Y(i) = select(X(i) > 0, infinity, -infinity)), "X", -1, "Y", -infinity);
  check_bits<float>(op<"minus_zero">(Y(i) = X(i) * -0.0F), "X", 1, "Y", -0.0F);
  constexpr auto not_a_number = op<"nan">(Y(i) = select(X(i) > 0, std::numeric_limits<float>::quiet_NaN(), X(i)));
  run_every_way(
      not_a_number, ast::bind(not_a_number, extents(i = 67)), 4, 10, [](guarded_tensors& t) { t.fill<float>("X", 1); },
      [](guarded_tensors& t) {
        for (const float v : t.of<float>("Y")) REQUIRE(std::isnan(v));
      });
}

TEST_CASE("D10: a least value starts from infinity") {
  constexpr auto least = op<"least">(Y(i) = min_over(k)(M(i, k)));
  run_every_way(
      least, ast::bind(least, extents(i = 5, k = 19)), 4, 10,
      [](guarded_tensors& t) { t.fill<float>("M", std::numeric_limits<float>::max()); },
      [](guarded_tensors& t) {
        for (const float v : t.of<float>("Y")) REQUIRE(v == std::numeric_limits<float>::max());
      });
}

TEST_CASE("D10: the sine of pi in f32 has the argument's error and no other") {
  constexpr auto wave = op<"wave">(Y(i) = sin(X(i) * std::numbers::pi_v<float>));
  run_every_way(
      wave, ast::bind(wave, extents(i = 67)), 4, 10, [](guarded_tensors& t) { t.fill<float>("X", 1); },
      [](guarded_tensors& t) {
        for (const float v : t.of<float>("Y")) REQUIRE(v == Approx(-8.742278e-8F).epsilon(1e-6));
      });
}
