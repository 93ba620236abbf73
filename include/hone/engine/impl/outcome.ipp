// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of engine/outcome.hpp.
#pragma once

#include <hone/engine/outcome.hpp>
#include <hone/space/text.hpp>

namespace hone::core::engine {
namespace detail {

HONE_DECL measure::measurement recorded_time(double best_ns, double median_ns, double spread) {
  measure::measurement m;
  m.status = measure::status::ok;
  m.best_ns = best_ns;
  m.median_ns = median_ns;
  m.spread = spread;
  return m;
}

}  // namespace detail

HONE_DECL search::loop_options loop_of(const tune_options& options, const tune_settings& settings) {
  search::loop_options loop;
  loop.batch = options.batch;
  loop.max_trials = options.max_trials;
  loop.plateau = options.plateau;
  loop.seed = settings.seed;
  return loop;
}

HONE_DECL void tell(const search::history& known, const tune_options& options, const tune_settings& settings,
                    progress_line& progress) {
  const auto& last = known.trials().back();
  if (options.on_trial)
    options.on_trial({static_cast<std::int64_t>(known.trials().size()), last.configuration, last.outcome, known.best_ns()});
  else if (settings.verbose > 0)
    progress.show(known);
}

HONE_DECL void fill_in(tuning_report& r, const search::loop_result& found) {
  r.trials = static_cast<std::int64_t>(found.known.trials().size());
  r.statuses = found.known.statuses();
  r.messages = found.known.messages();
  r.stopped = found.reason;
  r.model_ms = 1e3 * found.propose_seconds;
  for (const auto& t : found.known.trials()) {
    r.compile_ms += t.outcome.compile_ms;
    r.check_ms += t.outcome.check_ms;
    r.measure_ms += t.outcome.measure_ms;
  }
}

HONE_DECL std::string spelled(const space::configuration& c) {
  return space::is_default(c) ? "the default schedule" : space::to_text(c);
}

HONE_DECL records::record record_of(const tuning_report& r, const records::record_key& key, const std::string& name,
                                    const space::configuration& winner, const target::cpu& device) {
  records::record record;
  record.key = key;
  record.operator_name = name;
  record.shape = r.shape;
  record.configuration = winner;
  record.best_ns = r.tuned.best_ns;
  record.median_ns = r.tuned.median_ns;
  record.spread = r.tuned.spread;
  record.default_ns = r.fallback.median_ns;
  record.native_ns = r.native.median_ns;
  record.trials = r.trials;
  record.statuses = r.statuses;
  record.library = records::library_version();
  record.device_model = device.model;
  record.date = records::current_date();
  return record;
}

HONE_DECL void fill_in(tuning_report& r, const records::record& record) {
  r.source = kernel_source::record;
  r.schedule = spelled(record.configuration);
  r.native = detail::recorded_time(record.native_ns, record.native_ns, 0);
  r.fallback = detail::recorded_time(record.default_ns, record.default_ns, 0);
  r.tuned = detail::recorded_time(record.best_ns, record.median_ns, record.spread);
  r.trials = record.trials;
}

}  // namespace hone::core::engine
