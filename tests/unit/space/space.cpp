// SPDX-License-Identifier: Apache-2.0
/// \file
/// The space itself: its size against brute force, uniform samples, neighbours, numbering, adapting.
#include <support/catch.hpp>

#include <cmath>
#include <map>
#include <set>

#include <hone/space/bound_constraint.hpp>
#include <hone/space/from_knobs.hpp>
#include <hone/space/space.hpp>
#include <hone/space/text.hpp>
#include <hone/target/known.hpp>

#include "operators.hpp"

using namespace space_test;
using space::configuration;
using space::to_definition;
using space::to_text;
using search_space = hone::core::space::space;

namespace {

const target::cpu avx2 = target::known::avx2();

search_space without_operator(const auto& knobs) { return {to_definition(knobs), nullptr, avx2}; }
search_space of_matmul(const auto& knobs, const ast::problem& p) { return {to_definition(knobs, p.op), &p, avx2}; }

std::set<std::string> all_points(const search_space& s) {
  std::set<std::string> points;
  REQUIRE(s.size().exact);
  const auto n = static_cast<std::uint64_t>(s.size().value);
  for (std::uint64_t k = 0; k < n; ++k) {
    const auto c = s.at(k);
    std::string reason;
    REQUIRE(s.contains(c, &reason));
    points.insert(to_text(c));
  }
  CHECK(points.size() == n);
  return points;
}

/// A random space of numbers: choices with random candidates and random constraints between two or three of them.
struct random_space {
  space::definition d;

  explicit random_space(random_generator& random) {
    const auto count = 2 + static_cast<std::int32_t>(random.below(4));
    for (std::int32_t n = 0; n < count; ++n) {
      space::knob k;
      k.name = "c" + std::to_string(n);
      for (std::uint64_t v = 0, size = 1 + random.below(5); v < size; ++v)
        k.values.push_back(1 + static_cast<std::int64_t>(v * (1 + random.below(3))));
      std::set<std::int64_t> unique(k.values.begin(), k.values.end());
      k.values.assign(unique.begin(), unique.end());
      d.knobs.push_back(k);
    }
    for (std::uint64_t n = 0, size = random.below(4); n < size; ++n) {
      const auto any = [&] { return space::value_of(static_cast<std::int32_t>(random.below(d.knobs.size()))); };
      const auto number = [&] { return space::constant(static_cast<std::int64_t>(random.below(20))); };
      std::vector<space::expression> kinds{any() * any() <= number(), any() % any() == space::constant(0),
                                           any() + any() >= number() || any() != any(), any() - any() <= number()};
      d.constraints.push_back({kinds[random.below(kinds.size())].terms, "constraint " + std::to_string(n), false});
    }
  }
  std::set<std::string> brute_force() const {
    const space::digit_list digits(d, nullptr, avx2);
    std::set<std::string> points;
    space::point p(digits.size(), 0);
    for (;;) {
      std::vector<space::interval> values;
      for (std::size_t k = 0; k < p.size(); ++k) {
        const auto v = digits[k].values[static_cast<std::size_t>(p[k])];
        values.push_back({v, v});
      }
      bool valid = true;
      for (const auto& c : d.constraints)
        valid = valid && !space::evaluate(space::bind(c, d, digits, nullptr, avx2), values).is_false();
      if (valid) points.insert(to_text(digits.to_configuration(d, p)));
      std::size_t k = 0;
      while (k < p.size() && ++p[k] == static_cast<std::int32_t>(digits[k].values.size())) p[k++] = 0;
      if (k == p.size()) return points;
    }
  }
};

constexpr auto ti = tile<"ti">(i, 3);
constexpr auto tj = tile<"tj">(j, 3);
constexpr auto tk = tile<"tk">(k, 2);
constexpr auto designed = knobs(ti, tj, tk, pack<"pb">(B), vectorize(tj[2]), unroll<"u">(tk[1], 1, 2, 4, 8),
                                parallel(ti[0]), where(ti[2] * tj[2] <= 96));

}  // namespace

TEST_CASE("size, points and membership agree with brute force on random spaces") {
  random_generator random(4);
  int empty = 0;
  for (int n = 0; n < 300; ++n) {
    const random_space r(random);
    const auto expected = r.brute_force();
    INFO("space " << n);
    if (expected.empty()) {
      ++empty;
      CHECK_THROWS_AS(search_space(r.d, nullptr, avx2), error);
      continue;
    }
    const search_space s(r.d, nullptr, avx2);
    REQUIRE(s.size().value == static_cast<double>(expected.size()));
    REQUIRE(all_points(s) == expected);
    REQUIRE(expected.count(to_text(s.sample(random))) == 1);
    for (const auto& c : s.neighbours(s.at(0))) REQUIRE(expected.count(to_text(c)) == 1);
  }
  CHECK(empty > 0);
}

