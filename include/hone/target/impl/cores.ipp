// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of target/cores.hpp.
#pragma once

#include <algorithm>
#include <string>

#include <sched.h>
#include <unistd.h>

#include <hone/target/cores.hpp>
#include <hone/target/small_file.hpp>

namespace hone::core::target {
namespace detail {

/// The processors that this process may run on.
HONE_DECL std::int32_t cores_from_affinity() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) return CPU_COUNT(&set);
  return static_cast<std::int32_t>(std::max<long>(1, sysconf(_SC_NPROCESSORS_ONLN)));  // more than CPU_SETSIZE
}

/// The path after "<marker>" in /proc/self/cgroup, "/" when there is none.
HONE_DECL std::string cgroup_path(std::string_view marker) {
  const std::string text = "\n" + file_text("/proc/self/cgroup") + "\n";
  const auto at = text.find(marker);
  if (at == std::string::npos) return "/";
  const auto begin = at + marker.size();
  return text.substr(begin, text.find('\n', begin) - begin);
}

/// The least quota of a group and the groups above it; inside a container only the last may be visible.
HONE_DECL std::optional<std::int32_t> cores_from_cgroups() {
  std::optional<std::int32_t> least;
  const auto consider = [&](std::optional<std::int32_t> n) {
    if (n && (!least || *n < *least)) least = n;
  };
  const auto each_parent = [](std::string path, auto visit) {
    while (!path.empty() && path != "/") {
      visit(path);
      path.resize(path.find_last_of('/') == std::string::npos ? 0 : path.find_last_of('/'));
    }
    visit(std::string());
  };
  each_parent(cgroup_path("\n0::"), [&](const std::string& path) {
    consider(cores_from_quota(file_text("/sys/fs/cgroup" + path + "/cpu.max")));
  });
  for (const std::string_view version_1 : {":cpu:", ":cpu,cpuacct:"})
    each_parent(cgroup_path(version_1), [&](const std::string& path) {
      const std::string file = "/sys/fs/cgroup/cpu" + path + "/cpu.cfs_";
      consider(cores_from_quota(file_text(file + "quota_us") + " " + file_text(file + "period_us")));
    });
  return least;
}

}  // namespace detail

HONE_DECL std::optional<std::int32_t> cores_from_quota(std::string_view cpu_max) {
  std::string_view rest;
  const std::int64_t quota = leading_number(cpu_max, &rest);
  if (quota <= 0 || rest.empty()) return std::nullopt;  // "max", -1, or no file
  const std::int64_t period = leading_number(rest.substr(1));
  if (period <= 0) return std::nullopt;
  return static_cast<std::int32_t>(std::min<std::int64_t>((quota + period - 1) / period, 1 << 20));
}

HONE_DECL std::int32_t usable_cores() {
  const auto allowed = detail::cores_from_affinity();
  const auto quota = detail::cores_from_cgroups();
  return quota ? std::clamp(*quota, 1, allowed) : allowed;
}

}  // namespace hone::core::target
