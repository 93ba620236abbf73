// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a search asks for measurements: real workers, recorded timings, or a user's callable.
#pragma once

#include <hone/measure/measurement.hpp>
#include <hone/space/configuration.hpp>

namespace hone::core::search {

/// Trials are numbered by the search. `submit` returns at once where the work can go on beside the search; `wait`
/// returns the outcome of one submitted trial. Every submitted trial is waited for once, in order.
class evaluator {
 public:
  virtual ~evaluator() = default;
  /// `incumbent_ns`: the best time known when the trial was proposed (0: none), for racing.
  virtual void submit(int trial, const space::configuration& candidate, double incumbent_ns) = 0;
  virtual measure::measurement wait(int trial) = 0;
};

}  // namespace hone::core::search
