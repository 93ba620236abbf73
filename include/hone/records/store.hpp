// SPDX-License-Identifier: Apache-2.0
/// \file
/// All known results: in memory, and in `records.jsonl` of the cache directory where there is one.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hone/config.hpp>
#include <hone/diag/environment.hpp>
#include <hone/records/record.hpp>

namespace hone::core::records {

/// What loading a file of records found.
struct load_report {
  int good = 0;
  std::vector<int> torn, foreign, older, newer;  ///< numbers of lines, from 1
  bool clean() const { return torn.empty() && foreign.empty() && older.empty() && newer.empty(); }
  /// "94 records; skipped 2 torn lines (57, 58), 5 lines of an older version (61 to 65)".
  HONE_DECL std::string sentence() const;
};

/// Safe to use from many threads; many processes may use one directory. What cannot be stored on disk is kept in
/// memory, and said once on the standard error stream.
class store {
 public:
  /// The directory by `cache_directory_name`. One that is missing is created; one that cannot be written, or that
  /// others can write to, is not used.
  HONE_DECL explicit store(std::string_view chosen = {},
                           const diag::environment& environment = diag::process_environment());
  HONE_DECL ~store();
  HONE_DECL store(store&&) noexcept;
  HONE_DECL store& operator=(store&&) noexcept;
  /// Nothing on disk.
  HONE_DECL static store in_memory();
  /// What is in a folder now, for looking at: nothing is created or said, and what is added stays in memory. A folder
  /// that is not there, or that others can write to, is not used.
  HONE_DECL static store reading(const std::string& path);

  /// The directory, "" when in memory only; `reason` says why.
  HONE_DECL const std::string& directory() const;
  HONE_DECL const std::string& reason() const;
  /// Of the last load.
  HONE_DECL load_report report() const;

  /// The record of a key with the smallest median time.
  HONE_DECL std::optional<record> best(const record_key& key) const;
  /// All records of the operator of that key, whatever the other fields: hints, and what transfer learns from.
  HONE_DECL std::vector<record> related(const record_key& key) const;
  HONE_DECL std::vector<record> all() const;
  /// Adds a record; it is on disk when this returns. False when it is kept in memory only.
  HONE_DECL bool append(const record& r);

  /// The trials of a key, in the order in which they were measured, those of killed sessions included.
  HONE_DECL std::vector<trial> trials(const record_key& key) const;
  HONE_DECL bool append_trial(const record_key& key, const trial& t);

  /// Reads the file again: what other processes have added since.
  HONE_DECL void refresh();

 private:
  struct contents;
  explicit store(std::unique_ptr<contents> c);
  std::unique_ptr<contents> contents_;
};

}  // namespace hone::core::records

#if !defined(HONE_COMPILED)
#include <hone/records/impl/store.ipp>
#endif
