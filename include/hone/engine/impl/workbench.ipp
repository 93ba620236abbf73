// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of engine/workbench.hpp.
#pragma once

#include <utility>

#include <hone/diag/error.hpp>
#include <hone/lower/lower.hpp>
#include <hone/measure/clock.hpp>
#include <hone/space/default_schedule.hpp>
#include <hone/space/resolve.hpp>
#include <hone/engine/workbench.hpp>

namespace hone::core::engine {
HONE_DECL lower::candidate lower_configuration(const ast::problem& problem, const space::definition& knobs,
                                               const target::cpu& target, const space::configuration& c) {
  const auto schedule = space::is_default(c) ? space::default_schedule(problem, target)
                                             : space::resolve(knobs, c, problem, target);
  return lower::lower(problem, schedule, target);
}

HONE_DECL void workbench::submit(int trial, const space::configuration& candidate, double incumbent_ns) {
  const double start = measure::thread_cpu_ns();
  try {
    auto lowered = lower_configuration(problem_, knobs_, target_, candidate);
    lower_ms_ += (measure::thread_cpu_ns() - start) * 1e-6;
    measurer_.submit(trial, std::move(lowered), incumbent_ns);
  } catch (const error& e) {
    measure::measurement m;
    m.status = measure::status::lowering_error;
    m.message = e.what();
    failed_.emplace(trial, std::move(m));
  }
}

HONE_DECL measure::measurement workbench::wait(int trial) {
  const auto failed = failed_.find(trial);
  if (failed == failed_.end()) return measurer_.wait(trial);
  auto m = std::move(failed->second);
  failed_.erase(failed);
  return m;
}

}  // namespace hone::core::engine
