// SPDX-License-Identifier: Apache-2.0
/// \file
/// Expanded functions against long double: special values, and the bounds that the header states.
#include <support/catch.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

#include <hone/interp/run.hpp>
#include <hone/ir/verify.hpp>
#include <hone/ir/visit.hpp>
#include <hone/lower/expand_functions.hpp>

#include "lane_evaluator.hpp"

using namespace hone;
using namespace hone::core;
using namespace hone::core::ir;
using lower::expand_functions;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr std::array both_types{scalar_type::f32, scalar_type::f64};

struct function {
  expr_kind kind;
  long double (*exact)(long double);
  double bound;       ///< ulp, in both types
  double limit_f32;   ///< largest argument for which the bound is stated
  double limit_f64;
};

constexpr std::array functions{
    function{expr_kind::exp, [](long double x) { return std::exp(x); }, 2, infinity, infinity},
    function{expr_kind::log, [](long double x) { return std::log(x); }, 2, infinity, infinity},
    function{expr_kind::tanh, [](long double x) { return std::tanh(x); }, 2, infinity, infinity},
    function{expr_kind::sin, [](long double x) { return std::sin(x); }, 2, 1e8, 1e6},
    function{expr_kind::cos, [](long double x) { return std::cos(x); }, 2, 1e8, 1e6},
    function{expr_kind::erf, [](long double x) { return std::erf(x); }, 2, infinity, infinity},
};

std::vector<double> evaluate(expr_kind kind, scalar_type type, bool use_fma, std::vector<double> x) {
  for (double& v : x) v = rounded(type, v);
  const auto lanes = static_cast<std::int32_t>(x.size());
  const auto p = expand_functions(lane_evaluator::make_program(kind, type, lanes), use_fma);
  return lane_evaluator::evaluator(p)(x);
}

/// Distance in units of the last place of the exact result.
double ulps(scalar_type type, double got, long double exact) {
  const double nearest = rounded(type, static_cast<double>(exact));
  if (std::isnan(nearest) || std::isnan(got)) return std::isnan(nearest) == std::isnan(got) ? 0 : infinity;
  if (std::isinf(nearest) || std::isinf(got)) return nearest == got ? 0 : infinity;
  int exponent = 0;
  std::frexp(nearest, &exponent);
  const double unit = type == scalar_type::f32 ? std::ldexp(1.0, std::max(exponent - 24, -149))
                                               : std::ldexp(1.0, std::max(exponent - 53, -1074));
  return static_cast<double>(std::fabs(static_cast<long double>(got) - exact) / static_cast<long double>(unit));
}

/// Bits of any float, numbers of moderate size, and numbers near 1, in turn.
double random_argument(scalar_type type, std::mt19937_64& bits) {
  const auto word = bits();
  const double fraction = 1 + static_cast<double>(word >> 12) * 0x1p-52;
  switch (word % 3) {
    case 0:
      return type == scalar_type::f32 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits())))
                                      : std::bit_cast<double>(bits());
    case 1: return std::copysign(std::ldexp(fraction, static_cast<int>(bits() % 30) - 17), word & 4 ? 1.0 : -1.0);
    default: return fraction - 0.5;
  }
}

double worst_error(const function& f, scalar_type type, bool use_fma, int samples) {
  std::mt19937_64 bits(20);
  const double limit = type == scalar_type::f32 ? f.limit_f32 : f.limit_f64;
  std::vector<double> x(static_cast<std::size_t>(samples));
  for (double& v : x) {
    v = rounded(type, random_argument(type, bits));
    if (std::isfinite(v) && std::fabs(v) > limit) v = rounded(type, std::fmod(v, limit));
  }
  const auto y = evaluate(f.kind, type, use_fma, x);
  double worst = 0;
  for (std::size_t l = 0; l < x.size(); ++l) {
    const double error = ulps(type, y[l], f.exact(static_cast<long double>(x[l])));
    if (error > f.bound) UNSCOPED_INFO(name_of(type) << " of " << x[l] << " is " << y[l] << ", " << error << " ulp");
    worst = std::max(worst, error);
  }
  return worst;
}

bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

