// SPDX-License-Identifier: Apache-2.0
/// \file
/// Every operation's edge values through the interpreter.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <hone/interp/run.hpp>
#include <hone/ir/parse.hpp>
#include <support/catch.hpp>

using namespace hone;
using namespace hone::core;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class T>
std::vector<T> evaluate(const std::string& type, const std::string& expression, std::int32_t n = 1) {
  std::vector<T> out(static_cast<std::size_t>(n));
  const std::string place = n == 1 ? "0" : "ramp(0, 1, " + std::to_string(n) + ")";
  const auto p = ir::parse("kernel k\nbuffer o: " + type + "[" + std::to_string(n) + "] strides [1] argument 0 writable\n" +
                           "o[" + place + "] = " + expression + "\n");
  void* slots[] = {out.data()};
  interp::run(p, slots);
  return out;
}
float f32(const std::string& expression) { return evaluate<float>("f32", expression)[0]; }
double f64(const std::string& expression) { return evaluate<double>("f64", expression)[0]; }
std::int32_t i32(const std::string& expression) { return evaluate<std::int32_t>("i32", expression)[0]; }
std::int32_t i8(const std::string& expression) { return evaluate<std::int8_t>("i8", expression)[0]; }
std::int32_t u8(const std::string& expression) { return evaluate<std::uint8_t>("u8", expression)[0]; }
bool truth(const std::string& expression) { return i32("cast<i32>(" + expression + ")") != 0; }

}  // namespace

TEST_CASE("A12: integer division and remainder in the interpreter") {
  CHECK(i32("i32(-7) / i32(2)") == -4);
  CHECK(i32("i32(-7) % i32(2)") == 1);
  CHECK(i32("i32(7) / i32(-2)") == -4);
  CHECK(i32("i32(7) % i32(-2)") == -1);
  CHECK(i32("i32(-5) / i32(3)") == -2);
  CHECK(i32("i32(-5) % i32(3)") == 1);
  CHECK(i8("i8(120) / i8(-27)") == -5);
  CHECK(i8("i8(120) % i8(-27)") == -15);
  CHECK(i32("i32(9) / i32(0)") == 0);
  CHECK(i32("i32(9) % i32(0)") == 9);
  CHECK(i32("i32(-2147483648) / i32(-1)") == std::numeric_limits<std::int32_t>::min());
  CHECK(i32("i32(-2147483648) % i32(-1)") == 0);
}

TEST_CASE("integers wrap") {
  CHECK(i32("i32(2147483647) + i32(1)") == std::numeric_limits<std::int32_t>::min());
  CHECK(i8("i8(-128) - i8(1)") == 127);
  CHECK(i8("neg(i8(-128))") == -128);
  CHECK(i8("abs(i8(-128))") == -128);
  CHECK(u8("neg(u8(1))") == 255);
  CHECK(u8("u8(16) * u8(17)") == 16);
  CHECK(evaluate<std::int32_t>("i32", "ramp(i32(2147483646), i32(1), 4)", 4) ==
        std::vector<std::int32_t>{2147483646, 2147483647, -2147483648, -2147483647});
}

TEST_CASE("bits and shifts") {
  CHECK(i32("bit_and(i32(12), i32(10))") == 8);
  CHECK(i32("bit_or(i32(12), i32(10))") == 14);
  CHECK(i32("bit_xor(i32(12), i32(-1))") == -13);
  CHECK(i32("shift_left(i32(1), i32(35))") == 8);
  CHECK(i32("shift_right(i32(-16), i32(34))") == -4);
  CHECK(u8("shift_right(u8(240), u8(4))") == 15);
  CHECK(i32("reinterpret<i32>(f32(1))") == 0x3f800000);
  CHECK(f32("reinterpret<f32>(i32(-2147483648))") == 0);
  CHECK(std::signbit(f32("reinterpret<f32>(i32(-2147483648))")));
  CHECK(u8("reinterpret<u8>(i8(-1))") == 255);
  CHECK(i8("reinterpret<i8>(u8(128))") == -128);
  CHECK(f64("reinterpret<f64>(4607182418800017408)") == 1.0);
}

TEST_CASE("casts saturate, NaN gives zero, bool is zero or one") {
  CHECK(i8("cast<i8>(f32(300))") == 127);
  CHECK(u8("cast<u8>(f32(-3))") == 0);
  CHECK(i32("cast<i32>(f64(nan))") == 0);
  CHECK(i32("cast<i32>(f64(-inf))") == std::numeric_limits<std::int32_t>::min());
  CHECK(i32("cast<i32>(f64(-1.99))") == -1);
  CHECK(u8("cast<u8>(i32(300))") == 255);
  CHECK(i8("cast<i8>(u8(200))") == 127);
  CHECK(f32("cast<f32>(true)") == 1);
  CHECK(truth("cast<bool>(f32(nan))"));
  CHECK(!truth("cast<bool>(f32(-0))"));
  CHECK(f32("cast<f32>(f64(1e300))") == static_cast<float>(infinity));
  CHECK(f32("cast<f32>(9007199791611905)") == static_cast<float>(9007199791611905));  // one rounding, not two
}

