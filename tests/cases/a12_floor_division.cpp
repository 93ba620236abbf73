// SPDX-License-Identifier: Apache-2.0
/// \file
/// A12: `/` and `%` of integers round to minus infinity: in constants, in index arithmetic, in the native loops, in the
/// interpreter and in compiled code.
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <hone/hone.hpp>
#include <hone/ir/arithmetic.hpp>
#include <hone/ir/builder.hpp>
#include <support/compiled.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;

namespace {

constexpr axis<"i"> i;
constexpr tensor<"X", std::int32_t, 1> X;
constexpr tensor<"Y", std::int32_t, 1> Y;
constexpr tensor<"Q", std::int32_t, 1> Q;
constexpr tensor<"P", std::int8_t, 1> P;
constexpr tensor<"D", std::int8_t, 1> D;
constexpr shaped_tensor<"three", std::int32_t, 3> three;
constexpr shaped_tensor<"four", std::int32_t, 4> four;

constexpr auto quotient = op<"quotient">(Q(i) = X(i) / Y(i));
constexpr auto rest_of = op<"rest_of">(Q(i) = X(i) % Y(i));
constexpr auto together = op<"together">(Q(i) = X(i) / Y(i) * Y(i) + X(i) % Y(i));
constexpr auto narrow_quotient = op<"narrow_quotient">(Q(i) = P(i) / D(i));
constexpr auto narrow_remainder = op<"narrow_remainder">(Q(i) = P(i) % D(i));

struct example {
  std::int32_t a, b, quotient, remainder;
};
constexpr auto lowest = std::numeric_limits<std::int32_t>::min();
/// The last ones have no quotient in 32 bits, or none at all: it is what docs/numerics.md says.
constexpr example examples[] = {{-7, 2, -4, 1},
                                {7, -2, -4, -1},
                                {-5, 3, -2, 1},
                                {120, -27, -5, -15},
                                {-3, 4, -1, 1},
                                {-1, 4, -1, 3},
                                {-4, 4, -1, 0},
                                {5, -5, -1, 0},
                                {0, -3, 0, 0},
                                {-8, -3, 2, -2},
                                {lowest, -1, lowest, 0},
                                {5, 0, 0, 5},
                                {lowest, 2, lowest / 2, 0}};
constexpr std::int64_t count = std::size(examples);

void fill_examples(guarded_tensors& t) {
  for (std::size_t n = 0; n < std::size(examples); ++n) {
    t.of<std::int32_t>("X")[n] = examples[n].a;
    t.of<std::int32_t>("Y")[n] = examples[n].b;
  }
}

auto result_is(std::vector<std::int32_t> wanted) {
  return [wanted = std::move(wanted)](guarded_tensors& t) {
    REQUIRE(std::ranges::equal(t.of<std::int32_t>("Q"), wanted));
  };
}

/// By `field` of the examples.
std::vector<std::int32_t> column(std::int32_t example::*field) {
  std::vector<std::int32_t> values;
  for (const auto& e : examples) values.push_back(e.*field);
  return values;
}

}  // namespace

TEST_CASE("A12: constants are folded with floor") {
  for (const auto& e : examples) {
    CAPTURE(e.a, e.b);
    ir::builder b("folded");
    const auto value = [&](scalar_type type, ir::expr_kind kind) {
      return b.as_integer(b.binary(kind, b.constant({type}, e.a), b.constant({type}, e.b)));
    };
    CHECK(value(scalar_type::i32, ir::expr_kind::div) == e.quotient);
    CHECK(value(scalar_type::i32, ir::expr_kind::mod) == e.remainder);
    if (e.a == lowest) continue;
    CHECK(value(scalar_type::i64, ir::expr_kind::div) == e.quotient);
    CHECK(value(scalar_type::i64, ir::expr_kind::mod) == e.remainder);
    if (e.a < -128 || e.a > 127) continue;
    CHECK(value(scalar_type::i8, ir::expr_kind::div) == e.quotient);
    CHECK(value(scalar_type::i8, ir::expr_kind::mod) == e.remainder);
  }
  STATIC_REQUIRE(ir::floor_div(-3, 4) == -1);
  STATIC_REQUIRE(ir::floor_mod(-3, 4) == 1);
}

TEST_CASE("A12: values divide with floor, in every schedule") {
  run_every_way(quotient, ast::bind(quotient, extents(i = count)), 4, 20, fill_examples,
                result_is(column(&example::quotient)));
  run_every_way(rest_of, ast::bind(rest_of, extents(i = count)), 4, 20, fill_examples,
                result_is(column(&example::remainder)));
}

TEST_CASE("A12: 8-bit values divide with floor") {
  const auto fill = [](guarded_tensors& t) {
    constexpr std::int8_t a[] = {-7, 7, -5, 120, -128, -128, 127, -3}, b[] = {2, -2, 3, -27, -1, 127, -128, 4};
    std::ranges::copy(a, t.of<std::int8_t>("P").begin());
    std::ranges::copy(b, t.of<std::int8_t>("D").begin());
  };
  run_every_way(narrow_quotient, ast::bind(narrow_quotient, extents(i = 8)), 4, 20, fill,
                result_is({-4, -4, -2, -5, 128, -2, -1, -1}));
  run_every_way(narrow_remainder, ast::bind(narrow_remainder, extents(i = 8)), 4, 20, fill,
                result_is({1, -1, 1, -15, 0, 126, -1, 1}));
}

TEST_CASE("A12: quotient times divisor plus remainder is the dividend") {
  std::mt19937 random(5);
  std::uniform_int_distribution<std::int32_t> any(lowest, std::numeric_limits<std::int32_t>::max()), small(-9, 9);
  std::vector<std::int32_t> a, b;
  for (int n = 0; n < 500; ++n) {
    a.push_back(n % 2 == 0 ? any(random) : small(random));
    b.push_back(n % 3 == 0 ? any(random) : small(random));
  }
  run_every_way(
      together, ast::bind(together, extents(i = 500)), 3, 10,
      [&](guarded_tensors& t) {
        std::ranges::copy(a, t.of<std::int32_t>("X").begin());
        std::ranges::copy(b, t.of<std::int32_t>("Y").begin());
      },
      result_is(a));
}

TEST_CASE("A12: indices divide with floor, as values and as places") {
  constexpr auto by_index = op<"by_index">(Q(i) = cast<std::int32_t>((i - 3) / 4));
  constexpr auto rest = op<"rest">(Q(i) = cast<std::int32_t>((i - 3) % 4));
  constexpr auto block = op<"block">(Q(i) = three((i - 3) / 4 + 1));
  constexpr auto place = op<"place">(Q(i) = four((i - 3) % 4));
  const auto nothing = [](guarded_tensors&) {};
  const auto numbers = [](std::string_view name) {
    return [=](guarded_tensors& t) { count_from(t.of<std::int32_t>(name), 10); };
  };
  const std::vector<std::int32_t> quotients{-1, -1, -1, 0, 0, 0, 0, 1}, remainders{1, 2, 3, 0, 1, 2, 3, 0};
  run_every_way(by_index, ast::bind(by_index, extents(i = 8)), 3, 15, nothing, result_is(quotients));
  run_every_way(rest, ast::bind(rest, extents(i = 8)), 3, 15, nothing, result_is(remainders));
  run_every_way(block, ast::bind(block, extents(i = 8)), 3, 15, numbers("three"),
                result_is({10, 10, 10, 11, 11, 11, 11, 12}));
  run_every_way(place, ast::bind(place, extents(i = 8)), 3, 15, numbers("four"),
                result_is({11, 12, 13, 10, 11, 12, 13, 10}));
}