TEST_CASE("samples are uniform") {
  constexpr auto a = choice<"a">(1, 2, 3, 4, 5, 6, 7, 8);
  constexpr auto b = choice<"b">(1, 2, 3, 4, 5, 6, 7, 8);
  const auto s = without_operator(knobs(a, b, where(a * b <= 12), where(a + b >= 4)));
  REQUIRE(s.uniform());
  const auto points = all_points(s);
  std::map<std::string, int> counts;
  random_generator random(5);
  const int draws = 1000 * static_cast<int>(points.size());
  for (int n = 0; n < draws; ++n) ++counts[to_text(s.sample(random))];
  double chi_square = 0;
  for (const auto& p : points) chi_square += std::pow(counts[p] - 1000.0, 2) / 1000.0;
  const double freedom = static_cast<double>(points.size()) - 1;
  CHECK(points.size() > 20);
  CHECK(chi_square < freedom + 4 * std::sqrt(2 * freedom));
}

TEST_CASE("tiles: every point is a different nest that the extent needs") {
  for (const std::int64_t extent : {1, 7, 13, 127, 512}) {
    const auto p = matmul_of(extent, extent, extent);
    const auto s = of_matmul(knobs(ti), p);
    std::set<std::vector<std::int64_t>> nests;
    for (const auto& text : all_points(s)) {
      const auto c = space::parse_configuration(text);
      const auto& inner = c.knobs[0].values;
      CHECK((inner[0] >= 1 && inner[0] <= extent && inner[1] >= 1 && inner[1] <= extent));
      CHECK(inner[0] * inner[1] < 2 * extent);
      nests.insert({inner[0], inner[1]});
    }
    CHECK(nests.size() == static_cast<std::size_t>(s.size().value));
    if (extent == 1) CHECK(nests.size() == 1);
  }
}

TEST_CASE("the space of the design page holds the fast tiles and none that spills") {
  const auto p = matmul_of(512, 512, 512);
  const auto s = of_matmul(designed, p);
  CHECK(s.size().exact);
  CHECK(s.size().value > 10000);
  std::string reason;
  CHECK(s.contains(space::parse_configuration("ti=16x6 tj=8x16 tk=256 pb=1 u=4"), &reason));
  INFO(reason);
  CHECK(reason.empty());
  CHECK_FALSE(s.contains(space::parse_configuration("ti=16x7 tj=8x16 tk=256 pb=1 u=4"), &reason));
  CHECK(reason == "the configuration ti=16x7 tj=8x16 tk=256 pb=1 u=4 breaks a constraint: ti[2] * tj[2] <= 96" );
  CHECK_FALSE(s.contains(space::parse_configuration("ti=16x3 tj=8x32 tk=256 pb=1 u=4"), &reason));
  CHECK_FALSE(s.contains(space::parse_configuration("ti=16x6 tj=8x16 tk=256 pb=1 u=16"), &reason));
  CHECK(reason == "u=16 is none of the candidates of the knob");
  CHECK_FALSE(s.contains(space::parse_configuration("ti=16x6 tj=8x16 tk=256 pb=1"), &reason));
  CHECK(reason == "the configuration has no value for knob 'u'");
  CHECK_FALSE(s.contains(space::parse_configuration("ti=16x6 tj=8x16 tk=256 pb=1 u=4 extra=1"), &reason));
}

TEST_CASE("samples and neighbours of a large space are in it") {
  const auto p = matmul_of(500, 1009, 333);
  const auto s = of_matmul(designed, p);
  random_generator random(6);
  std::string reason;
  for (int n = 0; n < 200; ++n) {
    const auto c = s.sample(random);
    REQUIRE(s.contains(c, &reason));
    REQUIRE(space::parse_configuration(to_text(c)) == c);
    const auto next = s.random_neighbour(c, random);
    REQUIRE(next);
    REQUIRE(s.contains(*next, &reason));
    REQUIRE(*next != c);
    REQUIRE(s.adapt(c) == c);
  }
  const auto c = s.sample(random);
  for (const auto& other : s.neighbours(c)) {
    REQUIRE(s.contains(other));
    REQUIRE(other != c);
  }
}

TEST_CASE("the same seed gives the same samples") {
  const auto p = matmul_of(512, 512, 512);
  const auto s = of_matmul(designed, p);
  random_generator a(7), b(7);
  for (int n = 0; n < 20; ++n) CHECK(s.sample(a) == s.sample(b));
}

