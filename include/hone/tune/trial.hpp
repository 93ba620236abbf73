// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a program is told of each trial.
#pragma once

#include <cstdint>

#include <hone/measure/measurement.hpp>
#include <hone/space/configuration.hpp>

namespace hone::core {

/// A trial as it ends. A search that goes on where an earlier one was stopped counts the earlier trials as well.
struct trial_event {
  std::int64_t number = 0;  ///< from 1
  space::configuration configuration;
  measure::measurement outcome;
  double best_ns = 0;       ///< median time of the fastest candidate so far; 0: none works
};

}  // namespace hone::core
