// SPDX-License-Identifier: Apache-2.0
/// \file
/// A01: a convolution keeps its own stride and padding whatever the search offers; a variant whose precondition fails
/// is left out of the space.
#include <chrono>
#include <vector>

#include <hone/hone.hpp>
#include <hone/ops/conv2d.hpp>
#include <hone/space/from_knobs.hpp>
#include <hone/space/space.hpp>
#include <hone/space/text.hpp>
#include <hone/target/detect.hpp>
#include <support/compiled.hpp>
#include <support/temporary_folder.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;
using namespace std::chrono_literals;

namespace {

constexpr axis<"n"> n;
constexpr axis<"f"> f;
constexpr axis<"y"> y;
constexpr axis<"x"> x;
constexpr axis<"c"> c;
constexpr axis<"r"> r;
constexpr axis<"s"> s;
constexpr dsl::size<"h"> h;
constexpr dsl::size<"w"> w;
constexpr attribute<"stride"> stride;
constexpr attribute<"pad"> pad;
constexpr shaped_tensor<"X", float, n, c, h, w> X;
constexpr shaped_tensor<"W", float, f, c, r, s> W;
constexpr tensor<"Y", float, 4> Y;

constexpr std::int64_t filters = 192, channels = 80, side = 73;

/// 80 channels of 73 x 73, 192 filters of 3 x 3, no padding.
auto extents_at(std::int64_t step) {
  const auto out = ops::output_extent(side, 3, step, 0);
  return extents(n = 1, f = filters, y = out, x = out, c = channels, r = 3, s = 3, h = side, w = side, stride = step,
                 pad = 0);
}

void fill(guarded_tensors& t) {
  t.fill<float>("X", 1);
  t.fill<float>("W", 1);
  t.fill<float>("Y", -1);
}

bool all_are(std::span<const float> values, float wanted) {
  return std::all_of(values.begin(), values.end(), [&](float v) { return v == wanted; });
}

/// A kernel that the search may pack its input for, but only where the stride is 1.
constexpr auto packed = pack<"packed">(X, pack_at::none, pack_at::once);
constexpr auto tx = tile<"tx">(x, 2);
constexpr auto variants = knobs(tx.sizes(4, 8), tile<"tf">(f, 2).sizes(4), packed, vectorize(tx[1]),
                                where(packed == static_cast<int>(pack_at::none) || extent_of(stride) == 1));

}  // namespace

TEST_CASE("A01: 720 everywhere at stride 1 and at stride 2, with every schedule") {
  for (const std::int64_t step : {1, 2}) {
    CAPTURE(step);
    const auto p = ast::bind(ops::conv2d<float>, extents_at(step));
    guarded_tensors tensors(lower::arguments_of(p));
    const auto out = tensors.of<float>("Y");
    REQUIRE(out.size() == static_cast<std::size_t>(step == 1 ? 192 * 71 * 71 : 192 * 36 * 36));
    fill(tensors);
    run_native(ops::conv2d<float>, p, tensors.addresses());
    CHECK(all_are(out, 720));
    for_each_candidate(p, 3, 2, [&](const lower::candidate& candidate) {
      fill(tensors);
      REQUIRE(compiled(candidate).run(tensors.addresses()) == runtime::run_status::ok);
      CHECK(all_are(out, 720));
      CHECK(tensors.intact());
    });
  }
}

TEST_CASE("A01: a variant for stride 1 is no point of the space at stride 2") {
  const auto offered = [](std::int64_t step) {
    const auto p = ast::bind(ops::conv2d<float>, extents_at(step));
    const space::space all(space::to_definition(variants, p.op), &p, this_cpu());
    REQUIRE(all.size().exact);
    int special = 0, plain = 0;
    for (std::uint64_t k = 0; k < static_cast<std::uint64_t>(all.size().value); ++k) {
      const auto point = all.at(k);
      ++(space::number(point, "packed") == static_cast<int>(pack_at::once) ? special : plain);
    }
    return std::pair{special, plain};
  };
  CHECK(offered(1) == std::pair{2, 2});
  CHECK(offered(2) == std::pair{0, 2});
}

TEST_CASE("A01: tuning at stride 2 tries none of the variants for stride 1, and changes no attribute") {
  const temporary_folder folder;
  std::vector<space::configuration> tried;
  auto run =
      tune(ops::conv2d<float>, variants, extents_at(2), budget(60s), verbose(0), cache_directory(folder.path()),
           on_trial([&](const trial_event& t) { tried.push_back(t.configuration); }));
  REQUIRE(run.report().source == kernel_source::tuned);
  CHECK(run.report().stopped == search::stop_reason::exhausted);
  CHECK(tried.size() == 3);  // the default schedule and two points
  for (const auto& t : tried)
    if (!space::is_default(t)) CHECK(space::number(t, "packed") == static_cast<int>(pack_at::none));
  CHECK(run.problem() == ast::bind(ops::conv2d<float>, extents_at(2)));

  std::vector<float> in(static_cast<std::size_t>(channels * side * side), 1.0F);
  const std::vector<float> weights(static_cast<std::size_t>(filters * channels * 9), 1.0F);
  std::vector<float> out(static_cast<std::size_t>(filters * 36 * 36), -1.0F);
  run(X = in, W = weights, Y = out);
  CHECK(all_are(out, 720));
}
