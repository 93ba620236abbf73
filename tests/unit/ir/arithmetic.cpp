// SPDX-License-Identifier: Apache-2.0
/// \file
/// The edge values of scalar arithmetic.
#include <hone/ir/arithmetic.hpp>

#include <cmath>
#include <limits>

#include <support/catch.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::ir;

namespace {
constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr double infinity = std::numeric_limits<double>::infinity();
const double not_a_number = std::numeric_limits<double>::quiet_NaN();
}  // namespace

TEST_CASE("A12: division rounds to minus infinity and the remainder has the divisor's sign") {
  struct example { std::int64_t a, b, quotient, remainder; };
  for (const auto& x : {example{-7, 2, -4, 1}, example{7, -2, -4, -1}, example{-5, 3, -2, 1}, example{120, -27, -5, -15},
                        example{-3, 4, -1, 1}, example{-8, 4, -2, 0}, example{7, 2, 3, 1}, example{-7, -2, 3, -1},
                        example{smallest, 1, smallest, 0}, example{smallest, 2, smallest / 2, 0}}) {
    INFO(x.a << " by " << x.b);
    CHECK(floor_div(x.a, x.b) == x.quotient);
    CHECK(floor_mod(x.a, x.b) == x.remainder);
    CHECK(wrapping_add(wrapping_mul(x.quotient, x.b), x.remainder) == x.a);
  }
}

TEST_CASE("A12: (i - 3) / 4 and (i - 3) mod 4 in i32") {
  const std::int64_t quotients[] = {-1, -1, -1, 0, 0, 0, 0, 1}, remainders[] = {1, 2, 3, 0, 1, 2, 3, 0};
  for (std::int64_t i = 0; i < 8; ++i) {
    CHECK(integer_binary(expr_kind::div, scalar_type::i32, i - 3, 4) == quotients[i]);
    CHECK(integer_binary(expr_kind::mod, scalar_type::i32, i - 3, 4) == remainders[i]);
  }
}

TEST_CASE("division by zero and the one quotient that does not fit are defined") {
  CHECK(floor_div(5, 0) == 0);
  CHECK(floor_mod(-5, 0) == -5);
  CHECK(floor_div(smallest, -1) == smallest);
  CHECK(floor_mod(smallest, -1) == 0);
  CHECK(integer_binary(expr_kind::div, scalar_type::i8, -128, -1) == -128);
  CHECK(integer_binary(expr_kind::div, scalar_type::i32, -2147483648, -1) == -2147483648);
}

TEST_CASE("quotient * divisor + remainder is the dividend for all pairs of i8") {
  for (std::int64_t a = -128; a < 128; ++a)
    for (std::int64_t b = -128; b < 128; ++b) {
      const auto q = integer_binary(expr_kind::div, scalar_type::i8, a, b);
      const auto r = integer_binary(expr_kind::mod, scalar_type::i8, a, b);
      const auto back = wrap(scalar_type::i8, q * b + r);
      if (back != a || (b != 0 && (std::abs(r) >= std::abs(b) || (r != 0 && (r < 0) != (b < 0))))) {
        CAPTURE(a, b, q, r);
        FAIL("the law of division does not hold");
      }
    }
  SUCCEED();
}

TEST_CASE("integers wrap to their width") {
  CHECK(integer_binary(expr_kind::add, scalar_type::i8, 127, 1) == -128);
  CHECK(integer_binary(expr_kind::add, scalar_type::u8, 255, 1) == 0);
  CHECK(integer_binary(expr_kind::sub, scalar_type::u8, 0, 1) == 255);
  CHECK(integer_binary(expr_kind::mul, scalar_type::i32, 65536, 65536) == 0);
  CHECK(integer_binary(expr_kind::add, scalar_type::i64, largest, 1) == smallest);
}

TEST_CASE("shift counts are taken modulo the width, and the right shift is arithmetic") {
  CHECK(shifted_left(scalar_type::i32, 1, 33) == 2);
  CHECK(shifted_left(scalar_type::i32, 1, 31) == -2147483648);
  CHECK(shifted_left(scalar_type::i8, 1, 7) == -128);
  CHECK(shifted_left(scalar_type::u8, 255, 4) == 240);
  CHECK(shifted_left(scalar_type::i64, 1, 64) == 1);
  CHECK(shifted_right(scalar_type::i32, -8, 1) == -4);
  CHECK(shifted_right(scalar_type::i32, -8, 33) == -4);
  CHECK(shifted_right(scalar_type::u8, 255, 7) == 1);
  CHECK(shifted_left(scalar_type::i32, 1, -1) == -2147483648);  // -1 modulo 32 is 31
}

TEST_CASE("casts to integers saturate and NaN gives zero") {
  CHECK(saturated(scalar_type::i8, 1e10) == 127);
  CHECK(saturated(scalar_type::i8, -1e10) == -128);
  CHECK(saturated(scalar_type::u8, -0.5) == 0);
  CHECK(saturated(scalar_type::u8, 255.9) == 255);
  CHECK(saturated(scalar_type::i32, 2147483648.0) == 2147483647);
  CHECK(saturated(scalar_type::i64, 0x1p63) == largest);
  CHECK(saturated(scalar_type::i64, -0x1p63) == smallest);
  CHECK(saturated(scalar_type::i64, infinity) == largest);
  CHECK(saturated(scalar_type::i32, -infinity) == -2147483648);
  CHECK(saturated(scalar_type::i32, not_a_number) == 0);
  CHECK(saturated(scalar_type::i32, -1.9) == -1);
  CHECK(saturated(scalar_type::u8, std::int64_t{-3}) == 0);
  CHECK(saturated(scalar_type::i8, std::int64_t{300}) == 127);
  CHECK(saturated(scalar_type::boolean, std::int64_t{-3}) == 1);
  CHECK(saturated(scalar_type::boolean, not_a_number) == 1);
  CHECK(saturated(scalar_type::boolean, -0.0) == 0);
}

TEST_CASE("min and max give NaN when either operand is NaN") {
  CHECK(std::isnan(nan_min(not_a_number, 1)));
  CHECK(std::isnan(nan_min(1, not_a_number)));
  CHECK(std::isnan(nan_max(not_a_number, 1)));
  CHECK(std::isnan(nan_max(1, not_a_number)));
  CHECK(nan_min(-infinity, 1) == -infinity);
  CHECK(nan_max(2, 1) == 2);
}
