// SPDX-License-Identifier: Apache-2.0
/// \file
/// Checked construction, sharing and folding.
#include <hone/ir/builder.hpp>

#include <cmath>
#include <limits>

#include <hone/ir/print.hpp>
#include <hone/ir/verify.hpp>
#include <support/catch.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::ir;

namespace {

struct fixture {
  builder b{"k"};
  buffer_id a = b.add_buffer(matrix("a"));
  variable_id vi = b.add_variable("i"), vj = b.add_variable("j");
  expr_id i = b.variable(vi), j = b.variable(vj);

  static buffer matrix(const std::string& name) {
    buffer x;
    x.name = name;
    x.rank = 2;
    x.extents = {8, 16};
    x.strides = {16, 1};
    x.slot = 0;
    x.writable = true;
    return x;
  }
  expr_id n(std::int64_t value) { return b.index(value); }
  std::string text(expr_id e) { return expression_text(b.so_far(), e); }
};

}  // namespace

TEST_CASE_METHOD(fixture, "equal expressions have one id") {
  CHECK(b.add(i, j) == b.add(i, j));
  CHECK(b.load(a, {i, j}) == b.load(a, {i, j}));
  CHECK(b.load(a, {i, j}) != b.load(a, {j, i}));
  CHECK(b.constant({scalar_type::f32, 1}, 0.0) != b.constant({scalar_type::f32, 1}, -0.0));
  CHECK(b.constant({scalar_type::f32, 1}, 0.1) == b.constant({scalar_type::f32, 1}, 0.1f));
  const auto nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(b.constant({scalar_type::f64, 1}, nan) == b.constant({scalar_type::f64, 1}, -nan));
}

TEST_CASE_METHOD(fixture, "names are made unique and writable") {
  CHECK(b.variable_of(b.add_variable("i")).name == "i_1");
  CHECK(b.variable_of(b.add_variable("i")).name == "i_2");
  CHECK(b.variable_of(b.add_variable("i_1")).name == "i_1_1");
  CHECK(b.variable_of(b.add_variable("true")).name == "true_");
  CHECK(b.variable_of(b.add_variable("2x y")).name == "_2x_y");
  CHECK(b.buffer_of(b.add_buffer(matrix("a"))).name == "a_1");
}

TEST_CASE_METHOD(fixture, "identities of index arithmetic") {
  CHECK(b.add(i, n(0)) == i);
  CHECK(b.add(n(0), i) == i);
  CHECK(b.mul(i, n(1)) == i);
  CHECK(b.mul(n(0), i) == n(0));
  CHECK(b.div(i, n(1)) == i);
  CHECK(b.div(n(0), i) == n(0));
  CHECK(b.div(i, n(0)) == n(0));
  CHECK(b.mod(i, n(0)) == i);
  CHECK(b.mod(i, n(1)) == n(0));
  CHECK(b.mod(i, i) == n(0));
  CHECK(b.sub(i, i) == n(0));
  CHECK(b.min(i, i) == i);
  CHECK(text(b.add(b.add(i, n(2)), n(3))) == "i + 5");
  CHECK(b.sub(b.add(i, n(2)), n(2)) == i);
  CHECK(text(b.mul(b.mul(n(3), i), n(4))) == "i * 12");
  CHECK(text(b.add(b.sub(n(3), i), n(4))) == "7 - i");
  CHECK(text(b.min(b.min(i, n(4)), n(7))) == "min(i, 4)");
  CHECK(b.div(i, i) != n(1));  // 0 / 0 = 0
}

TEST_CASE_METHOD(fixture, "constants fold with the arithmetic of the program") {
  CHECK(b.div(n(-7), n(2)) == n(-4));
  CHECK(b.mod(n(-7), n(2)) == n(1));
  CHECK(b.add(n(std::numeric_limits<std::int64_t>::max()), n(1)) == n(std::numeric_limits<std::int64_t>::min()));
  const value_type i8{scalar_type::i8, 1};
  CHECK(b.add(b.constant(i8, 127), b.constant(i8, 1)) == b.constant(i8, -128));
  CHECK(b.cast(scalar_type::u8, b.constant(i8, -1)) == b.constant({scalar_type::u8, 1}, 0));
  CHECK(b.cast(scalar_type::i32, b.constant({scalar_type::f32, 1}, 1e20)) == b.constant({scalar_type::i32, 1}, 2147483647));
  CHECK(b.as_integer(b.binary(expr_kind::lt, n(1), n(2))) == 1);
  CHECK(b.unary(expr_kind::abs, b.constant(i8, -128)) == b.constant(i8, -128));
}

