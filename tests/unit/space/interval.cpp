// SPDX-License-Identifier: Apache-2.0
/// \file
/// Interval arithmetic: every value that the operands can have is inside the result.
#include <support/catch.hpp>

#include <hone/meta/random.hpp>
#include <hone/space/interval.hpp>

using namespace hone;
using namespace hone::core;
using space::interval;

TEST_CASE("intervals hold every result, and numbers give the exact one") {
  random_generator random(3);
  const auto range = [&] {
    const auto low = static_cast<std::int64_t>(random.below(21)) - 10;
    return interval{low, low + static_cast<std::int64_t>(random.below(4))};
  };
  for (int n = 0; n < 2000; ++n) {
    const auto a = range(), b = range();
    for (const auto op : {node_kind::add, node_kind::sub, node_kind::mul, node_kind::div, node_kind::mod, node_kind::min,
                          node_kind::max, node_kind::lt, node_kind::le, node_kind::gt, node_kind::ge, node_kind::eq,
                          node_kind::ne, node_kind::logical_and, node_kind::logical_or, node_kind::logical_not}) {
      const auto whole = space::apply(op, a, b);
      for (auto x = a.low; x <= a.high; ++x)
        for (auto y = b.low; y <= b.high; ++y) {
          const auto exact = space::apply(op, {x, x}, {y, y});
          REQUIRE(exact.is_number());
          REQUIRE((whole.low <= exact.low && exact.high <= whole.high));
        }
    }
  }
}

TEST_CASE("intervals saturate") {
  constexpr std::int64_t large = 4'000'000'000'000'000'000;
  CHECK(space::apply(node_kind::mul, {large, large}, {large, large}).low == INT64_MAX);
  CHECK(space::apply(node_kind::add, {-large, -large}, {INT64_MIN, INT64_MIN}).high == INT64_MIN);
}
