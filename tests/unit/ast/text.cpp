// SPDX-License-Identifier: Apache-2.0
/// \file
/// Printing, parsing back, and hashing.
#include <hone/ast/hash.hpp>
#include <hone/ast/parse.hpp>
#include <hone/ast/print.hpp>
#include <hone/ast/reify.hpp>
#include <hone/dsl/dsl.hpp>

#include <limits>
#include <string>

#include <support/catch.hpp>

using namespace hone;
using namespace hone::core;
using Catch::Matchers::Contains;

namespace {

constexpr axis<"i"> i;
constexpr axis<"j"> j;
constexpr axis<"k"> k;
constexpr size<"h"> h;
constexpr attribute<"stride"> stride;
constexpr tensor<"A", float, 2> A;
constexpr tensor<"B", float, 2> B;
constexpr tensor<"C", float, 2> C;
constexpr tensor<"d", double, 1> d;
constexpr tensor<"e", double, 1> e;
constexpr tensor<"bytes", std::int8_t, 2> bytes;
constexpr tensor<"v", float, 1> v;
constexpr scalar<"alpha", float> alpha;
constexpr shaped_tensor<"X", float, h, 3, i> X;

constexpr auto matmul = op<"matmul">(C(i, j) = sum(k)(A(i, k) * B(k, j)));

/// The line for people; on the way, the law parse(to_text(op)) == op.
template <class Operator>
std::string line(const Operator& op) {
  const auto tree = ast::reify_tree(op);
  INFO(ast::to_text(tree));
  REQUIRE(ast::parse(ast::to_text(tree)) == tree);
  return ast::to_string(tree);
}

std::string refusal(const std::string& text) {
  try {
    ast::parse(text);
  } catch (const error& refused) {
    REQUIRE(refused.code() == error_code::bad_program);
    return refused.what();
  }
  return "parses";
}

}  // namespace

TEST_CASE("an operator is one readable line") {
  REQUIRE(line(matmul) == "matmul: C(i, j) = sum(k)(A(i, k) * B(k, j))");
  REQUIRE(line(op<"x">(v(i) += -(A(i, 0) - (B(i, 0) - 2)) / 3)) == "x: v(i) += -(A(i, 0) - (B(i, 0) - 2)) / 3");
  REQUIRE(line(op<"x">(v(i) = A(i, 0) - B(i, 0) - 2 * (A(i, 1) + 1) * 3 + sum(k, j)(alpha))) ==
          "x: v(i) = A(i, 0) - B(i, 0) - 2 * (A(i, 1) + 1) * 3 + sum(k, j)(alpha)");
  REQUIRE(line(op<"x">(v(i) = (A(i, 0) * B(i, 0)) / (A(i, 0) / B(i, 0)))) ==
          "x: v(i) = A(i, 0) * B(i, 0) / (A(i, 0) / B(i, 0))");
}

TEST_CASE("every kind of node prints and parses back") {
  REQUIRE(line(op<"x">(v(i) = padded(X, -1.5)((i - 3) / 4 % stride, 2 - i * 3, -i) + max_over(j)(A(i, j)))) ==
          "x: v(i) = padded(X, -1.5)((i - 3) / 4 % stride, 2 - i * 3, -i) + max_over(j)(A(i, j))");
  REQUIRE(line(op<"x">(v(i) = select(A(i, 0) < 1 && (B(i, 0) >= 2 || !(alpha == 0)), min(A(i, 0), 3), alpha))) ==
          "x: v(i) = select(A(i, 0) < 1 && (B(i, 0) >= 2 || !(alpha == 0)), min(A(i, 0), 3), alpha)");
  REQUIRE(line(op<"x">(v(i) = product(j)(exp(log(sqrt(tanh(A(i, j)))))) + sin(cos(erf(floor(ceil(abs(alpha)))))))) ==
          "x: v(i) = product(j)(exp(log(sqrt(tanh(A(i, j)))))) + sin(cos(erf(floor(ceil(abs(alpha))))))");
  REQUIRE(line(op<"x">(v(i) = cast<float>(sum<double>(j, k)(A(i, j) * d(k))))) ==
          "x: v(i) = cast<f32>(sum(j, k)(cast<f64>(A(i, j)) * d(k)))");
  REQUIRE(line(op<"x">(v(i) = min_over(k)(bytes(i, k)))) == "x: v(i) = cast<f32>(min_over(k)(bytes(i, k)))");
  REQUIRE(line(op<"total">(alpha = sum(i)(v(i)))) == "total: alpha() = sum(i)(v(i))");
  REQUIRE(line(op<"x">(v(i) = -(-A(i, 0)) - -alpha)) == "x: v(i) = --A(i, 0) - -alpha");
}

