// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of target/detect.hpp.
#include <hone/target/detect.hpp>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#include <sched.h>
#include <unistd.h>

namespace hone::core::target {

namespace detail {

#if defined(__x86_64__)

HONE_DECL cpuid_registers cpuid(std::uint32_t leaf, std::uint32_t subleaf) {
  cpuid_registers r;
  __get_cpuid_count(leaf, subleaf, &r.eax, &r.ebx, &r.ecx, &r.edx);  // leaves zeros for an unknown leaf
  return r;
}

/// XGETBV faults unless the OS has set OSXSAVE (leaf 1, ecx bit 27).
HONE_DECL std::uint64_t read_xcr0(const cpuid_registers& basic_1) {
  if ((basic_1.ecx >> 27 & 1) == 0) return 0;
  std::uint32_t low = 0, high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return std::uint64_t{high} << 32 | low;
}

/// AMD describes its caches in 0x8000001D when it has topology extensions (0x80000001, ecx bit 22).
HONE_DECL std::vector<cpuid_registers> read_cache_leaves(const cpuid_registers& extended_1) {
  const std::uint32_t leaf = (extended_1.ecx >> 22 & 1) != 0 ? 0x8000001du : 4u;
  std::vector<cpuid_registers> leaves;
  for (std::uint32_t k = 0; k < 16; ++k) {
    const auto r = cpuid(leaf, k);
    if ((r.eax & 31) == 0) break;
    leaves.push_back(r);
  }
  return leaves;
}

HONE_DECL std::string read_brand() {
  std::string text;
  for (std::uint32_t leaf = 0x80000002u; leaf <= 0x80000004u; ++leaf) {
    const auto r = cpuid(leaf, 0);
    char part[16];
    std::memcpy(part, &r, sizeof part);
    text.append(part, sizeof part);
  }
  text = text.substr(0, text.find('\0'));
  const auto first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

#endif

/// A whole small file without the newline at its end; empty when there is none.
HONE_DECL std::string file_text(const std::string& path) {
  std::ifstream in(path);
  std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

/// The number that a text begins with; 0 when it begins with none. The rest of the text goes to `rest`.
HONE_DECL std::int64_t leading_number(std::string_view text, std::string_view* rest = nullptr) {
  std::int64_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (rest != nullptr) *rest = text.substr(static_cast<std::size_t>(end - text.data()));
  return failure == std::errc{} ? value : 0;
}

HONE_DECL void store_cache(cache_sizes& sizes, std::int64_t level, std::int64_t bytes) {
  if (level == 1) sizes.l1 = bytes;
  if (level == 2) sizes.l2 = bytes;
  if (level == 3) sizes.l3 = bytes;
}

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

HONE_DECL cpuid_words read_cpuid() {
  cpuid_words words;
#if defined(__x86_64__)
  words.basic_1 = detail::cpuid(1, 0);
  words.basic_7 = detail::cpuid(7, 0);
  if (words.basic_7.eax >= 1) words.basic_7_1 = detail::cpuid(7, 1);
  words.extended_1 = detail::cpuid(0x80000001u, 0);
  words.caches = detail::read_cache_leaves(words.extended_1);
  words.xcr0 = detail::read_xcr0(words.basic_1);
  words.brand = detail::read_brand();
#endif
  return words;
}

HONE_DECL std::vector<std::string> features_from(const cpuid_words& words) {
  const auto leaf = [&](cpuid_leaf l) {
    switch (l) {
      case cpuid_leaf::basic_1: return words.basic_1;
      case cpuid_leaf::basic_7: return words.basic_7;
      case cpuid_leaf::basic_7_1: return words.basic_7_1;
      default: return words.extended_1;
    }
  };
  const auto word = [](const cpuid_registers& r, cpuid_register w) {
    switch (w) {
      case cpuid_register::eax: return r.eax;
      case cpuid_register::ebx: return r.ebx;
      case cpuid_register::ecx: return r.ecx;
      default: return r.edx;
    }
  };
  std::vector<std::string> found;
  for (const feature& f : known_features)
    if ((word(leaf(f.leaf), f.word) >> f.bit & 1) != 0 && (words.xcr0 & f.state) == f.state) found.emplace_back(f.name);
  return consistent(found);
}

HONE_DECL cache_sizes caches_from(const cpuid_words& words) {
  cache_sizes sizes;
  for (const cpuid_registers& r : words.caches) {
    const auto type = r.eax & 31;  // 1 data, 2 instruction, 3 both
    if (type != 1 && type != 3) continue;
    const auto ways = std::int64_t{r.ebx >> 22} + 1, partitions = std::int64_t{r.ebx >> 12 & 1023} + 1;
    const auto line = std::int64_t{r.ebx & 4095} + 1, sets = std::int64_t{r.ecx} + 1;
    detail::store_cache(sizes, r.eax >> 5 & 7, ways * partitions * line * sets);
  }
  return sizes;
}

HONE_DECL cache_sizes caches_from_sysfs(const std::string& folder) {
  cache_sizes sizes;
  for (int k = 0; k < 16; ++k) {
    const std::string index = folder + "/index" + std::to_string(k);
    const std::string type = detail::file_text(index + "/type");
    if (type.empty()) break;
    if (type == "Instruction") continue;
    const std::string text = detail::file_text(index + "/size");  // "32K"
    std::string_view unit;
    const std::int64_t n = detail::leading_number(text, &unit);
    const std::int64_t scale = unit == "K" ? 1024 : unit == "M" ? 1024 * 1024 : 1;
    detail::store_cache(sizes, detail::leading_number(detail::file_text(index + "/level")), n * scale);
  }
  return sizes;
}

HONE_DECL std::optional<std::int32_t> cores_from_quota(std::string_view cpu_max) {
  std::string_view rest;
  const std::int64_t quota = detail::leading_number(cpu_max, &rest);
  if (quota <= 0 || rest.empty()) return std::nullopt;  // "max", -1, or no file
  const std::int64_t period = detail::leading_number(rest.substr(1));
  if (period <= 0) return std::nullopt;
  return static_cast<std::int32_t>(std::min<std::int64_t>((quota + period - 1) / period, 1 << 20));
}

HONE_DECL cpu describe_from(const cpuid_words& words) {
  cpu c;
  c.model = words.brand;
  return with_features(std::move(c), features_from(words));
}

HONE_DECL cpu detect() {
  const cpuid_words words = read_cpuid();
  cpu c = describe_from(words);
#if defined(__aarch64__)
  c.architecture = "aarch64";
#endif
  auto sizes = caches_from_sysfs("/sys/devices/system/cpu/cpu0/cache");
  if (sizes.l1 == 0) sizes = caches_from(words);
  if (sizes.l1 > 0) c.l1_bytes = sizes.l1;
  if (sizes.l2 > 0) c.l2_bytes = sizes.l2;
  if (sizes.l1 > 0) c.l3_bytes = std::max(sizes.l3, c.l2_bytes);  // without one, nothing lies behind L2
  c.cores = detail::cores_from_affinity();
  if (const auto quota = detail::cores_from_cgroups()) c.cores = std::clamp(*quota, 1, c.cores);
  return c;
}

HONE_DECL const cpu& host() {
  static const cpu found = detect();
  return found;
}

}  // namespace hone::core::target
