// SPDX-License-Identifier: Apache-2.0
/// \file
/// The law: a schedule preserves the meaning of an operator, and so does each pass of its lowering.
#include <support/catch.hpp>

#include <string>
#include <vector>

#include <hone/ast/print.hpp>
#include <hone/ir/print.hpp>
#include <hone/ir/verify.hpp>
#include <hone/ir/visit.hpp>
#include <hone/lower/stages.hpp>
#include <hone/space/default_schedule.hpp>
#include <random/schedules.hpp>

#include "interpreted.hpp"
#include "operators.hpp"

using namespace lower_test;

namespace {

/// A schedule may be refused, but not each.
struct tally {
  int agreed = 0, refused = 0;
};

bool is_constant(const ir::program& program, ir::expr_id e) {
  const auto& x = program.at(e);
  return x.kind == ir::expr_kind::constant ||
         (x.kind == ir::expr_kind::ramp && is_constant(program, x.operands[0]) && is_constant(program, x.operands[1]));
}

/// Registers have no address: once loops are unrolled every index of theirs is a number.
bool registers_are_named(const ir::program& program) {
  bool all = true;
  const auto look = [&](ir::buffer_id b, std::int32_t first, std::int32_t count) {
    if (program.buffers[static_cast<std::size_t>(b)].scope != ir::buffer_scope::registers) return;
    for (std::int32_t n = 0; n < count; ++n) all = all && is_constant(program, program.listed(first, n));
  };
  ir::for_each_expr(program, program.root, [&](ir::expr_id, const ir::expr& e) {
    if (e.kind == ir::expr_kind::load) look(e.ref, e.first, e.count);
  });
  ir::for_each_stmt(program, program.root, [&](ir::stmt_id, const ir::stmt& s) {
    if (s.kind == ir::stmt_kind::store) look(s.ref, s.first, s.count);
  });
  return all;
}

/// The programs as the passes left them, one after the other.
void check_passes(const ast::problem& problem, const lowered& all, const std::string& expected) {
  for (const auto& [pass, programs] : all.after) {
    INFO("after " << pass);
    for (const auto& program : programs) {
      INFO(ir::to_string(program));
      CHECK(ir::verify(program).value_or("") == "");
      if (pass == "flatten") CHECK(registers_are_named(program));
    }
    CHECK((interpreted(problem, all.candidate.plan, programs) == expected));
  }
}

template <class Operator, class Schedules>
tally check_meaning(const Operator& op, const ast::problem& problem, Schedules schedules, int count) {
  tally result;
  const auto expected = native_output(op, problem);
  for (int n = 0; n < count; ++n) {
    const auto target = machine(n % 3 == 0 ? 16 : n % 3 == 1 ? 32 : 64);
    const space::schedule s = schedules(n, target);
    INFO(ast::to_string(problem.op) << ", schedule " << n);
    try {
      const auto graph = lower::build_stages(problem, s, target);
      INFO(lower::to_string(graph, problem.op));
      const auto all = lower_with_passes(problem, s, target);
      check_passes(problem, all, expected);
      ++result.agreed;
    } catch (const error& e) {
      INFO(e.what());
      REQUIRE(e.code() == error_code::bad_configuration);
      ++result.refused;
    }
  }
  return result;
}

/// `count` random schedules, the default one among them.
template <class Operator>
void check_random(const Operator& op, const ast::problem& problem, int count = 40) {
  random_generator random(11);
  const auto drawn = [&](int n, const target::cpu& target) {
    return n == 0 ? space::default_schedule(problem, target) : random_test::schedule_maker(problem, random).draw();
  };
  const auto result = check_meaning(op, problem, drawn, count);
  CHECK(result.agreed >= count / 4);
}
template <class Operator, std::size_t N>
void check_random(const Operator& op, const dsl::extent_list<N>& extents, int count = 40) {
  check_random(op, ast::bind(op, extents), count);
}

/// Long axes in few, wide tiles.
space::schedule wide_tiles(const ast::problem& problem, std::int64_t tile) {
  space::schedule s;
  const auto& body = problem.op.assignments.front();
  std::vector<std::int32_t> axes(body.indices.begin(), body.indices.begin() + body.rank);
  for (const auto axis : lower::find_scheduled(problem).axes) axes.push_back(axis);
  for (const auto axis : axes) s.tilings.push_back({axis, {tile}});
  for (const std::int32_t level : {0, 1})
    for (const auto axis : axes) s.order.push_back({axis, level});
  s.register_tile = {s.order.back()};
  s.vectorized = s.order.back();
  return s;
}

}  // namespace

TEST_CASE("random schedules of matrix products") {
  check_random(matmul, extents(i = 13, j = 20, k = 10));
  check_random(matmul, extents(i = 5, j = 17, k = 3));
  check_random(accumulate, extents(i = 7, j = 9, k = 8));
  check_random(accumulate_more, extents(i = 4, j = 6, k = 9));
}