TEST_CASE_METHOD(fixture, "floating-point arithmetic stays") {
  const value_type f32{scalar_type::f32, 1};
  const expr_id x = b.load(a, {i, j}), zero = b.constant(f32, 0.0);
  CHECK(b.at(b.add(x, zero)).kind == expr_kind::add);
  CHECK(b.at(b.mul(x, zero)).kind == expr_kind::mul);
  CHECK(b.at(b.sub(x, x)).kind == expr_kind::sub);
  CHECK(b.at(b.add(zero, zero)).kind == expr_kind::add);
  CHECK(b.at(b.binary(expr_kind::eq, x, x)).kind == expr_kind::eq);  // false for NaN
  CHECK(b.unary(expr_kind::neg, zero) == b.constant(f32, -0.0));
}

TEST_CASE_METHOD(fixture, "scalars beside vectors are broadcast, and ramps stay ramps") {
  const expr_id r = b.ramp(i, n(1), 8);
  CHECK(text(b.add(r, j)) == "ramp(i + j, 1, 8)");
  CHECK(text(b.sub(j, r)) == "ramp(j - i, -1, 8)");
  CHECK(text(b.mul(n(4), r)) == "ramp(i * 4, 4, 8)");
  CHECK(b.sub(r, r) == b.broadcast(n(0), 8));
  CHECK(text(b.mul(r, j)) == "ramp(i, 1, 8) * broadcast(j, 8)");
  CHECK(text(b.add(b.broadcast(i, 8), b.broadcast(j, 8))) == "broadcast(i + j, 8)");
  CHECK(text(b.div(r, n(2))) == "ramp(i, 1, 8) / i64x8(2)");
  CHECK(text(b.load(a, {i, b.broadcast(j, 8)})) == "broadcast(a[i, j], 8)");
  CHECK(b.type_of(b.load(a, {i, r})) == value_type{scalar_type::f32, 8});
  CHECK(text(b.select(b.binary(expr_kind::lt, r, n(3)), i, n(0))) ==
        "select(ramp(i, 1, 8) < i64x8(3), broadcast(i, 8), i64x8(0))");
}

TEST_CASE_METHOD(fixture, "predicates of accesses") {
  const expr_id yes = b.constant({scalar_type::boolean, 1}, 1), no = b.constant({scalar_type::boolean, 1}, 0);
  const expr_id p = b.binary(expr_kind::lt, i, n(3)), r = b.ramp(j, n(1), 4);
  CHECK(b.load(a, {i, j}, yes) == b.load(a, {i, j}));
  CHECK(b.load(a, {i, r}, no) == b.constant({scalar_type::f32, 4}, 0));
  CHECK(text(b.load(a, {i, r}, p)) == "a[i, ramp(j, 1, 4) | broadcast(i < 3, 4)]");
  CHECK(text(b.load(a, {i, j}, b.binary(expr_kind::lt, r, n(3)))) == "a[broadcast(i, 4), j | ramp(j, 1, 4) < i64x4(3)]");
  CHECK(b.store(a, {i, j}, b.load(a, {i, j}), no) == none);
}

TEST_CASE_METHOD(fixture, "stores keep scalar indices scalar") {
  const expr_id r = b.ramp(j, n(1), 4), x = b.load(a, {i, r}), one = b.constant({scalar_type::f32, 1}, 1);
  const auto line = [&](stmt_id s) { return statement_text(b.so_far(), s); };
  CHECK(line(b.store(a, {i, r}, x)) == "a[i, ramp(j, 1, 4)] = a[i, ramp(j, 1, 4)]\n");
  CHECK(line(b.store(a, {i, r}, one)) == "a[i, ramp(j, 1, 4)] = f32x4(1)\n");
  CHECK(line(b.store(a, {i, b.broadcast(j, 4)}, b.broadcast(one, 4))) == "a[i, j] = f32(1)\n");
  CHECK(line(b.store(a, {i, b.broadcast(j, 4)}, x)) == "a[broadcast(i, 4), j] = a[i, ramp(j, 1, 4)]\n");
}