TEST_CASE("a space too large to count is estimated and says so") {
  space::definition d;
  for (int n = 0; n < 12; ++n) {
    space::knob c;
    c.name = "c" + std::to_string(n);
    for (std::int64_t value = 1; value <= 50; ++value) c.values.push_back(value);
    d.knobs.push_back(c);
  }
  auto total_value = space::value_of(0);
  for (std::int32_t n = 1; n < 12; ++n) total_value = total_value + space::value_of(n);
  d.constraints.push_back({(total_value >= space::constant(300)).terms, "the total_value is large", false});
  const search_space s(d, nullptr, avx2);
  CHECK_FALSE(s.size().exact);
  CHECK_FALSE(s.uniform());
  CHECK(s.size().value == Approx(0.55 * std::pow(50.0, 12)).epsilon(0.3));
  random_generator random(8);
  CHECK(s.contains(s.sample(random)));
  CHECK_THROWS_AS(s.at(0), error);
  CHECK(s.contains(s.adapt({})));
}

TEST_CASE("a configuration of another shape is adapted to the nearest point") {
  const auto small = matmul_of(48, 100, 64);
  const auto s = of_matmul(designed, small);
  const auto c = s.adapt(space::parse_configuration("ti=16x6 tj=8x16 tk=256 pb=1 u=4 gone=3"));
  CHECK(s.contains(c));
  CHECK(find(c, "ti")->values[1] == 6);
  CHECK(find(c, "tj")->values[1] == 16);
  CHECK(find(c, "tk")->values == std::vector<std::int64_t>{64});
  CHECK(number(c, "pb") == 1);
  CHECK(number(c, "u") == 4);
}

// ---- case B05 of the public cases, as far as it concerns the space --------------------------------------------------

TEST_CASE("B05: six points are exhausted without a duplicate") {
  constexpr auto a = choice<"a">(0, 1);
  constexpr auto b = choice<"b">(1, 2, 3);
  constexpr auto one = choice<"one">(7);
  const auto s = without_operator(knobs(a, b, one));
  CHECK(s.size().value == 6);
  CHECK(all_points(s).size() == 6);
  CHECK_THROWS_AS(s.at(6), error);
  CHECK(s.neighbours(s.at(0)).size() == 3);
}

TEST_CASE("B05: constraints that leave one point") {
  constexpr auto a = choice<"a">(1, 2);
  constexpr auto b = choice<"b">(1, 2);
  const auto s = without_operator(knobs(a, b, where(a * b == 4)));
  CHECK(s.size().value == 1);
  random_generator random(9);
  CHECK(to_text(s.sample(random)) == "a=2 b=2");
  CHECK(s.neighbours(s.at(0)).empty());
  CHECK_FALSE(s.random_neighbour(s.at(0), random));
}

TEST_CASE("B05: constraints that leave nothing are named") {
  constexpr auto a = choice<"a">(1, 2);
  constexpr auto b = choice<"b">(1, 2);
  try {
    without_operator(knobs(a, b, where(a < 2), where(a * b > 16)));
    FAIL("an empty space");
  } catch (const error& e) {
    CHECK(e.code() == error_code::empty_space);
    CHECK(std::string(e.what()) == "no configuration satisfies every constraint; most are excluded by: a * b > 16");
  }
}

TEST_CASE("B05: a fraction is a fraction") {
  CHECK(space::points_in_fraction(0.005, 97600) == 488);
  CHECK(space::points_in_fraction(1, 97600) == 97600);
  CHECK(space::points_in_fraction(0.000001, 97600) == 1);
  CHECK(space::points_in_fraction(0.29, 100) == 29);
}

// ---- case A01: what does not fit the problem is left out, the problem is never changed --------------------------------

TEST_CASE("A01: a variant whose precondition fails is left out of the space") {
  constexpr auto direct = choice<"winograd">(0, 1);
  constexpr auto space_of_variants = knobs(direct, where(direct == 0 || extent_of(stride) == 1));
  for (const std::int64_t step : {1, 2}) {
    const auto p = convolution_of(4, 8, 9, 3, step);
    const search_space s(to_definition(space_of_variants, p.op), &p, avx2);
    CHECK(s.size().value == (step == 1 ? 2 : 1));
  }
}

TEST_CASE("rules of thumb yield where they would leave nothing") {
  constexpr auto large = tile(i, 8);
  constexpr auto wide = tile<"tj">(j, 2).sizes(32, 64);
  const auto p = matmul_of(64, 64, 64);
  const auto s = of_matmul(knobs(large, wide, register_tile(large[1], wide[1]), vectorize(wide[1])), p);
  CHECK(s.size().value == 2);  // 8 x 4 vectors do not fit into 16 registers, but the user wants them
}
