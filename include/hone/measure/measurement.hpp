// SPDX-License-Identifier: Apache-2.0
/// \file
/// The outcome of one candidate: a timing, or the cause of its failure.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace hone::core::measure {

/// Why a candidate has a time, or has none.
enum class status : std::uint8_t {
  ok,              ///< checked and measured
  dropped,         ///< checked; given up after few runs, because it is hopelessly slower than the best
  limit,           ///< breaks a limit of the target (registers, code size, memory): not built, or built and refused
  lowering_error,  ///< the schedule cannot be lowered
  build_error,     ///< the compiler refused it
  build_timeout,
  crash,  ///< a signal, or a touched guard page
  run_timeout,
  wrong_result,
  worker_lost,  ///< the worker ended for no reason of the candidate's
};
inline constexpr int status_count = 10;
inline constexpr std::array<std::string_view, status_count> status_names{
    "ok",    "dropped",     "limit",        "lowering_error", "build_error", "build_timeout",
    "crash", "run_timeout", "wrong_result", "worker_lost"};
constexpr std::string_view name_of(status s) { return status_names[static_cast<std::size_t>(s)]; }

/// Times are nanoseconds of one call of the kernel.
struct measurement {
  measure::status status = status::worker_lost;
  std::string message;  ///< of a failure: one sentence
  double best_ns = 0;
  double median_ns = 0;
  double spread = 0;      ///< median absolute deviation over median
  std::int32_t runs = 0;  ///< timed samples
  double compile_ms = 0;  ///< what this trial cost, by activity
  double check_ms = 0;
  double measure_ms = 0;
  std::int64_t spills = -1;

  /// A sound kernel with a time; `dropped` ones are sound as well, their time is a rough one.
  bool usable() const { return status == status::ok || status == status::dropped; }
};

}  // namespace hone::core::measure
