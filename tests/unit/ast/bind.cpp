// SPDX-License-Identifier: Apache-2.0
/// \file
/// Extents, layouts and the errors of binding, with the user's names in them.
#include <hone/ast/bind.hpp>
#include <hone/ast/flops.hpp>
#include <hone/dsl/dsl.hpp>
#include <hone/ops/ops.hpp>

#include <string>
#include <utility>

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
constexpr tensor<"v", float, 1> v;
constexpr shaped_tensor<"X", float, h> X;

constexpr auto matmul = op<"matmul">(C(i, j) = sum(k)(A(i, k) * B(k, j)));

template <class F>
std::pair<error_code, std::string> refused(F f) {
  try {
    f();
  } catch (const error& e) {
    return {e.code(), e.what()};
  }
  FAIL("nothing was refused");
  return {};
}

}  // namespace

TEST_CASE("extents reach every tensor, row-major and dense") {
  const auto p = ast::bind(matmul, extents(i = 2, k = 4, j = 3));
  REQUIRE(p.values == std::vector<std::int64_t>{2, 3, 4, 0, 0, 0});
  const auto& a = p.layouts[3];
  REQUIRE(a.rank == 2);
  REQUIRE((a.extents[0] == 2 && a.extents[1] == 4 && a.strides[0] == 4 && a.strides[1] == 1));
  REQUIRE(a.alignment == 4);
  REQUIRE(p.layouts[5].size() == 6);
  REQUIRE(p.layouts[0].rank == 0);
}

TEST_CASE("a name without a value is named") {
  const auto [code, text] = refused([] { ast::bind(matmul, extents(i = 2, j = 3)); });
  REQUIRE(code == error_code::missing_extent);
  REQUIRE(text == "axis `k` of operator `matmul` has no value: write extents(k = ...)");
}

TEST_CASE("a value for an unknown name says which names there are") {
  const auto [code, text] = refused([] { ast::bind(matmul, extents(i = 2, j = 3, k = 4, h = 5)); });
  REQUIRE(code == error_code::unknown_name);
  REQUIRE(text == "operator `matmul` has no axis, size or attribute `h`; it has `i`, `j`, `k`");
}

TEST_CASE("bad extents are refused") {
  REQUIRE(refused([] { ast::bind(matmul, extents(i = -2, j = 3, k = 4)); }) ==
          std::pair(error_code::bad_extent, std::string("the extent of axis `i` is -2")));
  const std::vector<dsl::named_value> twice{{"i", 1}, {"j", 1}, {"k", 1}, {"i", 2}};
  REQUIRE_THAT(refused([&] { ast::bind(ast::reify_tree(matmul), twice); }).second,
               Contains("axis `i` is given twice: as 1 and as 2"));
  const auto huge = std::int64_t{1} << 40;
  REQUIRE(refused([&] { ast::bind(matmul, extents(i = huge, j = huge, k = 1)); }).first == error_code::bad_extent);
  const auto gram = op<"gram">(C(i, j) = sum(k)(A(i, k) * A(j, k)));
  REQUIRE_NOTHROW(ast::bind(gram, extents(i = 3, j = 3, k = 2)));
  REQUIRE_THAT(refused([&] { ast::bind(gram, extents(i = 3, j = 2, k = 2)); }).second,
               Contains("dimension 0 of tensor `A` is indexed by axis `i` of extent 3 and by axis `j` of extent 2"));
}

TEST_CASE("a read that can leave its tensor is refused with its range") {
  const auto shift = op<"shift">(v(i) = X(i + 1));
  REQUIRE_NOTHROW(ast::bind(shift, extents(i = 7, h = 8)));
  const auto [code, text] = refused([&] { ast::bind(shift, extents(i = 8, h = 8)); });
  REQUIRE(code == error_code::out_of_bounds);
  REQUIRE(text ==
          "tensor `X` is read from 1 to 8 in dimension 0, whose extent is 8: read padded(X, 0)(...) or change "
          "the extents");
  REQUIRE(refused([] { ast::bind(op<"back">(v(i) = X(i - 1)), extents(i = 4, h = 8)); }).first ==
          error_code::out_of_bounds);
  REQUIRE_NOTHROW(ast::bind(op<"back">(v(i) = padded(X, 0)(i - 1)), extents(i = 4, h = 8)));
  REQUIRE_NOTHROW(ast::bind(op<"blocks">(v(i) = X(i / stride + i % 3)), extents(i = 12, h = 6, stride = 4)));
  REQUIRE(refused([] {
            ast::bind(op<"blocks">(v(i) = X(i / stride + i % 3)), extents(i = 13, h = 5, stride = 4));
          }).first == error_code::out_of_bounds);
}