TEST_CASE("an empty reduction is the identity, whatever the schedule") {
  check_random(matmul, extents(i = 3, j = 5, k = 0), 10);
  check_random(accumulate, extents(i = 3, j = 5, k = 0), 10);
  check_random(dot, extents(k = 0), 4);
}

TEST_CASE("random schedules of reductions") {
  check_random(two_axes, extents(i = 6, j = 5, k = 7));
  check_random(dot, extents(k = 37));
  check_random(accumulate_dot, extents(k = 37));
  check_random(row_dot, extents(i = 5, k = 19));
  check_random(spread, extents(i = 9, k = 11));
  check_random(signs, extents(i = 9, k = 11));
}

TEST_CASE("random schedules of operators with several reductions") {
  check_random(nested, extents(i = 5, j = 6, k = 7));
  check_random(two_reductions, extents(i = 4, j = 6, k = 6, l = 6));
}

TEST_CASE("random schedules of convolutions") {
  constexpr axis<"n"> n;
  constexpr axis<"f"> f;
  constexpr axis<"y"> y;
  constexpr axis<"x"> x;
  constexpr axis<"c"> c;
  constexpr axis<"r"> r;
  constexpr axis<"s"> s;
  constexpr hone::size<"h"> h;
  constexpr hone::size<"w"> width;
  constexpr attribute<"stride"> stride;
  constexpr attribute<"pad"> pad;
  check_random(ops::conv2d_bias_residual_relu<>,
               extents(n = 1, f = 5, y = 4, x = 4, c = 3, r = 3, s = 3, h = 8, width = 8, stride = 2, pad = 1));
  check_random(ops::depthwise_conv2d<>, extents(n = 2, c = 3, y = 5, x = 6, r = 3, s = 3, h = 5, width = 6, stride = 1, pad = 1));
  check_random(ops::stencil5<>, extents(y = 7, x = 19));
}

TEST_CASE("random schedules of irregular reads") {
  check_random(copy_columns, extents(i = 9, j = 17));
  check_random(irregular, extents(i = 11, j = 13, p = 6, q = 9));
  check_random(gathered, extents(i = 6, j = 9, k = 5, p = 5, q = 7));
}

TEST_CASE("random schedules of products of bytes") { check_random(mixed, extents(i = 7, j = 18, k = 9)); }

TEST_CASE("random schedules of tensors with strides") {
  auto product = ast::bind(matmul, extents(i = 7, j = 18, k = 5));
  ast::set_layout(product, "A", {2, {7, 5}, {1, 9}, 4});
  ast::set_layout(product, "B", {2, {5, 18}, {40, 2}, 4});
  ast::set_layout(product, "C", {2, {7, 18}, {20, 1}, 16});
  check_random(matmul, product);
  auto rows = ast::bind(row_dot, extents(i = 9, k = 17));
  ast::set_layout(rows, "w", {1, {17}, {3}, 4});
  ast::set_layout(rows, "u", {1, {9}, {2}, 4});
  ast::set_layout(rows, "A", {2, {9, 17}, {0, 1}, 4});  // one row for all
  check_random(row_dot, rows);
}

TEST_CASE("tails of every length") {
  const auto check = [](const auto& op, const auto& values) {
    const auto problem = ast::bind(op, values);
    const auto tiles = [&](int n, const target::cpu&) { return wide_tiles(problem, n == 0 ? 8 : n == 1 ? 24 : 13); };
    CHECK(check_meaning(op, problem, tiles, 3).agreed == 3);
  };
  for (const std::int64_t n : {1, 7, 13, 127, 1009}) {
    CAPTURE(n);
    check(matmul, extents(i = n, j = 5, k = 2));
    check(matmul, extents(i = 2, j = n, k = 3));
    check(accumulate, extents(i = 3, j = 2, k = n));
    check(dot, extents(k = n));
    check(row_dot, extents(i = 2, k = n));
    check(copy_columns, extents(i = 2, j = n));
    check(mixed, extents(i = 2, j = n, k = 3));
  }
}

TEST_CASE("iterations of a launch run in any partition and order") {
  const auto problem = ast::bind(matmul, extents(i = 13, j = 20, k = 10));
  random_generator random(3);
  int parallel = 0;
  for (int n = 0; n < 60; ++n) {
    const auto c = lower::lower(problem, random_test::schedule_maker(problem, random).draw(), machine());
    const memory shared(problem, c.plan.scratches);
    for (std::size_t launch = 0; launch < c.programs.size(); ++launch) {
      const auto iterations = c.plan.launches[launch].iterations;
      parallel += iterations > 1 ? 1 : 0;
      for (auto at = iterations; at-- > 0;) interp::run(c.programs[launch], shared.in_order(), at, at + 1);
    }
    CHECK((shared.output() == native_output(matmul, problem)));
  }
  CHECK(parallel > 10);
}