/// f(x[k]) is y[k] rounded to the type, exactly.
void check_values(expr_kind kind, const std::vector<double>& x, const std::vector<double>& y) {
  for (const auto type : both_types)
    for (const bool use_fma : {false, true}) {
      const auto got = evaluate(kind, type, use_fma, x);
      for (std::size_t k = 0; k < x.size(); ++k) {
        CAPTURE(info(kind).name, name_of(type), use_fma, x[k], got[k], y[k]);
        CHECK(same(got[k], rounded(type, y[k])));
      }
    }
}

}  // namespace

TEST_CASE("expanded functions keep their bounds") {
  for (const auto& f : functions)
    for (const auto type : both_types)
      for (const bool use_fma : {false, true}) {
        const double worst = worst_error(f, type, use_fma, 60000);
        CAPTURE(info(f.kind).name, name_of(type), use_fma);
        CHECK(worst <= f.bound);
        CHECK(worst > 0.5);  // else nothing was measured: no function here is correctly rounded
      }
}

TEST_CASE("every exponent is tried") {
  for (const auto& f : functions)
    for (const auto type : both_types) {
      const int low = type == scalar_type::f32 ? -149 : -1074, high = type == scalar_type::f32 ? 127 : 1023;
      std::vector<double> x;
      for (int e = low; e <= high; ++e)
        for (const double mantissa : {1.0, 1.25, 1.5, 1.9375, -1.0, -1.625}) x.push_back(std::ldexp(mantissa, e));
      const auto y = evaluate(f.kind, type, true, x);
      for (std::size_t k = 0; k < x.size(); ++k) {
        const double v = rounded(type, x[k]);
        if (std::fabs(v) > (type == scalar_type::f32 ? f.limit_f32 : f.limit_f64)) continue;
        const double error = ulps(type, y[k], f.exact(static_cast<long double>(v)));
        if (error > f.bound) FAIL(info(f.kind).name << " of " << v << " is " << y[k]);
      }
    }
  SUCCEED();
}

TEST_CASE("exp at its ends") {
  check_values(expr_kind::exp, {not_a_number, infinity, -infinity, 0.0, -0.0, 1e4, -1e4, 710, -746},
               {not_a_number, infinity, 0.0, 1.0, 1.0, infinity, 0.0, infinity, 0.0});
  // subnormal results are rounded, not flushed
  CHECK(evaluate(expr_kind::exp, scalar_type::f32, true, {-100.0})[0] == rounded(scalar_type::f32, std::exp(-100.0)));
  CHECK(evaluate(expr_kind::exp, scalar_type::f64, true, {-744.0})[0] == std::exp(-744.0));
  CHECK(std::isfinite(evaluate(expr_kind::exp, scalar_type::f32, true, {88.72})[0]));
  CHECK(evaluate(expr_kind::exp, scalar_type::f32, true, {88.73})[0] == infinity);
}

TEST_CASE("log at its ends") {
  check_values(expr_kind::log, {not_a_number, infinity, -infinity, 0.0, -0.0, 1.0, -1.0, -1e-40},
               {not_a_number, infinity, not_a_number, -infinity, -infinity, 0.0, not_a_number, not_a_number});
  const double tiny = rounded(scalar_type::f32, 1e-42);
  CHECK(evaluate(expr_kind::log, scalar_type::f32, true, {tiny})[0] == Approx(std::log(tiny)));
  CHECK(evaluate(expr_kind::log, scalar_type::f64, true, {4.94e-324})[0] == Approx(std::log(4.94e-324)));
}

TEST_CASE("A05: tanh saturates, and is NaN for NaN alone") {
  check_values(expr_kind::tanh, {50, -50, 1e4, -1e4, infinity, -infinity, not_a_number, 0.0, -0.0},
               {1, -1, 1, -1, 1, -1, not_a_number, 0.0, -0.0});
}

TEST_CASE("erf saturates") {
  check_values(expr_kind::erf, {6, -6, 1e30, infinity, -infinity, not_a_number, 0.0, -0.0},
               {1, -1, 1, 1, -1, not_a_number, 0.0, -0.0});
}

