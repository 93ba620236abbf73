// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of measure/affinity.hpp.
#pragma once

#include <hone/measure/affinity.hpp>

#include <sched.h>

#include <algorithm>
#include <charconv>
#include <system_error>

namespace hone::core::measure {

HONE_DECL std::vector<int> allowed_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cores;
  if (::sched_getaffinity(0, sizeof set, &set) == 0)
    for (int core = 0; core < CPU_SETSIZE; ++core)
      if (CPU_ISSET(static_cast<std::size_t>(core), &set)) cores.push_back(core);
  if (cores.empty()) cores.push_back(0);
  return cores;
}

HONE_DECL bool stay_on(std::span<const int> cores) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int core : cores)
    if (core >= 0 && core < CPU_SETSIZE) CPU_SET(static_cast<std::size_t>(core), &set);
  return !cores.empty() && ::sched_setaffinity(0, sizeof set, &set) == 0;
}

HONE_DECL std::string to_text(std::span<const int> cores) {
  std::string text;
  for (const int core : cores) text += (text.empty() ? "" : ",") + std::to_string(core);
  return text;
}

HONE_DECL std::vector<int> cores_from_text(std::string_view text) {
  std::vector<int> cores;
  while (!text.empty()) {
    const auto piece = text.substr(0, text.find(','));
    text.remove_prefix(std::min(piece.size() + 1, text.size()));
    int core = 0;
    const auto end = piece.data() + piece.size();
    if (const auto [at, problem] = std::from_chars(piece.data(), end, core); problem == std::errc() && at == end)
      cores.push_back(core);
  }
  return cores;
}

HONE_DECL core_plan plan_cores(std::span<const int> allowed, int threads) {
  core_plan plan;
  plan.build.assign(allowed.begin(), allowed.end());
  plan.run = plan.build;
  plan.alternate = allowed.size() < 2 || threads > 1;
  if (plan.alternate) return plan;
  plan.run = {plan.build.back()};  // the first core tends to serve interrupts
  plan.build.pop_back();
  return plan;
}

}  // namespace hone::core::measure
