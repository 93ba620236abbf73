// SPDX-License-Identifier: Apache-2.0
/// \file
/// Floor division and intervals: against every value that they stand for. A12 of the public cases, for the tree.
#include <hone/ast/intervals.hpp>

#include <limits>

#include <support/catch.hpp>

using hone::core::ast::floor_div;
using hone::core::ast::floor_mod;
using hone::core::ast::interval;
using hone::core::ast::only;

TEST_CASE("division rounds to minus infinity") {
  STATIC_REQUIRE((floor_div(-7, 2) == -4 && floor_mod(-7, 2) == 1));
  STATIC_REQUIRE((floor_div(7, -2) == -4 && floor_mod(7, -2) == -1));
  STATIC_REQUIRE((floor_div(-5, 3) == -2 && floor_mod(-5, 3) == 1));
  STATIC_REQUIRE((floor_div(120, -27) == -5 && floor_mod(120, -27) == -15));
  STATIC_REQUIRE((floor_div(-3, 4) == -1 && floor_mod(-3, 4) == 1));
  for (std::int64_t a = -20; a <= 20; ++a)
    for (std::int64_t b = -6; b <= 6; ++b) {
      REQUIRE(floor_div(a, b) * b + floor_mod(a, b) == a);
      if (b > 0) REQUIRE((floor_mod(a, b) >= 0 && floor_mod(a, b) < b));
    }
}

namespace {

/// Every value of the operation lies in the interval, and its ends are reached where it claims to be exact.
template <class Values, class Interval>
void verify(interval a, interval b, Values value, Interval range) {
  interval reached;
  for (auto x = a.min; x <= a.max; ++x)
    for (auto y = b.min; y <= b.max; ++y) {
      const std::int64_t at = value(x, y);
      REQUIRE((at >= range.min && at <= range.max));
      reached = reached.empty() ? only(at) : interval{std::min(reached.min, at), std::max(reached.max, at)};
    }
  REQUIRE(reached == range);
}

}  // namespace

TEST_CASE("sums, differences and products are exact") {
  for (const interval a : {interval{-3, 4}, interval{0, 0}, interval{2, 5}, interval{-7, -2}, interval{}})
    for (const interval b : {interval{-2, 3}, interval{1, 1}, interval{-6, -1}, interval{}}) {
      verify(
          a, b, [](auto x, auto y) { return x + y; }, a + b);
      verify(
          a, b, [](auto x, auto y) { return x - y; }, a - b);
      verify(
          a, b, [](auto x, auto y) { return x * y; }, a * b);
    }
}

TEST_CASE("quotients are exact, remainders sound") {
  for (std::int64_t low = -9; low <= 9; ++low)
    for (std::int64_t high = low - 1; high <= 9; ++high)
      for (const std::int64_t d : {-4, -3, -1, 1, 2, 5}) {
        const interval a{low, high};
        verify(a, only(d), floor_div, a / d);
        const auto rest = a % d;
        for (auto x = low; x <= high; ++x) REQUIRE((floor_mod(x, d) >= rest.min && floor_mod(x, d) <= rest.max));
        REQUIRE(rest.empty() == (low > high));
      }
  STATIC_REQUIRE(interval{4, 6} % 4 == interval{0, 2});
  STATIC_REQUIRE(interval{3, 4} % 4 == interval{0, 3});
}

TEST_CASE("what does not fit 64 bits is an error") {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  REQUIRE_THROWS_AS(only(most) + only(1), hone::error);
  REQUIRE_THROWS_AS(only(-2) - only(most), hone::error);
  REQUIRE_THROWS_AS(only(most) * only(2), hone::error);
}
