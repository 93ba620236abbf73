// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of target/detect.hpp.
#pragma once

#include <hone/target/detect.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <hone/target/cores.hpp>
#include <hone/target/small_file.hpp>

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

HONE_DECL void store_cache(cache_sizes& sizes, std::int64_t level, std::int64_t bytes) {
  if (level == 1) sizes.l1 = bytes;
  if (level == 2) sizes.l2 = bytes;
  if (level == 3) sizes.l3 = bytes;
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
    const std::string type = file_text(index + "/type");
    if (type.empty()) break;
    if (type == "Instruction") continue;
    const std::string text = file_text(index + "/size");  // "32K"
    std::string_view unit;
    const std::int64_t n = leading_number(text, &unit);
    const std::int64_t scale = unit == "K" ? 1024 : unit == "M" ? 1024 * 1024 : 1;
    detail::store_cache(sizes, leading_number(file_text(index + "/level")), n * scale);
  }
  return sizes;
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
  c.cores = usable_cores();
  return c;
}

HONE_DECL const cpu& host() {
  static const cpu found = detect();
  return found;
}

}  // namespace hone::core::target
