// SPDX-License-Identifier: Apache-2.0
/// \file
/// The tuning loop: propose, submit, wait, learn, until a rule says stop.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <hone/config.hpp>
#include <hone/search/evaluator.hpp>
#include <hone/search/history.hpp>
#include <hone/search/stop_reason.hpp>
#include <hone/search/strategy.hpp>

namespace hone::core::search {

struct loop_options {
  int batch = 8;                  ///< trials proposed together; two batches are under way
  int max_trials = 1'000'000;     ///< without the `first` ones
  double budget_s = 0;            ///< seconds of `clock`; 0: no limit
  int plateau = 0;                ///< stop after this many trials without a better one; 0: never
  double target_ns = 0;           ///< stop when a candidate is this fast; 0: never
  std::uint64_t seed = 0;
  std::vector<space::configuration> first;  ///< measured before anything is proposed, where not known yet
  std::vector<trial> resumed;     ///< of a search that was killed: known, and not measured again
  std::function<double()> clock;  ///< seconds since any moment; steady wall time when empty
};

struct loop_result {
  history known;
  std::size_t resumed = 0;        ///< of those trials: known at the start, the first ones
  stop_reason reason = stop_reason::exhausted;
  double seconds = 0;             ///< whole search
  double propose_seconds = 0;     ///< model and search, in processor time of the calling thread
};

/// Called after each trial with everything known.
using trial_observer = std::function<void(const history&)>;

/// Batch n is proposed from the results of batches up to n - 2, in the order of the trials, never in order of arrival:
/// with a deterministic evaluator the same seed gives the same trials, however many of them run at the same time.
HONE_DECL loop_result run(strategy& s, evaluator& e, const loop_options& options, const trial_observer& observe = {});

}  // namespace hone::core::search

#if !defined(HONE_COMPILED)
#include <hone/search/impl/loop.ipp>
#endif
