// SPDX-License-Identifier: Apache-2.0
/// \file
/// The loop: what it stops for, what each batch knows, what it measures.
#include <support/catch.hpp>

#include <algorithm>
#include <numeric>
#include <set>

#include <hone/features/knob_features.hpp>
#include <hone/model/gbt/booster.hpp>
#include <hone/search/annealing.hpp>
#include <hone/search/loop.hpp>

#include "spaces.hpp"

using namespace search_test;
using search::loop_options;
using search::random_search;
using search::stop_reason;

namespace {

/// Notes how many trials are known whenever it is asked.
class recorder : public search::strategy {
 public:
  explicit recorder(space::space s) : inner_(std::move(s)) {}
  std::vector<space::configuration> propose(search::history& known, int count, random_generator& random) override {
    knew.push_back(known.trials().size());
    asked.push_back(count);
    return inner_.propose(known, count, random);
  }
  std::vector<std::size_t> knew;
  std::vector<int> asked;

 private:
  random_search inner_;
};

loop_options batches_of(int batch, int trials) {
  loop_options o;
  o.batch = batch;
  o.max_trials = trials;
  return o;
}

}  // namespace

TEST_CASE("a batch is proposed from the results of all but the last batch") {
  recorder s(choices(5, 10));
  immediate e;
  search::run(s, e, batches_of(4, 20));
  CHECK(s.knew == std::vector<std::size_t>{0, 0, 4, 8, 12});
  CHECK(s.asked == std::vector<int>{4, 4, 4, 4, 4});
  // in order, each waited for once
  std::vector<int> counted(20);
  std::iota(counted.begin(), counted.end(), 0);
  CHECK(e.numbers == counted);
  CHECK(e.waited == counted);
}

TEST_CASE("what is measured first is a batch of its own, and not among the trials that are counted") {
  recorder s(choices(5, 10));
  immediate e;
  auto o = batches_of(4, 10);
  o.first = {space::default_configuration(), choices(5, 10).at(3)};
  const auto result = search::run(s, e, o);
  CHECK(s.knew == std::vector<std::size_t>{0, 2, 6});
  CHECK(s.asked == std::vector<int>{4, 4, 2});
  CHECK(result.known.trials().size() == 12);
  CHECK(result.reason == stop_reason::trials);
  CHECK(e.texts[0] == space::to_text(space::default_configuration()));
  CHECK(e.incumbents[0] == 0);
  CHECK(e.incumbents.back() > 0);
  // a point twice is measured once
  immediate again;
  o.first.push_back(o.first[1]);
  CHECK(search::run(s, again, o).known.trials().size() == 12);
}

TEST_CASE("a search stops after the trials that are allowed") {
  random_search s(choices(5, 10));
  immediate e;
  const auto result = search::run(s, e, batches_of(8, 21));
  CHECK(result.reason == stop_reason::trials);
  CHECK(result.known.trials().size() == 21);
  random_search none(choices(5, 10));
  CHECK(search::run(none, e, batches_of(8, 0)).known.trials().empty());
}

TEST_CASE("a search stops when the space is exhausted") {
  random_search s(choices(2, 5));
  immediate e;
  const auto result = search::run(s, e, batches_of(8, 1000));
  CHECK(result.reason == stop_reason::exhausted);
  CHECK(result.known.trials().size() == 25);
  CHECK(result.known.best_ns() == 100);
  CHECK(std::set<std::string>(e.texts.begin(), e.texts.end()).size() == 25);
}

TEST_CASE("a search stops when the time is spent") {
  // each trial takes a second of the clock
  double clock = 1000;
  immediate e;
  struct slow : search::evaluator {
    slow(immediate& inner, double& seconds) : inner_(inner), clock_(seconds) {}
    void submit(int trial, const space::configuration& c, double ns) override { inner_.submit(trial, c, ns); }
    measure::measurement wait(int trial) override {
      clock_ += 1;
      return inner_.wait(trial);
    }
    immediate& inner_;
    double& clock_;
  } timed_evaluator(e, clock);
  random_search s(choices(5, 10));
  auto o = batches_of(4, 1000);
  o.clock = [&] { return clock; };
  o.budget_s = 30;
  const auto result = search::run(s, timed_evaluator, o);
  CHECK(result.reason == stop_reason::time);
  CHECK(result.known.trials().size() <= 33);  // no batch begins that would end later than the budget
  CHECK(result.known.trials().size() >= 28);
  CHECK(result.seconds == static_cast<double>(result.known.trials().size()));
  CHECK(result.propose_seconds < 1);  // of the processor, whatever the clock says
}