TEST_CASE("D10: the sine of pi, zeros, and what is too large") {
  check_values(expr_kind::sin, {0.0, -0.0, infinity, -infinity, not_a_number, 1e30},
               {0.0, -0.0, not_a_number, not_a_number, not_a_number, not_a_number});
  check_values(expr_kind::cos, {0.0, -0.0, infinity, not_a_number, 1e30},
               {1, 1, not_a_number, not_a_number, not_a_number});
  for (const bool use_fma : {false, true}) {
    const auto sine = [use_fma](scalar_type type, double x) { return evaluate(expr_kind::sin, type, use_fma, {x})[0]; };
    CHECK(sine(scalar_type::f32, 3.14159274) == Approx(-8.742278e-8).epsilon(1e-6));
    CHECK(sine(scalar_type::f64, 3.141592653589793) == Approx(1.2246467991473532e-16));
    // close to a multiple of pi: 103993 / 33102 is a convergent of it
    for (const auto type : both_types) CHECK(ulps(type, sine(type, 103993), std::sin(103993.0L)) <= 2);
  }
}

TEST_CASE("expansion names what it uses twice, around the statement") {
  for (const std::int32_t lanes : {1, 8})
    for (const auto& f : functions) {
      const auto before = lane_evaluator::make_program(f.kind, scalar_type::f32, lanes);
      const auto after = expand_functions(before, true);
      CHECK_FALSE(verify(after).has_value());
      for_each_expr(after, after.root, [&](expr_id, const expr& e) { CHECK(e.kind != f.kind); });
      CHECK(after.exprs.size() < 140);
      CHECK(expand_functions(after, true) == after);
    }
}

TEST_CASE("expansion in nested statements, and of functions of functions") {
  builder b("nested");
  buffer x;
  x.name = "x";
  x.rank = 1;
  x.extents[0] = 16;
  x.strides[0] = 1;
  x.writable = true;
  x.slot = 0;
  const auto bx = b.add_buffer(x);
  const auto i = b.add_variable("i"), v = b.add_variable("v", {scalar_type::f32, 1});
  const auto element = b.load(bx, {b.variable(i)});
  const auto inner = b.unary(expr_kind::exp, element);
  const auto twice = b.store(bx, {b.variable(i)}, b.unary(expr_kind::tanh, b.add(inner, b.variable(v))));
  const auto once = b.store(bx, {b.variable(i)}, inner);  // the same expression in another statement: named again
  const auto named = b.let(v, b.unary(expr_kind::log, element), b.block({once, twice}));
  const auto p = b.finish(b.loop(i, b.index(0), b.index(16), loop_kind::serial, named));
  const auto q = expand_functions(p, false);
  CHECK_FALSE(verify(q).has_value());
  CHECK(q.variables.size() > p.variables.size());
  for_each_expr(q, q.root, [&](expr_id, const expr& e) {
    CHECK(e.kind != expr_kind::fma);
    CHECK((e.kind < expr_kind::exp || e.kind > expr_kind::erf));
  });
}

TEST_CASE("the interpreter computes what the lanes' evaluator does, to the bit") {
  std::mt19937_64 bits(4);
  for (const auto& f : functions)
    for (const auto type : both_types) {
      std::vector<double> x(256);
      for (double& v : x) v = rounded(type, random_argument(type, bits));
      const auto p = expand_functions(lane_evaluator::make_program(f.kind, type, 256), true);
      const auto want = lane_evaluator::evaluator(p)(x);
      std::vector<float> in32(x.begin(), x.end()), out32(256);
      std::vector<double> out64(256);
      const bool wide = type == scalar_type::f64;
      const std::array<void*, 2> buffers{wide ? static_cast<void*>(x.data()) : in32.data(),
                                         wide ? static_cast<void*>(out64.data()) : out32.data()};
      interp::run(p, buffers);
      const auto got = [&](std::size_t l) { return wide ? out64[l] : static_cast<double>(out32[l]); };
      for (std::size_t l = 0; l < x.size(); ++l)
        if (!same(got(l), want[l])) FAIL(info(f.kind).name << " of " << x[l] << ": " << got(l) << ", " << want[l]);
    }
  SUCCEED();
}

TEST_CASE("a program without functions stays as it is") {
  const auto p = lane_evaluator::make_program(expr_kind::neg, scalar_type::f32, 8);
  CHECK(expand_functions(p, true) == p);
}