TEST_CASE("literals print so that they read back bit by bit") {
  REQUIRE(line(op<"x">(v(i) = 0.1 * A(i, -1) + 16777216.0 + 1e-30)) == "x: v(i) = 0.1 * A(i, -1) + 16777216 + 1e-30");
  constexpr auto infinity = std::numeric_limits<float>::infinity();
  REQUIRE(line(op<"x">(v(i) = max(A(i, 0), -infinity))) == "x: v(i) = max(A(i, 0), -inf)");
  REQUIRE(line(op<"x">(e(i) = 3.141592653589793 * d(i))).find("3.141592653589793") != std::string::npos);
}

TEST_CASE("the full form declares every symbol") {
  REQUIRE(ast::to_text(ast::reify(matmul)) ==
          "operator matmul\naxis i\naxis j\nreduced axis k\ntensor A f32 [i, k]\ntensor B f32 [k, j]\n"
          "output C f32 [i, j]\nC(i, j) = sum(k)(A(i, k) * B(k, j))\n");
  REQUIRE_THAT(ast::to_text(ast::reify(op<"x">(v(i) = 2 * padded(X, 0)(stride, 1, i) + A(i, 0)))),
               Contains("size h\nattribute stride\ntensor X f32 [h, 3, i]\ntensor A f32 [i, ?]\n") &&
                   Contains("f32{2} * padded(X, f32{0})(stride, 1, i)"));
}

TEST_CASE("what is no operator does not parse") {
  const std::string head = "operator x\naxis i\ntensor A f32 [i]\noutput B f32 [i]\n";
  REQUIRE(refusal(head + "B(i) = A(i)") == "parses");
  REQUIRE_THAT(refusal(head), Contains("before it assigns anything"));
  REQUIRE_THAT(refusal("matmul"), Contains("line 1") && Contains("expected `operator `"));
  REQUIRE_THAT(refusal(head + "B(i) = A(i) + 1"), Contains("line 5") && Contains("different types"));
  REQUIRE_THAT(refusal(head + "B(i) = A(q)"), Contains("unknown name `q`"));
  REQUIRE_THAT(refusal(head + "B(i) = A(i, i)"), Contains("wrong number of indices"));
  REQUIRE_THAT(refusal(head + "B(i) = A(A(i))"), Contains("an index is no integer of axes"));
  REQUIRE_THAT(refusal(head + "B(i) = A(i) < A(i)"), Contains("another type than the output"));
  REQUIRE_THAT(refusal(head + "B(i) = A(i))"), Contains("expected the end of the line"));
  REQUIRE_THAT(refusal(head + "B(i) = min(A(i))"), Contains("too few operands"));
  REQUIRE_THAT(refusal(head + "A(i) = A(i)"), Contains("expected the output"));
  REQUIRE_THAT(refusal("operator x\naxis i\naxis i\n"), Contains("declared twice"));
  REQUIRE_THAT(refusal("operator x\naxis max\n"), Contains("is no name"));
  REQUIRE_THAT(refusal("operator x\ntensor A f16 [i]\n"), Contains("unknown type `f16`"));
}

TEST_CASE("the hash is that of the structure, not of the names") {
  const auto hash = [](const auto& op) { return ast::structural_hash(ast::reify_tree(op)); };
  constexpr axis<"row"> row;
  constexpr axis<"column"> column;
  constexpr axis<"inner"> inner;
  constexpr tensor<"left", float, 2> left;
  constexpr tensor<"right", float, 2> right;
  constexpr tensor<"result", float, 2> result;
  REQUIRE(hash(matmul) ==
          hash(op<"product">(result(row, column) = sum(inner)(left(row, inner) * right(inner, column)))));
  REQUIRE(hash(matmul) == 0x543ea69923973e39u);  // stored in records: must not change unnoticed
  REQUIRE(hash(matmul) != hash(op<"matmul">(C(i, j) = sum(k)(A(i, k) * B(j, k)))));
  REQUIRE(hash(matmul) != hash(op<"matmul">(C(i, j) += sum(k)(A(i, k) * B(k, j)))));
  REQUIRE(hash(matmul) != hash(op<"matmul">(C(i, j) = max_over(k)(A(i, k) * B(k, j)))));
  REQUIRE(hash(op<"x">(v(i) = 2 * A(i, 0))) != hash(op<"x">(v(i) = 3 * A(i, 0))));
}
