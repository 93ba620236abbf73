// SPDX-License-Identifier: Apache-2.0
/// \file
/// Users call axes and tensors by single letters. With -Wshadow, gcc warns where a parameter of our class templates has
/// the same name; here every letter is taken and the warning is an error.
#if defined(__GNUC__)
#pragma GCC diagnostic error "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-variable"
#endif
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wunused-const-variable"
#endif

#include <hone/ast/reify.hpp>
#include <hone/dsl/dsl.hpp>
#include <hone/ops/ops.hpp>

#include <support/catch.hpp>

namespace single_letters {

using namespace hone;
using namespace hone::core;

constexpr axis<"a"> a;
constexpr axis<"b"> b;
constexpr axis<"c"> c;
constexpr axis<"d"> d;
constexpr axis<"e"> e;
constexpr axis<"f"> f;
constexpr axis<"g"> g;
constexpr size<"h"> h;
constexpr axis<"i"> i;
constexpr axis<"j"> j;
constexpr axis<"k"> k;
constexpr axis<"l"> l;
constexpr axis<"m"> m;
constexpr axis<"n"> n;
constexpr axis<"o"> o;
constexpr axis<"p"> p;
constexpr axis<"q"> q;
constexpr axis<"r"> r;
constexpr axis<"s"> s;
constexpr axis<"t"> t;
constexpr axis<"u"> u;
constexpr axis<"v"> v;
constexpr size<"w"> w;
constexpr axis<"x"> x;
constexpr axis<"y"> y;
constexpr axis<"z"> z;
constexpr tensor<"A", float, 2> A;
constexpr tensor<"B", float, 2> B;
constexpr tensor<"C", float, 2> C;
constexpr tensor<"D", float, 2> D;
constexpr tensor<"E", float, 2> E;
constexpr tensor<"F", float, 2> F;
constexpr tensor<"G", float, 2> G;
constexpr tensor<"H", float, 2> H;
constexpr tensor<"I", float, 2> I;
constexpr tensor<"J", float, 2> J;
constexpr tensor<"K", float, 2> K;
constexpr tensor<"L", float, 2> L;
constexpr tensor<"M", float, 2> M;
constexpr tensor<"N", float, 2> N;
constexpr tensor<"O", float, 2> O;
constexpr tensor<"P", float, 2> P;
constexpr scalar<"Q", float> Q;
constexpr tensor<"R", float, 2> R;
constexpr attribute<"S"> S;
constexpr tensor<"T", float, 2> T;
constexpr tensor<"U", float, 2> U;
constexpr tensor<"V", float, 2> V;
constexpr tensor<"W", float, 2> W;
constexpr shaped_tensor<"X", float, h, w, 3> X;
constexpr tensor<"Y", float, 2> Y;
constexpr tensor<"Z", float, 2> Z;

constexpr auto product_ = op<"product">(C(i, j) = sum(k)(A(i, k) * B(k, j)));
constexpr auto mixture = op<"mixture">(
    D(i, j) += relu(Q * sum<float>(k, l)(2 * A(i, k) * padded(X, 0)(k - S, l / 2 % 3, 2)) - exp(E(i, j)) / 2));
constexpr auto choice = op<"choice">(
    D(i, j) = select(A(i, j) < 0 && !(B(i, j) > 1), -A(i, j), cast<float>(max_over(k)(min(abs(E(i, k)), 3)))));

}  // namespace single_letters

TEST_CASE("no single letter is shadowed") {
  using namespace single_letters;
  STATIC_REQUIRE(ast::reify(product_).node_count == 9);
  STATIC_REQUIRE(ast::reify(mixture).symbols.back().label.view() == "D");
  STATIC_REQUIRE(ast::reify(choice).nodes.back().kind == node_kind::select);
  STATIC_REQUIRE(ast::reify(ops::conv2d<>).symbol_count == 14);
  float x1 = 0;
  REQUIRE((A = &x1).object == &x1);
  REQUIRE(extents(i = 3, h = 2, S = 1).values[2].value == 1);
}
