// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of tune/callable.hpp.
#pragma once

#include <cstdio>
#include <exception>
#include <map>
#include <memory>

#include <hone/diag/error.hpp>
#include <hone/features/knob_features.hpp>
#include <hone/measure/clock.hpp>
#include <hone/measure/statistics.hpp>
#include <hone/meta/hash.hpp>
#include <hone/model/gbt/booster.hpp>
#include <hone/records/store.hpp>
#include <hone/search/annealing.hpp>
#include <hone/search/loop.hpp>
#include <hone/space/space.hpp>
#include <hone/space/text.hpp>
#include <hone/target/detect.hpp>
#include <hone/tune/callable.hpp>
#include <hone/tune/progress.hpp>
#include <hone/tune/settings.hpp>

namespace hone::core {

HONE_DECL std::int64_t knob_values::operator[](std::string_view knob) const {
  return space::number(configuration_, knob);
}

namespace detail {

/// Runs the callable right where it is submitted: nothing may run beside it.
class callable_evaluator final : public search::evaluator {
 public:
  explicit callable_evaluator(const tunable& call) : call_(call) {}

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
      const knob_values values(candidate);
      call_(values);
      std::vector<double> times;
      for (int k = 0; k < samples; ++k) {
        const double start = measure::wall_ns();
        call_(values);
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
  const tunable& call_;
  std::map<int, measure::measurement> measured_;
};

HONE_DECL records::record_key callable_key(const std::string& name, const space::definition& knobs,
                                           const std::vector<std::int64_t>& numbers, const target::cpu& device) {
  stable_hash hash;
  hash.add("callable").add(name);
  for (const auto& k : knobs.knobs) hash.add(k.name);
  records::record_key k;
  k.operation = hash.hex();
  k.values = numbers;
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

}  // namespace detail

HONE_DECL callable_outcome tune_callable(const std::string& name, const tunable& call, const space::definition& knobs,
                                         const std::vector<std::int64_t>& key, const tune_options& options) {
  const auto settings = settle(options, diag::process_environment());
  const double began = measure::wall_ns();
  const auto& device = target::host();
  const space::space s(knobs, nullptr, device);
  records::store store(settings.cache_directory);
  const auto record_key = detail::callable_key(name, knobs, key, device);
  callable_outcome outcome;
  auto& r = outcome.report;
  r.operation = name;
  r.space_size = s.size().value;
  r.space_exact = s.size().exact;
  random_generator random(settings.seed);
  if (settings.mode != tune_mode::force && settings.mode != tune_mode::off)
    if (const auto known = store.best(record_key); known && s.contains(known->configuration)) {
      outcome.best = known->configuration;
      r.source = kernel_source::record;
      r.schedule = space::to_text(outcome.best);
      r.tuned.median_ns = known->median_ns;
      r.stored = store.directory();
      r.seconds = (measure::wall_ns() - began) * 1e-9;
      return outcome;
    }
  if (settings.mode == tune_mode::off || settings.mode == tune_mode::read) {
    outcome.best = s.size().exact ? s.at(0) : s.sample(random);
    r.schedule = space::to_text(outcome.best);
    r.source = kernel_source::fallback;
    r.note = "no record, and tuning is off";
    return outcome;
  }
  detail::callable_evaluator evaluator(call);
  const features::knob_features features(knobs, nullptr, device);
  search::annealing strategy(s, std::make_unique<model::gbt::booster>(),
                             [&](const space::configuration& c, std::vector<float>& row) { features.append(c, row); });
  search::loop_options loop;
  loop.batch = options.batch;
  loop.max_trials = options.max_trials;
  loop.plateau = options.plateau;
  loop.seed = settings.seed;
  loop.budget_s = 0.85 * settings.budget_seconds;
  progress_line progress(name, 0, settings.budget_seconds, settings.verbose > 1);
  const auto found = search::run(strategy, evaluator, loop, [&](const search::history& known) {
    if (options.on_trial)
      options.on_trial(known);
    else if (settings.verbose > 0)
      progress.show(known);
  });
  r.trials = static_cast<std::int64_t>(found.known.trials().size());
  r.statuses = found.known.statuses();
  r.messages = found.known.messages();
  r.stopped = found.reason;
  r.model_ms = 1e3 * found.propose_seconds;
  if (found.known.best() < 0)
    throw error(error_code::bad_configuration,
                "every configuration of " + name + " failed" +
                    (found.known.trials().empty() ? "" : ": " + found.known.trials().front().outcome.message));
  auto order = found.known.trials();
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
    return a.outcome.usable() && (!b.outcome.usable() || a.outcome.median_ns < b.outcome.median_ns);
  });
  std::vector<space::configuration> finalists;
  for (const auto& t : order)
    if (t.outcome.usable() && finalists.size() < 4) finalists.push_back(t.configuration);
  std::vector<measure::measurement> timings;
  const auto best = detail::best_of(evaluator, finalists, timings);
  outcome.best = finalists[best];
  r.source = kernel_source::tuned;
  r.schedule = space::to_text(outcome.best);
  r.tuned = timings[best];
  records::record record;
  record.key = record_key;
  record.operator_name = name;
  record.configuration = outcome.best;
  record.best_ns = r.tuned.best_ns;
  record.median_ns = r.tuned.median_ns;
  record.spread = r.tuned.spread;
  record.trials = r.trials;
  record.seed = settings.seed;
  record.statuses = r.statuses;
  record.library = records::library_version();
  record.device_model = device.model;
  record.date = records::current_date();
  if (store.append(record)) r.stored = store.directory();
  r.seconds = (measure::wall_ns() - began) * 1e-9;
  if (options.on_finish)
    options.on_finish(r);
  else if (settings.verbose > 0)
    std::fputs(summary(r).c_str(), stderr);
  return outcome;
}

}  // namespace hone::core
