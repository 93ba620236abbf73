// SPDX-License-Identifier: Apache-2.0
/// \file
/// Schedules that do not fit their operator are refused with the reason.
#include <support/catch.hpp>

#include <string>

#include <hone/ast/symbols.hpp>

#include "interpreted.hpp"
#include "operators.hpp"

using namespace lower_test;

namespace {

/// i, j and k as the operator's symbols, and a schedule of a matrix product that fits: i0 j0 k0 i1 j1.
struct product {
  ast::problem problem = ast::bind(matmul, extents(i = 13, j = 20, k = 10));
  std::int32_t i_ = ast::find_symbol(problem.op, "i"), j_ = ast::find_symbol(problem.op, "j"),
               k_ = ast::find_symbol(problem.op, "k"), a_ = ast::find_symbol(problem.op, "A"),
               c_ = ast::find_symbol(problem.op, "C");
  space::schedule s;

  product() {
    s.tilings = {{i_, {4}}, {j_, {8}}, {k_, {}}};
    s.order = {{i_, 0}, {j_, 0}, {k_, 0}, {i_, 1}, {j_, 1}};
    s.register_tile = {{i_, 1}, {j_, 1}};
    s.vectorized = space::loop_ref{j_, 1};
  }
  std::string refused() const { return refusal(problem, s); }
};

}  // namespace

TEST_CASE_METHOD(product, "a schedule that fits is not refused") { CHECK(refused() == "not refused"); }

TEST_CASE_METHOD(product, "each loop stands in the order once, outer ones first") {
  SECTION("missing") {
    s.order.erase(s.order.begin() + 2);
    CHECK(refused() == "loop k[0] stands 0 times in the order");
  }
  SECTION("twice") {
    s.order.push_back({i_, 0});
    CHECK(refused() == "loop i[0] stands 2 times in the order");
  }
  SECTION("out of order") {
    std::swap(s.order[0], s.order[3]);
    CHECK(refused() == "loop i[1] stands outside of i[0]");
  }
}

TEST_CASE_METHOD(product, "a tile has loops of at least one iteration") {
  s.tilings[0].inner = {0};
  CHECK(refused() == "a tile of axis i[0] has a loop of less than one iteration");
}

TEST_CASE_METHOD(product, "the register tile is the innermost levels of an axis") {
  s.register_tile = {{i_, 0}};
  CHECK(refused() == "loop i[0] of the register tile is not innermost");
}

TEST_CASE_METHOD(product, "the parallel loop is the outermost and no reduction") {
  SECTION("not the outermost") {
    s.parallel = space::loop_ref{j_, 0};
    CHECK(refused() == "the parallel loop j[0] is not the outermost");
  }
  SECTION("an inner level") {
    s.parallel = space::loop_ref{i_, 1};
    CHECK(refused() == "the parallel loop i[1] is not the outermost");
  }
  SECTION("a reduction") {
    s.order = {{k_, 0}, {i_, 0}, {j_, 0}, {i_, 1}, {j_, 1}};
    s.parallel = space::loop_ref{k_, 0};
    CHECK(refused() == "the parallel loop k[0] is a reduction");
  }
}

TEST_CASE_METHOD(product, "a program that unrolls too much is refused") {
  problem = ast::bind(matmul, extents(i = 512, j = 512, k = 512));
  s.tilings = {{i_, {128}}, {j_, {128}}, {k_, {}}};
  s.vectorized.reset();
  CHECK(refused() == "the schedule unrolls more than 4096 statements");
}

TEST_CASE_METHOD(product, "what cannot be packed is refused") {
  const auto pack = [&](std::int32_t tensor) { s.packed = {{tensor, space::pack_position::tile}}; };
  SECTION("the output") {
    pack(c_);
    CHECK(refused() == "tensor C is not an input that can be packed");
  }
  SECTION("a scalar") {
    problem = ast::bind(accumulate_more, extents(i = 13, j = 20, k = 10));
    pack(ast::find_symbol(problem.op, "alpha"));
    CHECK(refused() == "tensor alpha is a scalar and cannot be packed");
  }
  SECTION("more than 1 GiB") {
    problem = ast::bind(matmul, extents(i = 1 << 15, j = 8, k = 1 << 15));
    s.packed = {{a_, space::pack_position::once}};
    CHECK(refused() == "the packed copy of tensor A would be larger than 1 GiB");
  }
}

