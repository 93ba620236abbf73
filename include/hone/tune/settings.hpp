// SPDX-License-Identifier: Apache-2.0
/// \file
/// Options, environment and defaults merged into what a session goes by.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include <hone/diag/environment.hpp>
#include <hone/tune/options.hpp>

namespace hone::core {

struct tune_settings {
  tune_mode mode = tune_mode::missing;
  double budget_seconds = 10;
  int threads = 1;
  std::uint64_t seed = 0;
  int verbose = 1;
  std::string cache_directory;   ///< "": the usual one
  std::string plugin_directory;  ///< "": the usual search
  std::string backend = "orc";
  bool backend_demanded = false; ///< by the program: its absence is an error
};

inline tune_settings settle(const tune_options& o, const diag::environment& env) {
  tune_settings s;
  s.mode = env.tune == tune_mode::off ? env.tune : o.mode.value_or(env.tune);
  s.budget_seconds = o.budget_seconds.value_or(env.budget_ms ? static_cast<double>(*env.budget_ms) / 1e3 : s.budget_seconds);
  s.threads = std::max(1, o.threads.value_or(std::max(1, env.threads)));
  s.seed = o.seed.value_or(env.seed.value_or(0));
  s.verbose = o.verbose.value_or(env.verbose.value_or(1));
  s.cache_directory = o.cache_directory.value_or("");
  s.plugin_directory = o.plugin_directory.value_or("");
  s.backend = o.backend.value_or(env.backend.empty() ? s.backend : env.backend);
  s.backend_demanded = o.backend.has_value();
  return s;
}

}  // namespace hone::core
