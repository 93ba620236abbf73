// SPDX-License-Identifier: Apache-2.0
/// \file
/// A10: groups, depthwise convolution and its multiplier are different operators, each with the right number of terms.
#include <string>

#include <hone/hone.hpp>
#include <support/compiled.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;

namespace {

constexpr axis<"n"> n;
constexpr axis<"g"> g;
constexpr axis<"f"> f;
constexpr axis<"z"> z;
constexpr axis<"y"> y;
constexpr axis<"x"> x;
constexpr axis<"c"> c;
constexpr axis<"r"> r;
constexpr axis<"s"> s;
constexpr axis<"m"> m;
constexpr size<"h"> h;
constexpr size<"w"> w;
constexpr size<"channels"> channels;
constexpr attribute<"per_group"> per_group;

/// Filters are numbered within their group; channels of the input follow one another over all groups.
constexpr shaped_tensor<"X", float, n, channels, h, w> X;
constexpr tensor<"W", float, 5> W;
constexpr tensor<"Y", float, 5> Y;
constexpr auto grouped = op<"grouped">(
    Y(n, g, f, y, x) = sum(c, r, s)(X(n, g * per_group + c, y + r, x + s) * W(g, f, c, r, s)));

/// Every tensor filled with ones: each element of the output is the number of terms.
template <class Operator, class Extents>
void check_terms(const Operator& op, const Extents& e, float terms) {
  run_every_way(
      op, ast::bind(op, e), 4, 10,
      [](guarded_tensors& tensors) {
        tensors.fill<float>("X", 1);
        tensors.fill<float>("W", 1);
      },
      [terms](guarded_tensors& tensors) {
        for (const float v : tensors.of<float>("Y")) REQUIRE(v == terms);
      });
}

}  // namespace

TEST_CASE("A10: 8 channels in 2 groups, 6 filters") {
  check_terms(grouped,
              extents(n = 1, g = 2, f = 3, y = 5, x = 9, c = 4, r = 3, s = 3, channels = 8, h = 7, w = 11, per_group = 4),
              4 * 9);
}

TEST_CASE("A10: channels that the groups do not cover are a message with the numbers") {
  try {
    (void)ast::bind(grouped, extents(n = 1, g = 2, f = 3, y = 5, x = 9, c = 4, r = 3, s = 3, channels = 7, h = 7, w = 11, per_group = 4));
    FAIL("it was bound");
  } catch (const error& e) {
    CHECK(e.code() == error_code::out_of_bounds);
    const std::string sentence = e.what();
    CHECK(sentence.find('7') != std::string::npos);
  }
}

TEST_CASE("A10: three dimensions in 2 groups") {
  constexpr shaped_tensor<"X", float, n, channels, z, y, x> volume;
  constexpr tensor<"W", float, 3> K;
  constexpr tensor<"Y", float, 6> O;
  constexpr auto in_groups =
      op<"in_groups">(O(n, g, f, z, y, x) = sum(c)(volume(n, g * 2 + c, z, y, x) * K(g, f, c)));
  check_terms(in_groups, extents(n = 1, g = 2, f = 1, z = 8, y = 8, x = 8, c = 2, channels = 4), 2);
}

TEST_CASE("A10: depthwise with multiplier 2, and on a single channel") {
  constexpr tensor<"W", float, 4> K;
  constexpr tensor<"Y", float, 5> O;
  constexpr shaped_tensor<"X", float, n, c, h, w> image;
  constexpr auto multiplied =
      op<"multiplied">(O(n, c, m, y, x) = sum(r, s)(image(n, c, y + r, x + s) * K(c, m, r, s)));
  check_terms(multiplied, extents(n = 1, c = 3, m = 2, y = 6, x = 17, r = 3, s = 3, h = 8, w = 19), 9);
  check_terms(multiplied, extents(n = 1, c = 1, m = 2, y = 6, x = 17, r = 3, s = 3, h = 8, w = 19), 9);
}
