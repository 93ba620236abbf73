// SPDX-License-Identifier: Apache-2.0
/// \file
/// How candidates are timed, how long they may take, and how near to the reference they have to be.
#pragma once

#include <cstdint>
#include <string>

#include <hone/native/tolerance.hpp>
#include <hone/target/cpu.hpp>

namespace hone::core::measure {

using native::tolerance;

/// How one candidate is timed. A sample is the mean of a batch of calls.
struct sampling {
  std::int32_t min_samples = 3;
  std::int32_t max_samples = 10;
  double batch_ms = 0.4;             ///< a batch repeats the call until it takes this long
  double cap_ms = 100;               ///< no further sample is begun after this time
  double calm_spread = 0.01;         ///< stop early when the spread is below
  double drop_factor = 2.0;          ///< give up after one timed call that is this much slower than the incumbent
  double contender_factor = 1.2;     ///< stop at `min_samples` when slower than the incumbent by this factor
  std::int32_t compare_rounds = 15;  ///< samples of each finalist in a comparison
};

/// Milliseconds of wall time. Where a limit concerns work that the processor does, a worker that another program keeps
/// from the processor is given longer (up to `patience` times), so that a loaded machine fails nobody.
struct limits {
  double start_ms = 20'000;  ///< of a worker, until it says hello
  double build_ms = 10'000;
  double call_ms = 10'000;     ///< of one call while no incumbent is known
  double call_floor_ms = 100;  ///< of one call: at least this, at least `call_factor` incumbents
  double call_factor = 10;
  double candidate_ms = 0;  ///< the user's limit on running one candidate, everything included; 0: none
  double patience = 20;
  std::int64_t max_spills = -1;  ///< a candidate with more spills in its hot block is `limit`, not run; -1: no limit
};

struct measurer_options {
  std::string plugin;              ///< path of the backend's shared library
  std::string worker;              ///< path of the hone-worker executable
  target::cpu target;              ///< what is compiled for
  std::int32_t build_workers = 0;  ///< 0: one fewer than there are cores, at least one
  std::int32_t threads = 1;        ///< that a kernel runs with
  measure::sampling sampling;
  measure::limits limits;
  std::int32_t keep = 32;   ///< the objects of this many of the best candidates are kept
  std::string lock_path;    ///< one measurer at a time holds this file; empty: no lock
  double lock_wait_ms = 0;  ///< how long to wait for it
};

}  // namespace hone::core::measure
