// SPDX-License-Identifier: Apache-2.0
/// \file
/// Spaces of plain choices, and an evaluator that computes the time of a candidate.
#pragma once

#include <cmath>
#include <functional>
#include <future>
#include <map>
#include <string>
#include <vector>

#include <hone/search/evaluator.hpp>
#include <hone/search/loop.hpp>
#include <hone/space/space.hpp>
#include <hone/space/text.hpp>

namespace search_test {

using namespace hone;
using namespace hone::core;

/// `knobs` choices "a", "b", ... of `values` numbers 0, 1, ... each.
inline space::space choices(int knobs, std::int64_t values) {
  space::definition d;
  for (int k = 0; k < knobs; ++k) {
    space::knob knob;
    knob.name = std::string(1, static_cast<char>('a' + k));
    for (std::int64_t v = 0; v < values; ++v) knob.values.push_back(v);
    d.knobs.push_back(std::move(knob));
  }
  return space::space(d, nullptr, {});
}

inline measure::measurement timed(double ns) {
  measure::measurement m;
  m.status = measure::status::ok;
  m.best_ns = m.median_ns = ns;
  return m;
}
inline measure::measurement failed(measure::status s, std::string message) {
  measure::measurement m;
  m.status = s;
  m.message = std::move(message);
  return m;
}

using cost_function = std::function<measure::measurement(const space::configuration&)>;

/// A bowl with its lowest point, 100 ns, at 3, 4, 5, ... The default configuration has 1000 ns.
inline measure::measurement bowl(const space::configuration& c) {
  if (space::is_default(c)) return timed(1000);
  double ns = 100, lowest = 3;
  for (const auto& k : c.knobs) {
    const double away = static_cast<double>(k.values.front()) - lowest++;
    ns += 10 * away * away;
  }
  return timed(ns);
}

/// Answers at once, and notes what it is asked.
class immediate : public search::evaluator {
 public:
  explicit immediate(cost_function cost = bowl) : cost_(std::move(cost)) {}
  void submit(int trial, const space::configuration& c, double incumbent_ns) override {
    texts.push_back(space::to_text(c));
    numbers.push_back(trial);
    incumbents.push_back(incumbent_ns);
    outcomes_[trial] = cost_(c);
  }
  measure::measurement wait(int trial) override {
    waited.push_back(trial);
    return outcomes_.at(trial);
  }
  std::vector<std::string> texts;
  std::vector<int> numbers, waited;
  std::vector<double> incumbents;

 private:
  cost_function cost_;
  std::map<int, measure::measurement> outcomes_;
};

/// A thread per candidate; they finish in any order.
class threaded : public search::evaluator {
 public:
  void submit(int trial, const space::configuration& c, double) override {
    outcomes_[trial] = std::async(std::launch::async, bowl, c);
  }
  measure::measurement wait(int trial) override { return outcomes_.at(trial).get(); }

 private:
  std::map<int, std::future<measure::measurement>> outcomes_;
};

inline std::vector<std::string> texts_of(const search::history& h) {
  std::vector<std::string> texts;
  for (const auto& t : h.trials()) texts.push_back(space::to_text(t.configuration));
  return texts;
}

}  // namespace search_test
