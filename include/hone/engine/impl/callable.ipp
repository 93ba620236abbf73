// SPDX-License-Identifier: Apache-2.0
/// \file
/// Body of engine/callable.hpp.
#pragma once

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <hone/diag/error.hpp>
#include <hone/engine/callable.hpp>
#include <hone/engine/outcome.hpp>
#include <hone/engine/progress.hpp>
#include <hone/features/knob_features.hpp>
#include <hone/measure/clock.hpp>
#include <hone/measure/statistics.hpp>
#include <hone/meta/hash.hpp>
#include <hone/model/gbt/booster.hpp>
#include <hone/records/store.hpp>
#include <hone/search/annealing.hpp>
#include <hone/search/loop.hpp>
#include <hone/space/from_knobs.hpp>
#include <hone/space/space.hpp>
#include <hone/target/detect.hpp>
#include <hone/tune/settings.hpp>

namespace hone::core::engine {
namespace detail {

/// Runs the callable right where it is submitted: nothing may run beside it.
class callable_evaluator final : public search::evaluator {
 public:
  explicit callable_evaluator(const configured_call& call) : call_(call) {}

  void submit(int trial, const space::configuration& candidate, double incumbent_ns) override {
    measured_[trial] = measure(candidate, incumbent_ns, max_samples);
  }
  measure::measurement wait(int trial) override {
    auto m = std::move(measured_.at(trial));
    measured_.erase(trial);
    return m;
  }

  /// A warm-up call, then timed ones; a candidate twice as slow as the incumbent is given up after the first.
  measure::measurement measure(const space::configuration& candidate, double incumbent_ns, int samples) {
    measure::measurement m;
    try {
      call_(candidate);
      std::vector<double> times;
      for (int k = 0; k < samples; ++k) {
        const double start = measure::wall_ns();
        call_(candidate);
        times.push_back(measure::wall_ns() - start);
        if (k == 0 && incumbent_ns > 0 && times[0] > 2 * incumbent_ns) break;
      }
      measure::summarise(times, m);
      m.status = times.size() == 1 && samples > 1 ? measure::status::dropped : measure::status::ok;
    } catch (const std::exception& e) {
      m.status = measure::status::crash;
      m.message = e.what();
    }
    return m;
  }

  static constexpr int max_samples = 5;

 private:
  const configured_call& call_;
  std::map<int, measure::measurement> measured_;
};

HONE_DECL records::record_key callable_key(const callable_request& request, const space::definition& knobs,
                                           const target::cpu& device) {
  stable_hash hash;
  hash.add("callable").add(request.name);
  for (const auto& k : knobs.knobs) hash.add(k.name);
  records::record_key k;
  k.operation = hash.hex();
  k.values = request.key;
  k.device = records::make_key(k.operation, ast::problem{}, device, 1).device;
  return k;
}

/// Races the best few of the search against each other, round by round.
HONE_DECL std::size_t best_of(callable_evaluator& evaluator, const std::vector<space::configuration>& finalists,
                              std::vector<measure::measurement>& timings) {
  std::vector<std::vector<double>> samples(finalists.size());
  for (int round = 0; round < 5; ++round)
    for (std::size_t k = 0; k < finalists.size(); ++k)
      samples[k].push_back(evaluator.measure(finalists[k], 0, 1).best_ns);
  timings.resize(finalists.size());
  std::size_t best = 0;
  for (std::size_t k = 0; k < finalists.size(); ++k) {
    measure::summarise(samples[k], timings[k]);
    timings[k].status = measure::status::ok;
    if (timings[k].median_ns < timings[best].median_ns) best = k;
  }
  return best;
}

class callable_session {
 public:
  explicit callable_session(const callable_request& request)
      : request_(request),
        settings_(settle(request.options, diag::process_environment())),
        began_(measure::wall_ns()),
        device_(target::host()),
        knobs_(space::resolve_names(request.knobs, nullptr)),
        space_(knobs_, nullptr, device_),
        store_(settings_.cache_directory),
        key_(callable_key(request, knobs_, device_)) {}

  callable_outcome run() {
    auto& r = outcome_.report;
    r.operation = request_.name;
    r.space_size = space_.size().value;
    r.space_exact = space_.size().exact;
    const bool records = settings_.mode == tune_mode::read || settings_.mode == tune_mode::missing;
    if (!(records && from_record())) {
      if (settings_.mode == tune_mode::off || settings_.mode == tune_mode::read) any_point();
      else choose(search_space());
    }
    r.seconds = (measure::wall_ns() - began_) * 1e-9;
    return std::move(outcome_);
  }

 private:
  bool from_record() {
    const auto known = store_.best(key_);
    if (!known || !space_.contains(known->configuration)) return false;
    outcome_.best = known->configuration;
    fill_in(outcome_.report, *known);
    outcome_.report.stored = store_.directory();
    return true;
  }

  void any_point() {
    random_generator random(settings_.seed);
    outcome_.best = space_.size().exact ? space_.at(0) : space_.sample(random);
    outcome_.report.schedule = spelled(outcome_.best);
    outcome_.report.source = kernel_source::fallback;
    outcome_.report.note = "no record, and tuning is off";
  }

  search::loop_result search_space() {
    const auto& options = request_.options;
    callable_evaluator evaluator(request_.call);
    const features::knob_features features(knobs_, nullptr, device_);
    search::annealing strategy(
        space_, std::make_unique<model::gbt::booster>(),
        [&](const space::configuration& c, std::vector<float>& row) { features.append(c, row); });
    auto loop = loop_of(options, settings_);
    loop.budget_s = 0.85 * settings_.budget_seconds;
    progress_line progress(request_.name, 0, settings_.budget_seconds, settings_.verbose > 1);
    return search::run(strategy, evaluator, loop,
                       [&](const search::history& known) { tell(known, options, settings_, progress); });
  }

  void choose(const search::loop_result& found) {
    auto& r = outcome_.report;
    fill_in(r, found);
    auto order = found.known.trials();
    if (found.known.best() < 0)
      throw error(error_code::bad_configuration,
                  "every configuration of " + request_.name + " failed" +
                      (order.empty() ? "" : ": " + order.front().outcome.message));
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
      return a.outcome.usable() && (!b.outcome.usable() || a.outcome.median_ns < b.outcome.median_ns);
    });
    std::vector<space::configuration> finalists;
    for (const auto& t : order)
      if (t.outcome.usable() && finalists.size() < 4) finalists.push_back(t.configuration);
    callable_evaluator evaluator(request_.call);
    std::vector<measure::measurement> timings;
    const auto best = best_of(evaluator, finalists, timings);
    outcome_.best = finalists[best];
    r.source = kernel_source::tuned;
    r.schedule = spelled(outcome_.best);
    r.tuned = timings[best];
    auto record = record_of(r, key_, request_.name, outcome_.best, device_);
    record.seed = settings_.seed;
    if (store_.append(record)) r.stored = store_.directory();
  }

  const callable_request& request_;
  tune_settings settings_;
  double began_;
  const target::cpu& device_;
  space::definition knobs_;
  space::space space_;
  records::store store_;
  records::record_key key_;
  callable_outcome outcome_;
};

}  // namespace detail

HONE_DECL callable_outcome tune_callable(const callable_request& request) {
  return detail::callable_session(request).run();
}

}  // namespace hone::core::engine
