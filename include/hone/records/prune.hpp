// SPDX-License-Identifier: Apache-2.0
/// \file
/// Takes out of a folder what is of no further use.
#pragma once

#include <cstdint>
#include <string>

#include <hone/config.hpp>

namespace hone::core::records {

struct prune_rules {
  int keep = 1;          ///< how many of the fastest stay among rivals (rank.hpp)
  std::string before;    ///< what is of an earlier date goes, the fastest too: "2026-01-31T12:00:00Z"; "": nothing does
  bool dry_run = false;  ///< only count
};

/// What was taken out, or would be.
struct prune_result {
  int superseded = 0, old = 0, torn = 0;  ///< lines
  int kept = 0;                           ///< records that stay
  int trials = 0, objects = 0;            ///< files
  std::int64_t bytes = 0;                 ///< of lines and files
  bool busy = false;                      ///< a search runs: trials and objects stay
  int unnamed = 0;                        ///< records that do not say which object is theirs: objects stay
  std::string reason;                     ///< of a failure; what was taken out before it stays out
};

/// Takes out superseded and old records and torn lines; the trials of finished searches (those with a record) and of
/// searches given up before that date; and objects that no record names. Lines of other versions and foreign ones stay.
/// The file of records is exchanged under the lock of appends, so no record is lost that a program adds meanwhile.
/// `directory`: one that open_cache_directory calls usable. Throws `error{io_failed}` where the lock of searches cannot
/// be opened.
HONE_DECL prune_result prune(const std::string& directory, const prune_rules& rules);

}  // namespace hone::core::records

#if !defined(HONE_COMPILED)
#include <hone/records/impl/prune.ipp>
#endif
