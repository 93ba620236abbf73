// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a plan says: arguments, scratch memory, launches.
#include <support/catch.hpp>

#include <algorithm>
#include <string>

#include <hone/ast/symbols.hpp>
#include <hone/lower/arguments.hpp>
#include <hone/lower/nest.hpp>
#include <hone/lower/reductions.hpp>

#include "interpreted.hpp"
#include "operators.hpp"

using namespace lower_test;

namespace {

struct product {
  ast::problem problem = ast::bind(matmul, extents(i = 13, j = 20, k = 10));
  std::int32_t i_ = ast::find_symbol(problem.op, "i"), j_ = ast::find_symbol(problem.op, "j"),
               k_ = ast::find_symbol(problem.op, "k");
  space::schedule s;

  product() {
    s.tilings = {{i_, {4}}, {j_, {8}}, {k_, {4}}};
    s.order = {{i_, 0}, {k_, 0}, {j_, 0}, {k_, 1}, {i_, 1}, {j_, 1}};
    s.register_tile = {{i_, 1}, {j_, 1}};
    s.vectorized = space::loop_ref{j_, 1};
  }
  void pack(std::string_view tensor, space::pack_position position) {
    s.packed.push_back({ast::find_symbol(problem.op, tensor), position});
  }
  lower::plan plan() const { return lower::lower(problem, s, machine()).plan; }
};

}  // namespace

TEST_CASE("arguments are the tensors in the order of the symbols") {
  const auto find = [](const auto& op, std::string_view name) {
    const auto list = lower::arguments_of(ast::bind(op, extents(i = 3, j = 4, k = 5)));
    return *std::find_if(list.begin(), list.end(), [&](const auto& a) { return a.name == name; });
  };
  CHECK((find(accumulate_more, "C").written && find(accumulate_more, "C").read && find(accumulate_more, "C").layout.extents[1] == 4));
  CHECK((!find(accumulate_more, "A").written && find(accumulate_more, "A").read && find(accumulate_more, "A").layout.strides[0] == 5));
  CHECK((find(accumulate_more, "alpha").layout.rank == 0 && find(accumulate_more, "alpha").type == scalar_type::f32));
  CHECK((find(matmul, "C").written && !find(matmul, "C").read));
}

TEST_CASE_METHOD(product, "a plan has one launch, named after the operator") {
  const auto c = lower::lower(problem, s, machine());
  REQUIRE((c.plan.launches.size() == 1 && c.programs.size() == 1));
  CHECK(c.plan.launches[0] == lower::launch{"hone_matmul", 1});
  CHECK(c.programs[0].name == "hone_matmul");
  CHECK(c.plan.arguments == lower::arguments_of(problem));
  CHECK(c.plan.scratches.empty());
}

TEST_CASE_METHOD(product, "iterations are those of the parallel loop") {
  s.parallel = space::loop_ref{i_, 0};
  CHECK(plan().launches[0].iterations == 4);
  s.tilings[0].inner = {13};
  CHECK(plan().launches[0].iterations == 1);  // a loop that runs once is none
}

TEST_CASE_METHOD(product, "a copy that is made once is shared and has a launch of its own") {
  pack("B", space::pack_position::once);
  const auto made = plan();
  REQUIRE(made.scratches.size() == 1);
  // loops k[0] 3, j[0] 3, k[1] 4, and 8 of the tile
  CHECK(made.scratches[0] == lower::scratch{3 * 3 * 4 * 8 * 4, 64, false});
  REQUIRE(made.launches.size() == 2);
  CHECK(made.launches[0] == lower::launch{"hone_matmul_pack0", 3});
  CHECK(made.launches[1] == lower::launch{"hone_matmul", 1});
}

