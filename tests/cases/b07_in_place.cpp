// SPDX-License-Identifier: Apache-2.0
/// \file
/// B07: tuning runs on data of its own, so an operator that works in place changes the caller's data once per call.
#include <chrono>
#include <vector>

#include <hone/hone.hpp>
#include <support/catch.hpp>
#include <support/temporary_folder.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;
using namespace std::chrono_literals;

namespace {

constexpr axis<"i"> i;
constexpr tensor<"X", float, 1> X;
constexpr tensor<"Y", float, 1> Y;
constexpr auto halve = op<"halve">(Y(i) = 0.5 * X(i));
constexpr auto increase = op<"increase">(Y(i) += X(i));

bool all_are(const std::vector<float>& values, float wanted) {
  for (const float v : values)
    if (v != wanted) return false;
  return true;
}

}  // namespace

TEST_CASE("B07: y := y / 2 in place, tuned with 8 candidates, then called twice") {
  const temporary_folder folder;
  std::vector<float> y(1003, -8.0F);
  const auto kernel = tune(halve, extents(i = 1003), budget(60s), max_trials(8), verbose(0), cache_directory(folder.path()));
  REQUIRE(kernel.report().trials > 4);
  CHECK(all_are(y, -8));
  kernel(X = y, Y = y);
  CHECK(all_are(y, -4));
  kernel(X = y, Y = y);
  CHECK(all_are(y, -2));
}

TEST_CASE("B07: an output that is added to is added to once per call") {
  const temporary_folder folder;
  const std::vector<float> x(1003, 1.0F);
  std::vector<float> y(1003, 10.0F);
  const auto kernel = tune(increase, extents(i = 1003), budget(60s), max_trials(8), verbose(0), cache_directory(folder.path()));
  kernel(X = x, Y = y);
  CHECK(all_are(y, 11));
  kernel(X = x, Y = y);
  CHECK(all_are(y, 12));
}
