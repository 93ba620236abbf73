// SPDX-License-Identifier: Apache-2.0
/// \file
/// B12: with one seed a search gives the same trials and the same winner on any number of threads; a restart with
/// records gives the same bits; a frozen program never tunes.
#include <chrono>
#include <cstring>
#include <string>
#include <vector>

#include <hone/hone.hpp>
#include <hone/space/from_knobs.hpp>
#include <hone/space/space.hpp>
#include <hone/target/detect.hpp>
#include <support/catch.hpp>
#include <support/children.hpp>
#include <support/fake_evaluators.hpp>
#include <support/strategies.hpp>
#include <support/temporary_folder.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;
using namespace std::chrono_literals;

namespace {

constexpr axis<"i"> i;
constexpr axis<"j"> j;
constexpr axis<"k"> k;
constexpr tensor<"A", float, 2> A;
constexpr tensor<"B", float, 2> B;
constexpr tensor<"C", float, 2> C;
constexpr auto matmul = op<"matmul">(C(i, j) = sum(k)(A(i, k) * B(k, j)));

const searched_space& tiles() {
  static const searched_space s(
      space::to_definition(knobs(tile<"x">(4096, 3), tile<"y">(4096, 3), choice<"u">(1, 2, 4, 8))));
  return s;
}

/// Deterministic, with failures, and with ties.
measure::measurement cost(const space::configuration& c) {
  const auto ns = scrambled_ns(c);
  if (static_cast<std::int64_t>(ns) % 7 == 0) return fails(measure::status::build_error, "unlucky");
  return takes(1e4 * std::floor(ns / 1e4) * static_cast<double>(space::number(c, "u")));
}

std::vector<std::string> trials_of(search::evaluator& evaluator, std::uint64_t seed, std::string& winner) {
  search::loop_options options;
  options.max_trials = 64;
  options.seed = seed;
  const auto strategy = tiles().annealing(seed);
  const auto found = search::run(*strategy, evaluator, options);
  std::vector<std::string> texts;
  for (const auto& t : found.known.trials()) texts.push_back(space::to_text(t.configuration));
  winner = texts.at(static_cast<std::size_t>(found.known.best()));
  return texts;
}

std::vector<std::string> trials_on(int threads, std::uint64_t seed, std::string& winner) {
  threaded_evaluator evaluator(threads, cost);
  return trials_of(evaluator, seed, winner);
}

struct operands {
  std::vector<float> a, b, c;
  operands() : a(33 * 65), b(65 * 47), c(33 * 47, -1) {
    random_generator random(3);
    for (auto* data : {&a, &b})
      for (float& x : *data) x = static_cast<float>(random.uniform() - 0.5);
  }
  template <class Kernel>
  std::vector<float> by(const Kernel& multiply) {
    multiply(A = a, B = b, C = c);
    return c;
  }
};

template <class... Settings>
auto tuned_in(const temporary_folder& folder, const Settings&... settings) {
  return tune(matmul, extents(i = 33, j = 47, k = 65), seed(42), budget(60s), verbose(0),
              cache_directory(folder.path()), settings...);
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

}  // namespace

TEST_CASE("B12: the same seed gives the same trials with 1 and with 8 threads") {
  std::string first_winner, winner;
  fake_evaluator immediate(cost);
  const auto first = trials_of(immediate, 42, first_winner);
  REQUIRE(first.size() == 64);
  for (const int threads : {1, 8, 8, 8}) {
    CAPTURE(threads);
    CHECK(trials_on(threads, 42, winner) == first);
    CHECK(winner == first_winner);
  }
  CHECK(trials_on(8, 43, winner) != first);
}

TEST_CASE("B12: a restart with records gives the same bits") {
  const temporary_folder folder;
  operands data;
  const auto multiply = tuned_in(folder, max_trials(12));
  REQUIRE(multiply.report().source == kernel_source::tuned);
  const auto expected = data.by(multiply);
  CHECK(same_bits(data.by(multiply), expected));

  const auto again = tuned_in(folder);
  REQUIRE(again.report().from_record());
  CHECK(again.report().schedule == multiply.report().schedule);
  CHECK(same_bits(data.by(again), expected));
  for (int start = 0; start < 3; ++start)
    CHECK(in_child([&] {
            const auto later = tuned_in(folder, mode(tune_mode::read));
            return later.report().from_record() && same_bits(data.by(later), expected) ? 0 : 1;
          }) == 0);
}

TEST_CASE("B12: frozen, nothing is tuned, and a missing record is reported") {
  const temporary_folder folder;
  operands data;
  int trials = 0;
  const auto frozen = tuned_in(folder, mode(tune_mode::read), on_trial([&](const trial_event&) { ++trials; }));
  CHECK(trials == 0);
  CHECK(frozen.report().trials == 0);
  CHECK(frozen.report().source == kernel_source::fallback);
  CHECK(frozen.report().note.find("no record") != std::string::npos);
  CHECK(summary(frozen.report()).find("no record") != std::string::npos);
  const auto bits = data.by(frozen);
  CHECK(same_bits(data.by(tuned_in(folder, mode(tune_mode::read))), bits));
}