TEST_CASE("an extent that does not follow from the indices has to be declared") {
  const auto [code, text] = refused([] { ast::bind(op<"shift">(C(i, j) = A(i, j + 1)), extents(i = 2, j = 2)); });
  REQUIRE(code == error_code::missing_extent);
  REQUIRE_THAT(text, Contains("dimension 1 of tensor `A`") && Contains("declare it with shaped_tensor"));
}

TEST_CASE("divisors are not 0") {
  REQUIRE_THAT(refused([] { ast::bind(op<"d">(v(i) = X(i / stride)), extents(i = 2, h = 2, stride = 0)); }).second,
               Contains("divides an index by attribute `stride`, which is 0"));
  REQUIRE(refused([] { ast::bind(op<"d">(v(i) = X(i % 0)), extents(i = 2, h = 2)); }).first == error_code::bad_extent);
}

TEST_CASE("extents may be 0, but there is no largest of nothing") {
  REQUIRE(ast::bind(matmul, extents(i = 1, j = 1, k = 0)).layouts[3].size() == 0);
  REQUIRE_NOTHROW(ast::bind(op<"shift">(v(i) = X(i + 1)), extents(i = 0, h = 0)));
  const auto rows = op<"rows">(v(i) = max_over(k)(A(i, k)));
  REQUIRE_NOTHROW(ast::bind(rows, extents(i = 0, k = 1)));
  const auto [code, text] = refused([&] { ast::bind(rows, extents(i = 3, k = 0)); });
  REQUIRE(code == error_code::bad_extent);
  REQUIRE(text == "operator `rows` takes the max over axis `k`, whose extent is 0");
}

TEST_CASE("the output has the extents of its axes") {
  constexpr shaped_tensor<"Y", float, h> Y;
  REQUIRE_NOTHROW(ast::bind(op<"y">(Y(i) = v(i)), extents(i = 3, h = 3)));
  REQUIRE_THAT(refused([&] { ast::bind(op<"y">(Y(i) = v(i)), extents(i = 3, h = 4)); }).second,
               Contains("axis `i` has extent 3, but dimension 0 of the output `Y` has 4"));
}

TEST_CASE("layouts can be set within their extents") {
  auto p = ast::bind(matmul, extents(i = 2, j = 3, k = 4));
  auto wide = p.layouts[5];
  wide.strides = {8, 1};
  ast::set_layout(p, "C", wide);
  REQUIRE(p.layouts[5].span() == 11);
  auto transposed = p.layouts[3];
  transposed.strides = {1, 2};
  ast::set_layout(p, "A", transposed);
  REQUIRE(p.layouts[3].strides[1] == 2);
  wide.strides = {2, 1};
  REQUIRE(refused([&] { ast::set_layout(p, "C", wide); }).second ==
          "the layout of tensor `C` puts two elements in one place");
  ast::set_layout(p, "A", [&] {
    auto row = p.layouts[3];
    row.strides = {0, 1};
    return row;
  }());
  REQUIRE(refused([&] { ast::set_layout(p, "B", wide); }).first == error_code::bad_argument);
  REQUIRE(refused([&] { ast::set_layout(p, "i", wide); }).first == error_code::unknown_name);
}

TEST_CASE("a matrix product has 2 M N K operations") {
  REQUIRE(ast::flops(ast::bind(matmul, extents(i = 2, j = 3, k = 5))) == 60);
  REQUIRE(ast::flops(ast::bind(op<"acc">(C(i, j) += sum(k)(A(i, k) * B(k, j))), extents(i = 2, j = 3, k = 5))) == 66);
  REQUIRE(ast::flops(ast::bind(op<"exp">(v(i) = exp(-X(i * 2)) + 1), extents(i = 4, h = 8))) == 8);
  REQUIRE(ast::flops(ast::bind(ops::stencil5<>, extents(axis<"y">() = 4, axis<"x">() = 4))) == 16 * 7);
}
