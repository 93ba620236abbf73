// SPDX-License-Identifier: Apache-2.0
/// \file
/// Golden text: the stages of two small schedules, and the loop programs after each pass.
#include <support/catch.hpp>
#include <support/golden.hpp>

#include <string>

#include <hone/ast/print.hpp>
#include <hone/ast/symbols.hpp>
#include <hone/ir/print.hpp>

#include "interpreted.hpp"
#include "operators.hpp"

using namespace lower_test;

namespace {

/// The operator and its stages, then the whole program as it is emitted, and its statements after each pass.
std::string described(const ast::problem& problem, const space::schedule& s) {
  std::string text = ast::to_string(problem.op) + "\n\n" +
                     lower::to_string(lower::build_stages(problem, s, machine()), problem.op);
  std::string last;
  lower::lower(problem, s, machine(), [&](std::string_view pass, const ir::program& program) {
    const auto now = ir::statement_text(program, program.root);
    const bool first = pass == "emit";
    text += "\n---- " + program.name + ": " + std::string(pass);
    text += !first && now == last ? " changes nothing\n" : "\n" + (first ? ir::to_string(program) : now);
    last = now;
  });
  return text;
}

}  // namespace

TEST_CASE("golden: a tiled matrix product with a packed operand") {
  const auto problem = ast::bind(matmul, extents(i = 4, j = 20, k = 10));
  const auto axis = [&](std::string_view name) { return ast::find_symbol(problem.op, name); };
  space::schedule s;
  s.tilings = {{axis("i"), {2}}, {axis("j"), {8}}};
  s.order = {{axis("i"), 0}, {axis("j"), 0}, {axis("k"), 0}, {axis("i"), 1}, {axis("j"), 1}};
  s.register_tile = {{axis("i"), 1}, {axis("j"), 1}};
  s.vectorized = space::loop_ref{axis("j"), 1};
  s.parallel = space::loop_ref{axis("i"), 0};
  s.packed = {{axis("B"), space::pack_position::once}};
  test::check_golden("lower/matmul", described(problem, s));
}

TEST_CASE("golden: a padded convolution with a packed input") {
  constexpr axis<"y"> y;
  constexpr axis<"x"> x;
  constexpr axis<"r"> r;
  constexpr axis<"s"> s_;
  constexpr hone::size<"h"> h;
  constexpr hone::size<"wd"> wd;
  constexpr shaped_tensor<"X", float, h, wd> X;
  constexpr tensor<"W", float, 2> W;
  constexpr tensor<"Y", float, 2> Y;
  constexpr auto convolution =
      op<"convolution">(Y(y, x) = relu(sum(r, s_)(padded(X, 0)(y * 2 + r - 1, x * 2 + s_ - 1) * W(r, s_))));
  const auto problem = ast::bind(convolution, extents(y = 3, x = 8, r = 3, s_ = 3, h = 6, wd = 16));
  const auto axis = [&](std::string_view name) { return ast::find_symbol(problem.op, name); };
  space::schedule s;
  s.tilings = {{axis("y"), {}}, {axis("x"), {4}}, {axis("r"), {}}, {axis("s"), {}}};
  s.order = {{axis("y"), 0}, {axis("x"), 0}, {axis("r"), 0}, {axis("s"), 0}, {axis("x"), 1}};
  s.register_tile = {{axis("x"), 1}};
  s.vectorized = space::loop_ref{axis("x"), 1};
  s.unrolled = {{{axis("s"), 0}, 3}};
  s.packed = {{axis("X"), space::pack_position::tile}};
  test::check_golden("lower/convolution", described(problem, s));
}
