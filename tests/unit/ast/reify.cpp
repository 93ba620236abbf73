// SPDX-License-Identifier: Apache-2.0
/// \file
/// Trees made by the compiler.
#include <hone/ast/reify.hpp>
#include <hone/dsl/dsl.hpp>

#include <support/catch.hpp>

using namespace hone;
using namespace hone::core;
using ast::reify;

namespace {

constexpr axis<"i"> i;
constexpr axis<"j"> j;
constexpr axis<"k"> k;
constexpr axis<"l"> l;
constexpr size<"h"> h;
constexpr attribute<"stride"> stride;
constexpr tensor<"A", float, 2> A;
constexpr tensor<"B", float, 2> B;
constexpr tensor<"C", float, 2> C;
constexpr tensor<"bytes", std::int8_t, 1> bytes;
constexpr tensor<"v", float, 1> v;
constexpr shaped_tensor<"X", float, h, 3> X;

constexpr auto matmul = reify(op<"matmul">(C(i, j) = sum(k)(A(i, k) * B(k, j))));

constexpr auto mixture = reify(op<"mixture">(C(j, i) = sum(l, k)(padded(X, 0)(k * stride, l) + B(l, k)) + A(i, j)));

template <class Tree>
constexpr bool is_post_order(const Tree& tree) {
  for (int n = 0; n < tree.node_count; ++n) {
    int expected = n - 1;  // the last operand is the node before; each begins where the next one's subtree ends
    const auto& node = tree.nodes[static_cast<std::size_t>(n)];
    for (int o = node.operand_count - 1; o >= 0; --o) {
      if (node.operands[static_cast<std::size_t>(o)] != expected) return false;
      int first = expected;
      while (tree.nodes[static_cast<std::size_t>(first)].operand_count > 0)
        first = tree.nodes[static_cast<std::size_t>(first)].operands[0];
      expected = first - 1;
    }
  }
  return tree.body.root == tree.node_count - 1;
}

}  // namespace

TEST_CASE("matmul is nine nodes") {
  STATIC_REQUIRE(matmul.label.view() == "matmul");
  STATIC_REQUIRE(matmul.symbol_count == 6);
  STATIC_REQUIRE(matmul.node_count == 9);
  STATIC_REQUIRE(matmul.nodes[0].kind == node_kind::axis);
  STATIC_REQUIRE(matmul.nodes[0].symbol == 2);
  STATIC_REQUIRE(matmul.nodes[7].kind == node_kind::mul);
  STATIC_REQUIRE(matmul.nodes[8].kind == node_kind::reduce);
  STATIC_REQUIRE(matmul.nodes[8].combine == reduction::sum);
  STATIC_REQUIRE(matmul.nodes[8].operand_count == 2);
  STATIC_REQUIRE(matmul.body.target == 5);
  STATIC_REQUIRE(matmul.body.indices[1] == 1);
  STATIC_REQUIRE(is_post_order(matmul));
}

TEST_CASE("equal operators have equal trees, others not") {
  STATIC_REQUIRE(matmul == reify(op<"matmul">(C(i, j) = sum(k)(A(i, k) * B(k, j)))));
  STATIC_REQUIRE(!(matmul == reify(op<"matmul">(C(i, j) = sum(k)(A(i, k) * B(j, k))))));
  STATIC_REQUIRE(!(matmul == reify(op<"matmul">(C(i, j) += sum(k)(A(i, k) * B(k, j))))));
}

TEST_CASE("symbols stand in the documented order") {
  constexpr auto label = [](std::size_t s) { return mixture.symbols[s].label.view(); };
  STATIC_REQUIRE(label(0) == "j");
  STATIC_REQUIRE(label(1) == "i");
  STATIC_REQUIRE(label(2) == "l");
  STATIC_REQUIRE(label(3) == "k");
  STATIC_REQUIRE(label(4) == "h");
  STATIC_REQUIRE(label(5) == "stride");
  STATIC_REQUIRE(label(6) == "X");
  STATIC_REQUIRE(label(7) == "B");
  STATIC_REQUIRE(label(8) == "A");
  STATIC_REQUIRE(label(9) == "C");
  STATIC_REQUIRE(mixture.symbols[2].reduced);
  STATIC_REQUIRE(!mixture.symbols[1].reduced);
  STATIC_REQUIRE(mixture.symbols[9].output);
  STATIC_REQUIRE(is_post_order(mixture));
}

TEST_CASE("extents are those of plain axes, or declared, or unknown") {
  using kind = ast::extent_source::kind_type;
  constexpr auto tree = reify(op<"shift">(C(i, j) = A(i, j + 1) + padded(X, 0)(i, j)));
  STATIC_REQUIRE(tree.symbols[3].label.view() == "A");
  STATIC_REQUIRE(tree.symbols[3].extents[0] == ast::extent_source{kind::symbol, 0});
  STATIC_REQUIRE(tree.symbols[3].extents[1] == ast::extent_source{});
  STATIC_REQUIRE(tree.symbols[4].extents[0] == ast::extent_source{kind::symbol, 2});
  STATIC_REQUIRE(tree.symbols[4].extents[1] == ast::extent_source{kind::constant, 3});
  constexpr auto mixed = reify(op<"mixed">(C(i, j) = A(i, j) + A(i - 1, j)));
  STATIC_REQUIRE(mixed.symbols[2].extents[0] == ast::extent_source{});
}

TEST_CASE("casts make types agree") {
  constexpr auto tree = reify(op<"sum">(v(i) = sum(k)(bytes(k) * bytes(k))));
  STATIC_REQUIRE(is_post_order(tree));
  STATIC_REQUIRE(tree.nodes[3].kind == node_kind::cast);
  STATIC_REQUIRE(tree.nodes[3].type == scalar_type::i32);
  STATIC_REQUIRE(tree.nodes.back().kind == node_kind::cast);
  STATIC_REQUIRE(tree.nodes.back().type == scalar_type::f32);
  constexpr auto idle = reify(op<"copy">(v(i) = cast<float>(A(i, 0))));
  STATIC_REQUIRE(idle.nodes.back().kind == node_kind::read);
  constexpr auto compared = reify(op<"compare">(v(i) = select(bytes(i) < A(i, 0), 1, i)));
  STATIC_REQUIRE(is_post_order(compared));
  STATIC_REQUIRE(compared.nodes[2].kind == node_kind::cast);
  STATIC_REQUIRE(compared.nodes[2].type == scalar_type::f32);
}

TEST_CASE("literals keep their values") {
  constexpr auto tree = reify(op<"affine">(v(i) = 2.5 * A(i, 3) - 1));
  STATIC_REQUIRE(tree.nodes[0].as_double() == 2.5);
  STATIC_REQUIRE(tree.nodes[2].bits == 3);
  STATIC_REQUIRE(tree.nodes[5].as_double() == 1.0);
  const float factor = 0.1f;
  const auto late = reify(op<"affine">(v(i) = factor * A(i, 3) - 1));
  REQUIRE(late.nodes[0].as_double() == static_cast<double>(0.1f));
  STATIC_REQUIRE(reify(op<"none">(v(i) = 0)).nodes[0].type == scalar_type::f32);
}
