// SPDX-License-Identifier: Apache-2.0
/// \file
/// A08: products of 8-bit integers do not saturate half-way, at any level of instructions that this processor has.
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <hone/hone.hpp>
#include <support/compiled.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;

namespace {

constexpr axis<"i"> i;
constexpr axis<"j"> j;
constexpr axis<"k"> k;
constexpr axis<"f"> f;
constexpr axis<"c"> c;
constexpr axis<"y"> y;
constexpr axis<"x"> x;
constexpr tensor<"U", std::uint8_t, 2> U;
constexpr tensor<"S", std::int8_t, 2> S;
constexpr tensor<"T", std::int8_t, 2> T;
constexpr tensor<"R", std::int32_t, 2> R;
constexpr tensor<"X", std::uint8_t, 3> X;
constexpr tensor<"W", std::int8_t, 2> W;
constexpr tensor<"Y", std::int32_t, 3> Y;

constexpr auto mixed = op<"mixed">(R(i, j) = sum(k)(U(i, k) * S(k, j)));
constexpr auto narrow = op<"narrow">(R(i, j) = sum(k)(S(i, k) * T(k, j)));
constexpr auto pointwise = op<"pointwise">(Y(f, y, x) = sum(c)(X(c, y, x) * W(f, c)));

/// This processor with fewer and fewer features: SSE2 alone, SSE4.2, AVX2 with and without FMA, AVX-512, VNNI, all that
/// there is.
std::vector<target::cpu> levels() {
  std::vector<std::string> allowed{"sse2"};
  std::vector<target::cpu> all;
  std::set<std::vector<std::string>> seen;
  const auto add = [&](std::vector<std::string> more) {
    allowed.insert(allowed.end(), more.begin(), more.end());
    const auto level = target::restrict_to(this_cpu(), allowed);
    if (seen.insert(level.features).second) all.push_back(level);
  };
  add({});
  add({"sse3", "ssse3", "sse4.1", "sse4.2"});
  add({"avx", "avx2"});
  add({"fma", "f16c", "bmi", "bmi2"});
  add({"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"});
  add({"avxvnni", "avx512vnni"});
  add(this_cpu().features);
  return all;
}

auto every_element_is(std::int32_t wanted, std::string_view name) {
  return [=](guarded_tensors& t) {
    for (const auto r : t.of<std::int32_t>(name)) REQUIRE(r == wanted);
  };
}

}  // namespace

TEST_CASE("A08: u8 x s8, four times 255 x 127") {
  CHECK(levels().size() >= 2);
  for (const auto& level : levels()) {
    CAPTURE(level.features);
    run_every_way(
        mixed, ast::bind(mixed, extents(i = 3, j = 37, k = 4)), 4, 10,
        [](guarded_tensors& t) {
          t.fill<std::uint8_t>("U", 255);
          t.fill<std::int8_t>("S", 127);
        },
        every_element_is(129540, "R"), level);
  }
}

TEST_CASE("A08: the same as a 1 x 1 convolution") {
  for (const auto& level : levels()) {
    CAPTURE(level.features);
    run_every_way(
        pointwise, ast::bind(pointwise, extents(f = 5, y = 3, x = 19, c = 4)), 4, 10,
        [](guarded_tensors& t) {
          t.fill<std::uint8_t>("X", 255);
          t.fill<std::int8_t>("W", 127);
        },
        every_element_is(129540, "Y"), level);
  }
}

TEST_CASE("A08: s8 x s8, 64 times -128 x -128") {
  for (const auto& level : levels()) {
    CAPTURE(level.features);
    run_every_way(
        narrow, ast::bind(narrow, extents(i = 3, j = 37, k = 64)), 4, 10,
        [](guarded_tensors& t) {
          t.fill<std::int8_t>("S", -128);
          t.fill<std::int8_t>("T", -128);
        },
        every_element_is(1048576, "R"), level);
  }
}

TEST_CASE("A08: 32 bits hold sums of the documented lengths, and wrap after them") {
  const auto total = [](const auto& what, std::int64_t depth, auto fill) {
    const auto p = ast::bind(what, extents(i = 1, j = 1, k = depth));
    const auto kernel = compiled(lower::lower(p, space::default_schedule(p, this_cpu()), this_cpu()));
    guarded_tensors t(lower::arguments_of(p));
    fill(t);
    REQUIRE(kernel.run(t.addresses()) == runtime::run_status::ok);
    const auto compiled_total = t.of<std::int32_t>("R")[0];
    run_native(what, p, t.addresses());
    CHECK(t.of<std::int32_t>("R")[0] == compiled_total);
    return compiled_total;
  };
  const auto extreme_mixed = [](guarded_tensors& t) { t.fill<std::uint8_t>("U", 255), t.fill<std::int8_t>("S", -128); };
  const auto extreme_narrow = [](guarded_tensors& t) {
    t.fill<std::int8_t>("S", -128), t.fill<std::int8_t>("T", -128);
  };
  CHECK(total(mixed, 65793, extreme_mixed) == -65793 * 255 * 128);
  CHECK(total(mixed, 65794, extreme_mixed) > 0);
  CHECK(total(narrow, 131071, extreme_narrow) == 131071 * 16384);
  CHECK(total(narrow, 131072, extreme_narrow) == std::numeric_limits<std::int32_t>::min());
}
