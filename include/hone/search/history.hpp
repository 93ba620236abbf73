// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a search has learned so far, in the order of the trials.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include <hone/config.hpp>
#include <hone/measure/measurement.hpp>
#include <hone/space/configuration.hpp>

namespace hone::core::search {

struct trial {
  space::configuration configuration;
  measure::measurement outcome;
};

/// Trials that are measured, and configurations that are proposed (which no strategy may propose again).
class history {
 public:
  /// Marks a configuration as proposed; false when it was already.
  HONE_DECL bool claim(const space::configuration& c);
  HONE_DECL bool claimed(const space::configuration& c) const;
  HONE_DECL void add(trial t);

  const std::vector<trial>& trials() const { return trials_; }
  /// Index of the fastest usable trial, or -1.
  int best() const { return best_; }
  /// Its median time; 0 when there is none.
  HONE_DECL double best_ns() const;
  /// Trials by status.
  const std::array<std::int64_t, measure::status_count>& statuses() const { return statuses_; }
  /// The first message of each status that had one.
  const std::array<std::string, measure::status_count>& messages() const { return messages_; }
  /// Trials since the best one.
  int since_best() const { return static_cast<int>(trials_.size()) - 1 - best_; }

 private:
  std::vector<trial> trials_;
  std::unordered_set<std::string> claimed_;
  std::array<std::int64_t, measure::status_count> statuses_{};
  std::array<std::string, measure::status_count> messages_{};
  int best_ = -1;
};

}  // namespace hone::core::search

#if !defined(HONE_COMPILED)
#include <hone/search/impl/history.ipp>
#endif