TEST_CASE("floating point rounds once an operation, in its own type") {
  CHECK(f32("f32(16777216) + f32(1)") == 16777216.0f);
  CHECK(f32("f32(1) / f32(3)") == 1.0f / 3.0f);
  CHECK(f64("f64(1) / f64(3)") == 1.0 / 3.0);
  CHECK(f32("f32(1) / f32(0)") == static_cast<float>(infinity));
  CHECK(f32("f32(3e38) * f32(10)") == static_cast<float>(infinity));
  const float a = 1.0f + 0x1p-12f;
  CHECK(f32("fma(f32(1.00024414), f32(1.00024414), f32(-1.00048828))") == std::fma(a, a, -1.00048828f));
  CHECK(f32("fma(f32(1.00024414), f32(1.00024414), f32(-1.00048828))") == 0x1p-24f);
  CHECK(f32("f32(1.00024414) * f32(1.00024414) + f32(-1.00048828)") == 0);  // two roundings
  // rounding in f64 first would tie to even the wrong way
  CHECK(f32("fma(f32(16777216), f32(1), f32(1.00000012))") == std::fma(16777216.0f, 1.0f, 1.00000012f));
  CHECK(f32("sqrt(f32(2))") == std::sqrt(2.0f));
  CHECK(f32("floor(f32(-1.5))") == -2);
  CHECK(f32("ceil(f32(-1.5))") == -1);
  CHECK(f32("exp(f32(1))") == static_cast<float>(std::exp(1.0)));
  CHECK(f64("erf(f64(0.5))") == std::erf(0.5));
  CHECK(f64("tanh(f64(0.5)) + sin(f64(1)) + cos(f64(1)) + log(f64(2))") == std::tanh(0.5) + std::sin(1.0) + std::cos(1.0) + std::log(2.0));
}

TEST_CASE("NaN in min, max and comparisons") {
  CHECK(std::isnan(f32("min(f32(nan), f32(1))")));
  CHECK(std::isnan(f32("min(f32(1), f32(nan))")));
  CHECK(std::isnan(f32("max(f32(1), f32(nan))")));
  CHECK(f32("max(f32(-inf), f32(1))") == 1);
  for (const char* op : {"<", "<=", ">", ">=", "=="}) CHECK(!truth("f32(nan) " + std::string(op) + " f32(nan)"));
  CHECK(truth("f32(nan) != f32(nan)"));
  CHECK(std::signbit(f32("neg(f32(0))")));
  CHECK(!std::signbit(f32("abs(f32(-0))")));
}

TEST_CASE("logic, select and comparisons of integers") {
  CHECK(truth("true && true"));
  CHECK(!truth("true && false"));
  CHECK(truth("false || true"));
  CHECK(truth("logical_not(false)"));
  CHECK(truth("-1 < 0"));
  CHECK(truth("u8(255) > u8(0)"));
  CHECK(i32("select(2 > 1, i32(5), i32(6))") == 5);
  CHECK(evaluate<std::int32_t>("i32", "select(ramp(0, 1, 4) % i64x4(2) == i64x4(0), i32x4(1), i32x4(2))", 4) ==
        std::vector<std::int32_t>{1, 2, 1, 2});
}

TEST_CASE("lanes are reduced pairwise: l with l + lanes / 2") {
  CHECK(i32("reduce_lanes<sum>(ramp(i32(1), i32(1), 8))") == 36);
  CHECK(i32("reduce_lanes<product>(ramp(i32(1), i32(1), 4))") == 24);
  CHECK(i32("reduce_lanes<min>(ramp(i32(1), i32(1), 4))") == 1);
  CHECK(u8("reduce_lanes<max>(ramp(u8(250), u8(3), 4))") == 253);
  // (1 + -1e8) and (1e8 + 1) are added last: 1e8 lanes first cancel only in this order
  const std::string lanes = "select(ramp(0, 1, 4) == i64x4(0), f32x4(1e+08), select(ramp(0, 1, 4) == i64x4(2), f32x4(-1e+08), f32x4(1)))";
  CHECK(f32("reduce_lanes<sum>(" + lanes + ")") == 2);
}
