// SPDX-License-Identifier: Apache-2.0
/// \file
/// Strategies propose points of their space, each once; the one that learns finds better ones.
#include <support/catch.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <set>

#include <hone/features/knob_features.hpp>
#include <hone/model/gbt/booster.hpp>
#include <hone/search/annealing.hpp>
#include <hone/search/strategy.hpp>

#include "spaces.hpp"

using namespace search_test;
using search::annealing;
using search::grid_search;
using search::history;
using search::random_search;

namespace {

/// What a strategy proposes until it knows no other point, with the times of the bowl.
std::vector<std::string> exhausted(search::strategy& s, int batch, std::uint64_t seed = 1) {
  history known;
  random_generator random(seed);
  std::vector<std::string> texts;
  for (;;) {
    const auto proposed = s.propose(known, batch, random);
    CHECK(static_cast<int>(proposed.size()) <= batch);
    if (proposed.empty()) return texts;
    for (const auto& c : proposed) {
      CHECK_FALSE(known.claim(c));  // the strategy has claimed it
      texts.push_back(space::to_text(c));
      known.add({c, bowl(c)});
    }
  }
}

annealing annealing_of(const space::space& s, const search::annealing_params& params = {}) {
  const auto features = std::make_shared<features::knob_features>(s.knobs(), nullptr, target::cpu{});
  return annealing(s, std::make_unique<model::gbt::booster>(),
                   [features](const space::configuration& c, std::vector<float>& row) { features->append(c, row); }, params);
}

std::set<std::string> all_points(const space::space& s) {
  std::set<std::string> points;
  for (std::uint64_t k = 0; k < static_cast<std::uint64_t>(s.size().value); ++k) points.insert(space::to_text(s.at(k)));
  return points;
}

void check_each_point_once(search::strategy& s, const space::space& points) {
  const auto texts = exhausted(s, 7);
  CHECK(texts.size() == static_cast<std::size_t>(points.size().value));
  CHECK(std::set<std::string>(texts.begin(), texts.end()) == all_points(points));
}

/// The best time that `trials` trials of a strategy find in the bowl of 10^5 points.
double best_of(search::strategy& s, int trials, std::uint64_t seed) {
  immediate e;
  search::loop_options o;
  o.max_trials = trials;
  o.seed = seed;
  return search::run(s, e, o).known.best_ns();
}

}  // namespace

TEST_CASE("every strategy proposes each point of a small space once") {
  const auto points = choices(3, 4);
  random_search random(points);
  check_each_point_once(random, points);
  grid_search grid(points);
  check_each_point_once(grid, points);
  auto walk = annealing_of(points);
  check_each_point_once(walk, points);
}

TEST_CASE("a space of one point has one trial") {
  const auto points = choices(1, 1);
  random_search random(points);
  CHECK(exhausted(random, 8) == std::vector<std::string>{"a=0"});
  auto walk = annealing_of(points, {.initial = 0});
  CHECK(exhausted(walk, 8) == std::vector<std::string>{"a=0"});
}

TEST_CASE("a grid goes through the points in the order of the space") {
  const auto points = choices(2, 3);
  grid_search grid(points);
  const auto texts = exhausted(grid, 4);
  REQUIRE(texts.size() == 9);
  for (std::uint64_t k = 0; k < 9; ++k) CHECK(texts[k] == space::to_text(points.at(k)));
}

TEST_CASE("random proposals depend on the seed and leave out what is claimed") {
  const auto points = choices(2, 5);
  random_search a(points), b(points), c(points);
  const auto first = exhausted(a, 5, 1);
  CHECK(first == exhausted(b, 5, 1));
  CHECK(first != exhausted(c, 5, 2));
  history known;
  for (std::uint64_t k = 0; k < 24; ++k) known.claim(points.at(k));
  random_search d(points);
  random_generator random(1);
  const auto left = d.propose(known, 10, random);
  REQUIRE(left.size() == 1);
  CHECK(left[0] == points.at(24));
  CHECK(d.propose(known, 10, random).empty());
  CHECK(d.propose(known, 0, random).empty());
}

TEST_CASE("random proposals are spread evenly over a large space") {
  const auto points = choices(5, 10);
  random_search s(points);
  history known;
  random_generator random(3);
  std::array<int, 10> counts{};
  for (const auto& c : s.propose(known, 2000, random)) ++counts[static_cast<std::size_t>(c.knobs[2].values[0])];
  double chi_square = 0;
  for (const auto n : counts) chi_square += (n - 200.0) * (n - 200.0) / 200.0;
  CHECK(chi_square < 27.9);  // 9 degrees of freedom, 0.001
}

TEST_CASE("annealing finds better points than random search") {
  const auto points = choices(5, 10);
  double guessed = 0, learned = 0;
  int better = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    random_search random(points);
    auto walk = annealing_of(points);
    const double by_chance = best_of(random, 128, seed), by_model = best_of(walk, 128, seed);
    guessed += by_chance / 12;
    learned += by_model / 12;
    better += by_model < by_chance ? 1 : 0;
  }
  // 100 is the least there is; now and then a walk stays in one corner
  CHECK(guessed > 150);
  CHECK(learned < 135);
  CHECK(better >= 9);
}

TEST_CASE("annealing proposes at random until it has seen enough, and when nothing works") {
  const auto points = choices(3, 6);
  const auto proposals = [&](auto& s, int known_trials, const cost_function& cost) {
    history known;
    for (int k = 0; k < known_trials; ++k) {
      const auto c = points.at(static_cast<std::uint64_t>(k) * 7);
      known.claim(c);
      known.add({c, cost(c)});
    }
    random_generator random(5);
    return s.propose(known, 8, random);
  };
  const auto broken = [](const space::configuration&) { return failed(measure::status::crash, "no"); };
  const auto same_proposals = [&](int trials, const cost_function& cost) {
    auto walk = annealing_of(points);
    random_search random(points);
    return proposals(walk, trials, cost) == proposals(random, trials, cost);
  };
  CHECK(same_proposals(0, bowl));
  CHECK(same_proposals(15, bowl));
  CHECK_FALSE(same_proposals(16, bowl));
  CHECK(same_proposals(30, broken));
}

TEST_CASE("annealing learns from failures and from many trials") {
  // everything with a > 4 crashes: few of those are proposed once it is known
  const auto points = choices(4, 10);
  const auto cost = [](const space::configuration& c) {
    return c.knobs[0].values[0] > 4 ? failed(measure::status::crash, "a is too large") : bowl(c);
  };
  immediate e(cost);
  auto walk = annealing_of(points, {.max_rows = 64});  // fewer than there are trials
  search::loop_options o;
  o.max_trials = 200;
  const auto result = search::run(walk, e, o);
  CHECK(result.known.trials().size() == 200);
  int crashes = 0;
  for (std::size_t k = 100; k < 200; ++k) crashes += result.known.trials()[k].outcome.usable() ? 0 : 1;
  CHECK(crashes < 20);  // random: about 50
  CHECK(result.known.best_ns() <= 110);
}

TEST_CASE("the default configuration, which is no point, is no harm to annealing") {
  const auto points = choices(3, 6);
  auto walk = annealing_of(points);
  immediate e([](const space::configuration& c) { return space::is_default(c) ? timed(1) : bowl(c); });
  search::loop_options o;
  o.first = {space::default_configuration()};
  o.max_trials = 60;
  const auto result = search::run(walk, e, o);
  CHECK(result.known.trials().size() == 61);
  CHECK(result.known.best() == 0);
  for (std::size_t k = 1; k < 61; ++k) CHECK(points.contains(result.known.trials()[k].configuration));
}
