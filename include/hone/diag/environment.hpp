// SPDX-License-Identifier: Apache-2.0
/// \file
/// The environment variables of the library, read once into plain data. They give defaults; the program may choose
/// otherwise.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hone/config.hpp>

namespace hone::diag {

/// What `tune` does about a kernel.
enum class tune_mode : std::uint8_t {
  off,      ///< neither tune nor read records: the default kernel
  read,     ///< use records, never tune
  missing,  ///< tune what has no record
  force,    ///< tune again
};
HONE_DECL std::string_view name_of(tune_mode mode);

/// Unset variables are empty or have the default given here.
struct environment {
  tune_mode tune = tune_mode::missing;    ///< HONE_TUNE = off | read | missing | force
  std::optional<std::int64_t> budget_ms;  ///< HONE_BUDGET_MS: wall time of a tuning session
  std::string cache_directory;            ///< HONE_CACHE_DIR: records and object code
  std::string plugin_directory;           ///< HONE_PLUGIN_DIR: backends and the worker
  std::optional<int> verbose;             ///< HONE_VERBOSE = 0 | 1 | 2: silent, summary, every trial
  std::optional<std::uint64_t> seed;      ///< HONE_SEED
  std::string backend;                    ///< HONE_BACKEND = native | orc | cuda | opencl
  int threads = 0;                        ///< HONE_THREADS: 1 and more; 0 stands for "not set"
  friend bool operator==(const environment&, const environment&) = default;
};

/// An environment and what is wrong with it, one sentence each: a value that the variable does not take, a HONE_ name
/// that nothing reads. (HONE_TEST_ names belong to the tests.)
struct parsed_environment {
  environment values;
  std::vector<std::string> complaints;
};

/// Reads "NAME=value" texts, as `environ` holds them.
HONE_DECL parsed_environment parse_environment(const std::vector<std::string_view>& variables);

/// This process's environment, read at the first call.
HONE_DECL const environment& process_environment();
/// Says what is wrong with it on the standard error stream, at most once per process.
HONE_DECL void report_environment();

}  // namespace hone::diag

#if !defined(HONE_COMPILED)
#include <hone/diag/impl/environment.ipp>
#endif
