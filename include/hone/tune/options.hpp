// SPDX-License-Identifier: Apache-2.0
/// \file
/// How `tune` goes about it: what a program can state beside the operator, its space and its extents.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <hone/diag/environment.hpp>
#include <hone/measure/options.hpp>
#include <hone/tune/report.hpp>
#include <hone/tune/trial.hpp>

namespace hone::core {

using diag::tune_mode;

/// How candidates are chosen.
enum class search_method : std::uint8_t {
  annealing,  ///< simulated annealing over gradient-boosted trees
  random,
  grid,       ///< every point in order
};
constexpr search_method last_of(search_method) { return search_method::grid; }

/// What a program states; what it leaves open comes from the environment, then from the defaults written here.
/// HONE_TUNE=off wins over the program.
struct tune_options {
  std::optional<tune_mode> mode;             ///< `missing`
  std::optional<double> budget_seconds;      ///< wall time, everything included: 10 s
  std::optional<int> threads;                ///< of the kernel: 1
  std::optional<std::uint64_t> seed;         ///< of data and search: 0
  std::optional<int> verbose;                ///< 0: silent; 1: progress and summary; 2: every trial. 1
  std::optional<std::string> cache_directory;
  std::optional<std::string> plugin_directory;
  std::optional<std::string> backend;        ///< "orc", or "native" for none
  std::optional<measure::tolerance> tolerance;  ///< of the check; derived from types, lengths and magnitudes
  search_method method = search_method::annealing;
  int max_trials = 1'000'000;
  int batch = 8;                             ///< trials proposed together
  int plateau = 0;                           ///< stop after this many trials without a better one; 0: never
  double target_gflops = 0;                  ///< stop when reached; 0: never
  measure::limits limits;                    ///< of single candidates
  std::function<void(const trial_event&)> on_trial;       ///< replaces the progress line
  std::function<void(const tuning_report&)> on_finish;    ///< replaces the summary
};

/// A setting as an argument of `tune`, in any order after the extents: `budget(2s)`, `threads(1)`.
template <class Apply>
struct tune_setting {
  Apply apply;
  void operator()(tune_options& options) const { apply(options); }
};
template <class Apply>
tune_setting(Apply) -> tune_setting<Apply>;

template <class T>
concept TuneSetting = std::is_invocable_v<const T&, tune_options&>;

/// Wall time of the whole call: `budget(std::chrono::seconds(2))`.
template <class Rep, class Period>
auto budget(std::chrono::duration<Rep, Period> time) {
  const double seconds = std::chrono::duration<double>(time).count();
  return tune_setting{[=](tune_options& o) { o.budget_seconds = seconds; }};
}
inline auto threads(int count) {
  return tune_setting{[=](tune_options& o) { o.threads = count; }};
}
inline auto seed(std::uint64_t number) {
  return tune_setting{[=](tune_options& o) { o.seed = number; }};
}
inline auto mode(tune_mode m) {
  return tune_setting{[=](tune_options& o) { o.mode = m; }};
}
inline auto max_trials(int count) {
  return tune_setting{[=](tune_options& o) { o.max_trials = count; }};
}
inline auto cache_directory(std::string path) {
  return tune_setting{[path = std::move(path)](tune_options& o) { o.cache_directory = path; }};
}
inline auto verbose(int level) {
  return tune_setting{[=](tune_options& o) { o.verbose = level; }};
}
inline auto on_trial(std::function<void(const trial_event&)> f) {
  return tune_setting{[f = std::move(f)](tune_options& o) { o.on_trial = f; }};
}
inline auto on_finish(std::function<void(const tuning_report&)> f) {
  return tune_setting{[f = std::move(f)](tune_options& o) { o.on_finish = f; }};
}
/// Any other member: `with([](tune_options& o) { o.plateau = 100; })`.
template <class Apply>
auto with(Apply apply) {
  return tune_setting{std::move(apply)};
}

}  // namespace hone::core
