// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a call of `tune` found and did, as plain data and as a summary that fits a screen.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <hone/ast/problem.hpp>
#include <hone/config.hpp>
#include <hone/measure/measurement.hpp>
#include <hone/search/stop_reason.hpp>

namespace hone::core {

/// Where the kernel of a tuned operator comes from.
enum class kernel_source : std::uint8_t {
  native,   ///< the operator as the user's compiler compiled it: no backend is here, or none may be used
  fallback, ///< the default schedule, not tuned
  tuned,    ///< the winner of the search that this call made
  record,   ///< the winner of an earlier search
};
constexpr kernel_source last_of(kernel_source) { return kernel_source::record; }

/// Times are nanoseconds of one call, 0 where not measured.
struct tuning_report {
  std::string operation;              ///< the operator in one line
  std::string shape;                  ///< "i=512 j=512 k=512"
  double flops = 0;                   ///< of one call
  std::int32_t threads = 1;
  kernel_source source = kernel_source::native;
  std::string schedule;               ///< the winner's configuration; "default" for the default schedule
  measure::measurement native, fallback, tuned;
  double space_size = 0;
  bool space_exact = true;
  std::int64_t trials = 0;
  std::array<std::int64_t, measure::status_count> statuses{};
  std::array<std::string, measure::status_count> messages{};  ///< the first of each failure
  search::stop_reason stopped = search::stop_reason::exhausted;
  double seconds = 0;                 ///< whole call
  double compile_ms = 0, check_ms = 0, measure_ms = 0;  ///< of all trials, in the workers
  double lower_ms = 0;                ///< schedules to loop programs, in this process: processor time
  double model_ms = 0;                ///< model and search, in this process: processor time
  std::string backend;                ///< "orc (LLVM 19.1.7)"
  std::string stored;                 ///< file that holds the record; empty: kept in memory only
  std::string note;                   ///< why the kernel is not tuned, where there is a reason

  bool from_record() const { return source == kernel_source::record; }
  /// GFLOP/s of a time in nanoseconds; 0 for none.
  double gflops(const measure::measurement& m) const { return m.median_ns > 0 ? flops / m.median_ns : 0; }
};

/// A report that says what is asked for, before anything is done.
HONE_DECL tuning_report begin_report(const ast::problem& problem, int threads);

/// Native, default and tuned with their spread, trials, causes of failure, time, where it is stored.
HONE_DECL std::string summary(const tuning_report& report);

}  // namespace hone::core

#if !defined(HONE_COMPILED)
#include <hone/tune/impl/report.ipp>
#endif