TEST_CASE("a tensor whose reads do not move together cannot be packed") {
  const auto pack = [](const ast::problem& problem, std::string_view tensor) {
    space::schedule s;
    for (std::size_t n = 0; n < problem.op.symbols.size(); ++n)
      if (problem.op.symbols[n].kind == ast::symbol_kind::axis) s.order.push_back({static_cast<std::int32_t>(n), 0});
    s.packed = {{ast::find_symbol(problem.op, tensor), space::pack_position::once}};
    return refusal(problem, s);
  };
  constexpr auto turned = op<"turned">(C(i, j) = A(i, j) + A(j, i));
  CHECK(pack(ast::bind(turned, extents(i = 4, j = 4)), "A") ==
        "tensor A cannot be packed: its reads move differently along dimension 0");
  constexpr auto edges = op<"edges">(C(i, j) = padded(U, 1)(i - 1, j) + padded(U, 2)(i + 1, j));
  CHECK(pack(ast::bind(edges, extents(i = 4, j = 4, p = 4, q = 4)), "U") ==
        "tensor U cannot be packed: its reads differ in the value outside of it");
  constexpr auto shifted = op<"shifted">(C(i, j) = padded(U, 1)(i - 1, j) + padded(U, 1)(i + 2, j - 1));
  CHECK(pack(ast::bind(shifted, extents(i = 4, j = 4, p = 4, q = 4)), "U") == "not refused");
}

TEST_CASE("more loops than a copy can have dimensions") {
  // four levels of two axes make ten loops of A: its copy is a box then
  const auto problem = ast::bind(matmul, extents(i = 50, j = 3, k = 60));
  const auto axis = [&](std::string_view name) { return ast::find_symbol(problem.op, name); };
  space::schedule s;
  s.tilings = {{axis("i"), {2, 3, 2, 2}}, {axis("k"), {2, 2, 3, 2}}};
  s.order = {{axis("j"), 0}};
  for (const std::int32_t level : {0, 1, 2, 3, 4}) {
    s.order.push_back({axis("i"), level});
    s.order.push_back({axis("k"), level});
  }
  s.register_tile = {{axis("k"), 4}};
  s.packed = {{axis("A"), space::pack_position::once}};
  const auto c = lower::lower(problem, s, machine());
  CHECK(c.plan.scratches.front().bytes == 50 * 60 * 4);
  CHECK((interpreted(problem, c.plan, c.programs) == native_output(matmul, problem)));
}

TEST_CASE("a register tile with more axes than a buffer has dimensions") {
  constexpr axis<"a"> a;
  constexpr axis<"b"> b;
  constexpr axis<"c"> c;
  constexpr axis<"d"> d;
  constexpr axis<"m"> m;
  constexpr tensor<"R", float, 8> R;
  constexpr auto wide = op<"wide">(R(a, b, c, d, i, j, l, k) = sum(m)(v(m) * A(a, m)));
  const auto problem = ast::bind(wide, extents(a = 2, b = 2, c = 2, d = 2, i = 2, j = 2, l = 2, k = 2, m = 4));
  space::schedule s;
  for (std::size_t n = 0; n < problem.op.symbols.size(); ++n)
    if (problem.op.symbols[n].kind == ast::symbol_kind::axis) s.order.push_back({static_cast<std::int32_t>(n), 0});
  s.register_tile = s.order;
  CHECK(refusal(problem, s) == "not refused");
  s.vectorized = s.order.back();
  CHECK(refusal(problem, s) == "a register tile has at most 8 dimensions");
}
