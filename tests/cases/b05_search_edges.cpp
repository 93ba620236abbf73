// SPDX-License-Identifier: Apache-2.0
/// \file
/// B05: a search at its edges: tiny spaces, small budgets, constraints that leave one point or none.
#include <set>
#include <string>

#include <hone/hone.hpp>
#include <hone/space/from_knobs.hpp>
#include <hone/space/space.hpp>
#include <hone/target/detect.hpp>
#include <support/catch.hpp>
#include <support/fake_evaluators.hpp>
#include <support/strategies.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;

namespace {

search::loop_result run_search(const searched_space& s, search::strategy& strategy, int max_trials, int batch = 8,
                               std::uint64_t seed = 0) {
  fake_evaluator evaluator([](const space::configuration& c) { return takes(scrambled_ns(c)); });
  search::loop_options options;
  options.max_trials = max_trials;
  options.batch = batch;
  options.seed = seed;
  auto found = search::run(strategy, evaluator, options);
  std::set<std::string> seen;
  for (const auto& t : found.known.trials()) {
    REQUIRE(seen.insert(space::to_text(t.configuration)).second);  // never a duplicate
    std::string reason;
    INFO(reason);
    REQUIRE(s.points.contains(t.configuration, &reason));  // never an illegal one
  }
  return found;
}

}  // namespace

TEST_CASE("B05: knobs with one or two values are used up, each point once") {
  const searched_space two(space::to_definition(knobs(choice<"a">(0, 1))));
  const searched_space one(space::to_definition(knobs(choice<"a">(3))));
  const searched_space six(space::to_definition(knobs(choice<"a">(0, 1), choice<"b">(7), choice<"c">(1, 2, 3))));
  for (const auto& [s, size] : {std::pair{&two, 2}, {&one, 1}, {&six, 6}})
    for (const int batch : {1, 4, 100})
      for (const auto& strategy : s->strategies()) {
        CAPTURE(size, batch);
        const auto found = run_search(*s, *strategy, 100, batch);
        CHECK(found.reason == search::stop_reason::exhausted);
        CHECK(static_cast<int>(found.known.trials().size()) == size);
        CHECK(found.known.best() >= 0);
      }
}

TEST_CASE("B05: a budget below the warm-up of the model is a random search") {
  const searched_space s(space::to_definition(knobs(choice<"a">(1, 2, 4, 8, 16), tile<"t">(1024, 3))));
  for (const int budget : {1, 3, 15}) {
    CAPTURE(budget);
    for (const auto& strategy : s.strategies()) {
      const auto found = run_search(s, *strategy, budget);
      CHECK(found.reason == search::stop_reason::trials);
      CHECK(static_cast<int>(found.known.trials().size()) == budget);
    }
    const auto learning = run_search(s, *s.annealing(), budget, 4, 9), drawn = run_search(s, *s.random(), budget, 4, 9);
    for (std::size_t n = 0; n < learning.known.trials().size(); ++n)
      CHECK(learning.known.trials()[n].configuration == drawn.known.trials()[n].configuration);
  }
}

TEST_CASE("B05: a budget of nothing measures nothing") {
  const searched_space s(space::to_definition(knobs(choice<"a">(1, 2, 4, 8, 16))));
  const auto found = run_search(s, *s.annealing(), 0);
  CHECK(found.known.trials().empty());
  CHECK(found.known.best() == -1);
}

TEST_CASE("B05: the model goes on to the last point of a space") {
  const searched_space s(
      space::to_definition(knobs(choice<"a">(1, 2, 4, 8, 16), choice<"b">(0, 1), choice<"c">(1, 2, 3, 4, 5, 6, 7, 8))));
  REQUIRE(s.points.size().value == 80);
  for (const auto& strategy : s.strategies()) {
    const auto found = run_search(s, *strategy, 1000);
    CHECK(found.reason == search::stop_reason::exhausted);
    CHECK(found.known.trials().size() == 80);
  }
}

TEST_CASE("B05: a fraction of a space means that share of its points") {
  CHECK(space::points_in_fraction(0.005, 97600) == 488);
  CHECK(space::points_in_fraction(0.5, 6) == 3);
  CHECK(space::points_in_fraction(1e-9, 6) == 1);
  CHECK(space::points_in_fraction(1, 6) == 6);
}

TEST_CASE("B05: constraints that leave one point") {
  constexpr auto a = choice<"a">(1, 2, 4, 8, 16);
  constexpr auto b = choice<"b">(1, 2, 4, 8, 16);
  const searched_space s(space::to_definition(knobs(a, b, where(a * b == 256), where(a == b))));
  CHECK(s.points.size().value == 1);
  CHECK(s.points.neighbours(s.points.at(0)).empty());
  for (const auto& strategy : s.strategies()) {
    const auto found = run_search(s, *strategy, 100);
    CHECK(found.reason == search::stop_reason::exhausted);
    REQUIRE(found.known.trials().size() == 1);
    CHECK(space::number(found.known.trials()[0].configuration, "a") == 16);
  }
}

TEST_CASE("B05: constraints that leave nothing are an error before anything is measured") {
  constexpr auto a = choice<"a">(1, 2, 4);
  try {
    const searched_space s(space::to_definition(knobs(a, where(a > 4))));
    FAIL("there is a space of no points");
  } catch (const error& e) {
    CHECK(e.code() == error_code::empty_space);
  }
  int calls = 0;
  const auto tune_nothing = [&] {
    return tune<"nothing">([&](const knob_values&) { ++calls; }, knobs(a, where(a > 4)), key(), verbose(0));
  };
  CHECK_THROWS_AS(tune_nothing(), error);
  CHECK(calls == 0);
}
