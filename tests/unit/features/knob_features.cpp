// SPDX-License-Identifier: Apache-2.0
/// \file
/// Features in closed form: a case worked out by hand, and what holds for every configuration of a space.
#include <support/catch.hpp>
#include <support/count_allocations.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <hone/ast/bind.hpp>
#include <hone/dsl/dsl.hpp>
#include <hone/dsl/knobs.hpp>
#include <hone/features/knob_features.hpp>
#include <hone/ops/ops.hpp>
#include <hone/space/derive.hpp>
#include <hone/space/from_knobs.hpp>
#include <hone/space/space.hpp>
#include <hone/space/text.hpp>

using namespace hone;
using namespace hone::core;
using features::knob_features;

namespace {

constexpr axis<"i"> i;
constexpr axis<"j"> j;
constexpr axis<"k"> k;
constexpr tensor<"A", float, 2> A;
constexpr tensor<"B", float, 2> B;
constexpr tensor<"C", float, 2> C;
constexpr auto matmul = op<"matmul">(C(i, j) = sum(k)(A(i, k) * B(k, j)));

target::cpu machine() {
  target::cpu t;
  t.vector_bytes = 32;
  return t;
}

float bits(double n) { return static_cast<float>(std::log2(1 + n)); }

std::vector<float> row_of(const knob_features& f, const space::configuration& c) {
  std::vector<float> row;
  f.append(c, row);
  return row;
}

/// Every configuration of a space gives `width` finite numbers, and allocates nothing for them.
void check_laws(const space::definition& d, const ast::problem* problem) {
  const knob_features f(d, problem, machine());
  CHECK(f.width() > 0);
  CHECK(f.names().size() == f.width());
  CHECK(std::set<std::string>(f.names().begin(), f.names().end()).size() == f.width());
  const space::space points(d, problem, machine());
  random_generator random(4);
  std::vector<float> row;
  row.reserve(f.width());
  for (int n = 0; n < 50; ++n) {
    const auto c = points.sample(random);
    row.clear();
    const long before = test::allocation_count();
    f.append(c, row);
    const long after = test::allocation_count();
    if (test::counts_allocations) CHECK(after == before);
    CHECK(row.size() == f.width());
    CHECK(std::all_of(row.begin(), row.end(), [](float x) { return std::isfinite(x) && x >= 0; }));
  }
}

}  // namespace

TEST_CASE("the features of a matrix product by hand") {
  constexpr auto ti = tile<"ti">(i, 2);
  constexpr auto tj = tile<"tj">(j, 2);
  constexpr auto chosen = knobs(ti, tj, pack<"pb">(B));
  const auto problem = ast::bind(matmul, extents(i = 6, j = 20, k = 10));
  const knob_features f(space::to_definition(chosen, problem.op), &problem, machine());
  CHECK(f.names() == std::vector<std::string>{
                         "ti[1]", "tj[1]", "pb",
                         "block i[0]", "waste i[0]", "block i[1]", "waste i[1]", "block i[2]", "waste i[2]",
                         "block j[0]", "waste j[0]", "block j[1]", "waste j[1]", "block j[2]", "waste j[2]",
                         "block k[0]", "waste k[0]", "block k[1]", "waste k[1]", "block k[2]", "waste k[2]",
                         "bytes A inside level 0", "bytes A inside level 1", "bytes A inside level 2",
                         "bytes B inside level 0", "bytes B inside level 1", "bytes B inside level 2",
                         "vectors of the innermost tile"});
  const auto one = bits(1), element = bits(4);
  CHECK(row_of(f, space::parse_configuration("ti=4 tj=8 pb=1")) ==
        std::vector<float>{bits(4), bits(8), 1,
                           bits(4), 0.25f, one, 0, one, 0,         // 6 in blocks of 4: 8, of which 2 are too many
                           bits(8), 4.0f / 24, one, 0, one, 0,     // 20 in blocks of 8: 24
                           one, 0, one, 0, one, 0,                 //
                           bits(4 * 1 * 4), element, element,      // A: 4 rows of one column
                           bits(4 * 1 * 8), element, element,      // B: one row of 8 columns
                           bits(4 * 8 / 8.0)});
  // a block is no longer than its axis
  const auto wide = row_of(f, space::parse_configuration("ti=64 tj=1 pb=0"));
  CHECK((wide[3] == bits(6) && wide[4] == 0));
}

TEST_CASE("the input of a strided convolution covers its stride and its kernel") {
  constexpr axis<"n"> n;
  constexpr axis<"f"> f;
  constexpr axis<"y"> y;
  constexpr axis<"x"> x;
  constexpr axis<"c"> c;
  constexpr axis<"r"> r;
  constexpr axis<"s"> s;
  constexpr hone::size<"h"> h;
  constexpr hone::size<"w"> w;
  constexpr attribute<"stride"> stride;
  constexpr attribute<"pad"> pad;
  const auto problem = ast::bind(ops::conv2d<>, extents(n = 1, f = 8, y = 8, x = 8, c = 4, r = 3, s = 3, h = 16, w = 16,
                                                        stride = 2, pad = 1));
  constexpr auto chosen = knobs(tile<"tx">(x, 2), tile<"ts">(s, 2));
  const knob_features all(space::to_definition(chosen, problem.op), &problem, machine());
  const auto row = row_of(all, space::parse_configuration("tx=4 ts=3"));
  const auto at = static_cast<std::size_t>(
      std::find(all.names().begin(), all.names().end(), "bytes X inside level 0") - all.names().begin());
  REQUIRE(at < row.size());
  CHECK(row[at] == bits(4 * (2 * 3 + 2 + 1)));  // x * 2 + s - 1 for 4 x and 3 s
  check_laws(space::derive(problem, machine()), &problem);
}

TEST_CASE("every configuration of a space has the same features") {
  for (const std::int64_t extent : {1, 7, 64, 1000}) {
    const auto problem = ast::bind(matmul, extents(i = extent, j = extent, k = 2 * extent));
    check_laws(space::derive(problem, machine()), &problem);
  }
  const auto stencil = ast::bind(ops::stencil5<>, extents(dsl::axis<"y">{} = 30, dsl::axis<"x">{} = 40));
  check_laws(space::derive(stencil, machine()), &stencil);
}

TEST_CASE("a space without an operator has the values of its knobs") {
  constexpr auto chosen = knobs(choice<"threads">(1, 3, 7), choice<"mode">(0, 1));
  const auto d = space::to_definition(chosen);
  check_laws(d, nullptr);
  const knob_features f(d, nullptr, machine());
  CHECK(f.names() == std::vector<std::string>{"threads", "mode"});
  CHECK(row_of(f, space::parse_configuration("threads=7 mode=1")) == std::vector<float>{3, 1});
}

TEST_CASE("rows are appended, and missing values are 0") {
  constexpr auto chosen = knobs(choice<"a">(1, 2), choice<"b">(1, 2));
  const knob_features f(space::to_definition(chosen), nullptr, machine());
  std::vector<float> rows{42};
  f.append(space::parse_configuration("a=1"), rows);
  f.append({}, rows);
  CHECK(rows == std::vector<float>{42, 1, 0, 0, 0});
}
