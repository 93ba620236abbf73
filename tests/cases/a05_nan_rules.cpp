// SPDX-License-Identifier: Apache-2.0
/// \file
/// A05: NaN passes through min, max, relu and tanh, wherever it stands and whichever part of the code meets it; tanh of
/// large values is exactly 1.
#include <cmath>
#include <limits>
#include <vector>

#include <hone/hone.hpp>
#include <support/compiled.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;

namespace {

constexpr axis<"i"> i;
constexpr axis<"k"> k;
constexpr tensor<"X", float, 1> X;
constexpr tensor<"Z", float, 1> Z;
constexpr tensor<"Y", float, 1> Y;
constexpr tensor<"M", float, 2> M;
constexpr auto not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr auto infinity = std::numeric_limits<float>::infinity();

/// Row r of M is `row(r)` with 1, 2, 1, 2, ... elsewhere; the columns reach into a vector's tail.
constexpr std::int64_t lengths[] = {3, 64, 67};

}  // namespace

TEST_CASE("A05: a reduction gives NaN wherever the NaN stands") {
  constexpr auto largest = op<"largest">(Y(i) = max_over(k)(M(i, k)));
  constexpr auto least = op<"least">(Y(i) = min_over(k)(M(i, k)));
  const auto check = [](const auto& what, float clean) {
    for (const auto n : lengths)
      run_every_way(
          what, ast::bind(what, extents(i = n + 1, k = n)), 4, 10,
          [&](guarded_tensors& t) {  // row r has its NaN in column r, the last row has none
            const auto m = t.of<float>("M");
            for (std::size_t e = 0; e < m.size(); ++e) m[e] = e % 2 == 0 ? 1.0F : 2.0F;
            for (std::int64_t r = 0; r < n; ++r) m[static_cast<std::size_t>(r * n + r)] = not_a_number;
          },
          [&](guarded_tensors& t) {
            const auto y = t.of<float>("Y");
            for (std::size_t r = 0; r + 1 < y.size(); ++r) REQUIRE(std::isnan(y[r]));
            REQUIRE(y.back() == clean);
          });
  };
  check(largest, 2);
  check(least, 1);
}

TEST_CASE("A05: min, max and relu of NaN are NaN on either side") {
  constexpr auto upper = op<"upper">(Y(i) = max(X(i), Z(i)));
  constexpr auto lower_ = op<"lower">(Y(i) = min(X(i), Z(i)));
  constexpr auto rectified = op<"rectified">(Y(i) = relu(X(i)) + 0 * Z(i));
  const auto check = [](const auto& what, auto wanted) {
    for (const auto n : lengths)
      run_every_way(
          what, ast::bind(what, extents(i = n)), 4, 10,
          [](guarded_tensors& t) {
            const auto x = t.of<float>("X"), z = t.of<float>("Z");
            for (std::size_t e = 0; e < x.size(); ++e) x[e] = e % 3 == 0 ? not_a_number : -1.0F, z[e] = e % 3 == 1 ? not_a_number : 1.0F;
          },
          [&](guarded_tensors& t) {
            const auto y = t.of<float>("Y");
            for (std::size_t e = 0; e < y.size(); ++e)
              if (e % 3 != 2) REQUIRE(std::isnan(y[e]));
              else REQUIRE(y[e] == wanted);
          });
  };
  check(upper, 1.0F);
  check(lower_, -1.0F);
  check(rectified, 0.0F);
}

TEST_CASE("A05: tanh of large values is 1, of NaN it is NaN") {
  constexpr auto squashed = op<"squashed">(Y(i) = tanh(X(i)));
  const std::vector<float> inputs{50, -50, 1e4F, -1e4F, infinity, -infinity, not_a_number};
  const std::vector<float> wanted{1, -1, 1, -1, 1, -1, not_a_number};
  for (const auto n : lengths)
    run_every_way(
        squashed, ast::bind(squashed, extents(i = n)), 4, 10,
        [&](guarded_tensors& t) {
          const auto x = t.of<float>("X");
          for (std::size_t e = 0; e < x.size(); ++e) x[e] = inputs[e % inputs.size()];
        },
        [&](guarded_tensors& t) {
          const auto y = t.of<float>("Y");
          for (std::size_t e = 0; e < y.size(); ++e) {
            const float w = wanted[e % wanted.size()];
            REQUIRE((std::isnan(w) ? std::isnan(y[e]) : y[e] == w));
          }
        });
}
