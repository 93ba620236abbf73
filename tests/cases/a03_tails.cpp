// SPDX-License-Identifier: Apache-2.0
/// \file
/// A03: extents that are no multiple of a tile or a vector neither overrun a buffer nor update an element twice. Guard
/// pages and canaries stand at both ends of every tensor.
#include <cstdint>
#include <vector>

#include <hone/hone.hpp>
#include <hone/space/from_knobs.hpp>
#include <hone/space/space.hpp>
#include <hone/target/detect.hpp>
#include <support/compiled.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;

namespace {

constexpr axis<"i"> i;
constexpr axis<"j"> j;
constexpr axis<"k"> k;
constexpr axis<"x"> x;
constexpr axis<"s"> s;
constexpr dsl::size<"w"> w;
constexpr tensor<"A", float, 2> A;
constexpr tensor<"B", float, 2> B;
constexpr tensor<"C", float, 2> C;
constexpr tensor<"a", float, 1> a;
constexpr tensor<"b", float, 1> b;
constexpr shaped_tensor<"X", float, w> X;
constexpr tensor<"F", float, 1> F;
constexpr tensor<"Y", float, 1> Y;

constexpr auto matmul = op<"matmul">(C(i, j) = sum(k)(A(i, k) * B(k, j)));
constexpr auto update = op<"update">(b(i) += a(i));
constexpr auto rows = op<"rows">(b(i) = sum(k)(A(i, k)));
constexpr auto convolution = op<"convolution">(Y(x) = sum(s)(padded(X, 0)(x + s - 1) * F(s)));

/// Runs every point of a space.
template <class Knobs, class Fill, class Check>
int run_every_point(const ast::problem& p, const Knobs& given, Fill fill, Check check) {
  const auto definition = space::to_definition(given, p.op);
  const space::space all(definition, &p, this_cpu());
  REQUIRE(all.size().exact);
  const auto points = static_cast<std::uint64_t>(all.size().value);
  for (std::uint64_t n = 0; n < points; ++n) {
    const auto kernel = compiled(lower::lower(p, space::resolve(definition, all.at(n), p, this_cpu()), this_cpu()));
    for (const auto where : {measure::placement::at_end, measure::placement::at_start}) {
      guarded_tensors tensors(lower::arguments_of(p), where);
      fill(tensors);
      REQUIRE(kernel.run(tensors.addresses()) == runtime::run_status::ok);
      check(tensors);
      REQUIRE(tensors.intact());
    }
  }
  return static_cast<int>(points);
}

void fill_update(guarded_tensors& t) {
  t.fill<float>("a", 1000);
  count_from(t.of<float>("b"), 0.0F);
}
/// An element that is updated twice, or not at all, differs.
void check_update(guarded_tensors& t) {
  const auto result = t.of<float>("b");
  for (std::size_t n = 0; n < result.size(); ++n) REQUIRE(result[n] == 1000 + static_cast<float>(n));
}

}  // namespace

TEST_CASE("A03: a convolution's row of 13 in vectors of 8") {
  const auto p = ast::bind(convolution, extents(x = 13, s = 3, w = 13));
  const auto fill = [](guarded_tensors& t) {
    count_from(t.of<float>("X"), 1.0F);
    t.fill<float>("F", 1);
    t.fill<float>("Y", -1);
  };
  const auto check = [](guarded_tensors& t) {
    const auto out = t.of<float>("Y");
    for (int n = 0; n < 13; ++n) {
      const float left = n == 0 ? 0 : static_cast<float>(n), right = n == 12 ? 0 : static_cast<float>(n + 2);
      REQUIRE(out[static_cast<std::size_t>(n)] == left + static_cast<float>(n + 1) + right);
    }
  };
  constexpr auto tx = tile<"tx">(x, 2);
  constexpr auto t8 = tile<"t8">(x, 2).sizes(8);
  CHECK(run_every_point(p, knobs(t8, vectorize(t8[1])), fill, check) == 1);
  CHECK(run_every_point(p, knobs(tx, vectorize(tx[1])), fill, check) > 2);
  run_every_way(convolution, p, 20, 40, fill, check);
}

TEST_CASE("A03: 45 x 33 times the identity is the left operand") {
  const auto p = ast::bind(matmul, extents(i = 45, j = 33, k = 33));
  run_every_way(
      matmul, p, 40, 80,
      [](guarded_tensors& t) {
        count_from(t.of<float>("A"), 0.0F);
        t.fill<float>("B", 0);
        for (std::size_t n = 0; n < 33; ++n) t.of<float>("B")[n * 34] = 1;
        t.fill<float>("C", -1);
      },
      [](guarded_tensors& t) { REQUIRE(std::ranges::equal(t.of<float>("C"), t.of<float>("A"))); });
}

TEST_CASE("A03: 13 updates in tiles of 8 happen once each") {
  const auto p = ast::bind(update, extents(i = 13));
  constexpr auto t8 = tile<"t8">(i, 2).sizes(8);
  CHECK(run_every_point(p, knobs(t8), fill_update, check_update) == 1);
  CHECK(run_every_point(p, knobs(t8, vectorize(t8[1])), fill_update, check_update) == 1);
  run_every_way(update, p, 10, 60, fill_update, check_update);
}

TEST_CASE("A03: every tile of the extents 1, 7, 127 and 1009") {
  constexpr auto two = tile<"two">(i, 2);
  constexpr auto three = tile<"three">(i, 3);
  for (const std::int64_t extent : {1, 7, 127, 1009}) {
    CAPTURE(extent);
    const auto once = ast::bind(update, extents(i = extent));
    int points = run_every_point(once, knobs(two), fill_update, check_update);
    points += run_every_point(once, knobs(two, vectorize(two[1])), fill_update, check_update);
    points += run_every_point(once, knobs(two, vectorize(two[0])), fill_update, check_update);
    points += run_every_point(once, knobs(three, vectorize(three[2])), fill_update, check_update);
    CHECK(points >= (extent == 1 ? 4 : 8));
    run_every_way(update, once, 3, 15, fill_update, check_update);

    constexpr auto tk = tile<"tk">(k, 2);
    const auto across = ast::bind(rows, extents(i = 5, k = extent));
    run_every_point(
        across, knobs(tk, tile(i, 4)), [](guarded_tensors& t) { t.fill<float>("A", 1), t.fill<float>("b", -1); },
        [&](guarded_tensors& t) {
          for (const float total : t.of<float>("b")) REQUIRE(total == static_cast<float>(extent));
        });
  }
}