TEST_CASE_METHOD(product, "a copy of a tile belongs to its thread") {
  pack("A", space::pack_position::tile);
  pack("B", space::pack_position::tile);
  const auto made = plan();
  REQUIRE(made.scratches.size() == 2);
  CHECK(made.scratches[0] == lower::scratch{4 * 4 * 4, 64, true});       // k[1] 4 x 4 of the tile
  CHECK(made.scratches[1] == lower::scratch{3 * 4 * 8 * 4, 64, true});  // j[0] 3 x k[1] 4 x 8
  CHECK(made.launches.size() == 1);
}

TEST_CASE_METHOD(product, "partial sums live in the output, or in memory when it cannot hold them") {
  CHECK(plan().scratches.empty());
  problem = ast::bind(accumulate_more, extents(i = 13, j = 20, k = 10));
  const auto made = plan();
  REQUIRE(made.scratches.size() == 1);
  CHECK(made.scratches[0] == lower::scratch{4 * 20 * 4, 64, true});  // 4 rows inside i[0], all columns
}

TEST_CASE("a problem without an output element has no launch") {
  const auto problem = ast::bind(matmul, extents(i = 0, j = 4, k = 5));
  const auto c = lower::lower(problem, {}, machine());
  CHECK((c.plan.launches.empty() && c.programs.empty() && c.plan.arguments.size() == 3));
}

TEST_CASE("letters that no symbol has become underscores") {
  constexpr auto copy = op<"copy">(v(i) = w(i));
  auto problem = ast::bind(copy, extents(i = 4));
  problem.op.label = ast::name("a-b.c");
  space::schedule s;
  s.order = {{ast::find_symbol(problem.op, "i"), 0}};
  CHECK(lower::lower(problem, s, machine()).plan.launches[0].entry == "hone_a_b_c");
}

TEST_CASE_METHOD(product, "a nest leaves out loops that run once") {
  s.tilings = {{i_, {1, 4}}, {j_, {64}}, {k_, {}}};
  s.order = {{i_, 0}, {j_, 0}, {k_, 0}, {i_, 1}, {i_, 2}, {j_, 1}};
  s.register_tile = {{i_, 2}, {j_, 1}};
  const auto n = lower::make_nest(problem, {k_}, s, machine(), scalar_type::f32);
  REQUIRE(n.loops.size() == 2);
  CHECK((n.loops[0].axis == i_ && n.loops[0].block == 4 && n.loops[0].window == 13 && !n.loops[0].reduced));
  CHECK((n.loops[1].axis == k_ && n.loops[1].block == 1 && n.loops[1].window == 10 && n.loops[1].reduced));
  REQUIRE(n.tile.size() == 2);
  CHECK((lower::tile_extent(n, i_) == 4 && lower::tile_extent(n, j_) == 20 && lower::tile_extent(n, k_) == 1));
  CHECK((n.vector_axis()->axis == j_ && n.lanes == 8));
  // no more lanes than the tile needs
  CHECK(lower::make_nest(ast::bind(matmul, extents(i = 13, j = 3, k = 10)), {k_}, s, machine(64), scalar_type::f32).lanes == 4);
}

TEST_CASE("the reductions over the axes with the most iterations are scheduled") {
  const auto chosen = [](const ast::problem& problem) {
    std::string names;
    for (const auto axis : lower::find_scheduled(problem).axes) names += problem.op.symbols[static_cast<std::size_t>(axis)].label.view();
    return std::to_string(lower::find_scheduled(problem).nodes.size()) + " over " + names;
  };
  CHECK(chosen(ast::bind(two_reductions, extents(i = 4, j = 6, k = 6, l = 6))) == "1 over l");
  CHECK(chosen(ast::bind(spread, extents(i = 4, k = 6))) == "2 over k");
  CHECK(chosen(ast::bind(two_axes, extents(i = 4, j = 6, k = 6))) == "1 over jk");
  CHECK(chosen(ast::bind(nested, extents(i = 4, j = 6, k = 600))) == "1 over j");
  CHECK(chosen(ast::bind(matmul, extents(i = 4, j = 6, k = 0))) == "0 over ");
  CHECK(chosen(ast::bind(copy_columns, extents(i = 4, j = 6))) == "0 over ");
}