TEST_CASE("a search stops when nothing gets better") {
  immediate e([](const space::configuration& c) { return timed(c.knobs[0].values[0] == 0 ? 50 : 60); });
  random_search s(choices(5, 10));
  auto o = batches_of(5, 1000);
  o.plateau = 40;
  const auto result = search::run(s, e, o);
  CHECK(result.reason == stop_reason::plateau);
  CHECK(result.known.best_ns() == 50);
  CHECK(result.known.since_best() >= 40);
  CHECK(result.known.since_best() < 40 + 2 * 5);
}

TEST_CASE("a search stops when a candidate is fast enough") {
  immediate e;
  random_search s(choices(3, 10));
  auto o = batches_of(5, 1000);
  o.target_ns = 200;
  const auto result = search::run(s, e, o);
  CHECK(result.reason == stop_reason::target);
  CHECK(result.known.best_ns() <= 200);
  // what was under way is waited for
  CHECK(e.waited.size() == e.numbers.size());
  CHECK(result.known.trials().size() == e.numbers.size());
  // an unusable candidate is never fast enough
  immediate broken([](const space::configuration&) { return failed(measure::status::crash, "no"); });
  random_search other(choices(2, 4));
  CHECK(search::run(other, broken, o).reason == stop_reason::exhausted);
}

TEST_CASE("trials of a search that was killed are known, and not measured again") {
  const auto points = choices(2, 5);
  auto o = batches_of(4, 1000);
  for (std::uint64_t k = 0; k < 10; ++k) o.resumed.push_back({points.at(k), bowl(points.at(k))});
  o.resumed.push_back(o.resumed.front());  // a record that was written twice
  o.first = {points.at(2), points.at(20)};
  immediate e;
  random_search s(points);
  int observed = 0;
  const auto result = search::run(s, e, o, [&](const search::history&) { ++observed; });
  CHECK(result.known.trials().size() == 25);
  CHECK(result.resumed == 10);
  CHECK(observed == 15);
  CHECK(e.texts.size() == 15);
  for (std::uint64_t k = 0; k < 10; ++k)
    CHECK(std::count(e.texts.begin(), e.texts.end(), space::to_text(points.at(k))) == 0);
  CHECK(std::count(e.texts.begin(), e.texts.end(), space::to_text(points.at(20))) == 1);
}

TEST_CASE("failures are counted with their first message") {
  immediate e([](const space::configuration& c) {
    return c.knobs[0].values[0] % 2 == 0 ? bowl(c) : failed(measure::status::wrong_result, "a is odd");
  });
  random_search s(choices(2, 6));
  const auto known = search::run(s, e, batches_of(8, 1000)).known;
  const auto wrong = static_cast<std::size_t>(measure::status::wrong_result);
  CHECK(known.statuses()[wrong] == 18);
  CHECK(known.messages()[wrong] == "a is odd");
  CHECK(known.statuses()[static_cast<std::size_t>(measure::status::ok)] == 18);
}

TEST_CASE("the same seed gives the same trials, however they are evaluated") {
  const auto points = choices(4, 8);
  const auto trials = [&](search::evaluator& e, std::uint64_t seed) {
    const features::knob_features features(points.knobs(), nullptr, target::cpu{});
    search::annealing s(points, std::make_unique<model::gbt::booster>(),
                        [&](const space::configuration& c, std::vector<float>& row) { features.append(c, row); });
    auto o = batches_of(8, 80);
    o.seed = seed;
    return texts_of(search::run(s, e, o).known);
  };
  immediate at_once, other;
  threaded several;
  const auto expected = trials(at_once, 1);
  CHECK(expected.size() == 80);
  CHECK(trials(several, 1) == expected);
  CHECK(trials(other, 2) != expected);
}

TEST_CASE("stop reasons have names") {
  CHECK(search::name_of(stop_reason::time) == "time");
  CHECK(search::name_of(stop_reason::exhausted) == "exhausted");
}