TEST_CASE_METHOD(fixture, "logic folds") {
  const expr_id yes = b.constant({scalar_type::boolean, 1}, 1), no = b.constant({scalar_type::boolean, 1}, 0);
  const expr_id p = b.binary(expr_kind::lt, i, n(3));
  CHECK(b.binary(expr_kind::logical_and, p, yes) == p);
  CHECK(b.binary(expr_kind::logical_and, no, p) == no);
  CHECK(b.binary(expr_kind::logical_or, yes, p) == yes);
  CHECK(b.binary(expr_kind::logical_or, p, no) == p);
  CHECK(b.binary(expr_kind::logical_or, p, p) == p);
  CHECK(b.select(yes, i, j) == i);
}

TEST_CASE_METHOD(fixture, "statements that do nothing are left out") {
  const stmt_id s = b.store(a, {i, j}, b.load(a, {j, i}));
  CHECK(b.block({}) == none);
  CHECK(b.block({none, s}) == s);
  const stmt_id two = b.block({s, s});
  CHECK(b.statement(b.block({two, s})).count == 3);
  CHECK(b.loop(vi, n(0), n(0), loop_kind::serial, s) == none);
  CHECK(b.loop(vi, n(0), n(4), loop_kind::serial, none) == none);
  CHECK(b.branch(b.constant({scalar_type::boolean, 1}, 1), s, none) == s);
  const stmt_id otherwise = b.branch(b.binary(expr_kind::lt, i, n(3)), none, s);
  CHECK(b.statement(otherwise).body == s);
  CHECK(b.let(vj, i, none) == none);
  CHECK(!verify(b.finish(none)));
}

TEST_CASE_METHOD(fixture, "wrong types are internal errors") {
  const expr_id x = b.load(a, {i, j}), p = b.binary(expr_kind::lt, i, j);
  const expr_id four = b.ramp(i, n(1), 4), eight = b.ramp(i, n(1), 8);
  CHECK_THROWS_AS(b.add(x, i), internal_error);
  CHECK_THROWS_AS(b.add(p, p), internal_error);
  CHECK_THROWS_AS(b.add(four, eight), internal_error);
  CHECK_THROWS_AS(b.mod(x, x), internal_error);
  CHECK_THROWS_AS(b.unary(expr_kind::exp, i), internal_error);
  CHECK_THROWS_AS(b.unary(expr_kind::cast, i), internal_error);
  CHECK_THROWS_AS(b.binary(expr_kind::logical_and, i, i), internal_error);
  CHECK_THROWS_AS(b.binary(expr_kind::bit_and, x, x), internal_error);
  CHECK_THROWS_AS(b.fma(i, i, i), internal_error);
  CHECK_THROWS_AS(b.select(i, i, i), internal_error);
  CHECK_THROWS_AS(b.load(a, {i, j, i}), internal_error);
  CHECK_THROWS_AS(b.load(a, {x, j}), internal_error);
  CHECK_THROWS_AS(b.store(a, {i, j}, i), internal_error);
  CHECK_THROWS_AS(b.store(a, {i, j}, b.load(a, {i, four})), internal_error);
  CHECK_THROWS_AS(b.reinterpret({scalar_type::i8, 1}, x), internal_error);
  CHECK_THROWS_AS(b.reduce_lanes(reduction::sum, b.ramp(i, n(1), 6)), internal_error);
  CHECK_THROWS_AS(b.loop(vi, x, n(1), loop_kind::serial, b.barrier()), internal_error);
  CHECK_THROWS_AS(b.allocate(a, b.barrier()), internal_error);
}

TEST_CASE_METHOD(fixture, "a builder continues a program") {
  const program p = b.finish(b.loop(vi, n(0), n(8), loop_kind::serial, b.store(a, {i, i}, b.load(a, {i, i}))));
  builder more(p);
  const auto before = more.so_far().exprs.size();
  CHECK(more.index(0) == p.statement(p.root).value[0]);
  CHECK(more.so_far().exprs.size() == before);
  CHECK(more.variable_of(more.add_variable("i")).name == "i_1");
  CHECK(more.finish(p.root) == p);
}
