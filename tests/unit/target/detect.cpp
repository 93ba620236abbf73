// SPDX-License-Identifier: Apache-2.0
/// \file
/// Features from injected CPUID words (contradictory ones: cases/D03.cpp), caches and quotas from injected texts, and
/// this machine.
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include <hone/target/cores.hpp>
#include <hone/target/detect.hpp>
#include <support/catch.hpp>

using namespace hone;
using namespace hone::core;
using target::cpuid_words;

TEST_CASE("every feature is read from its own bit") {
  const auto all = [] {
    cpuid_words w;
    for (auto* leaf : {&w.basic_1, &w.basic_7, &w.basic_7_1, &w.extended_1}) *leaf = {~0u, ~0u, ~0u, ~0u};
    w.xcr0 = ~std::uint64_t{0};
    return w;
  };
  CHECK(target::features_from(all()).size() == target::known_features.size());
  for (const auto& f : target::known_features) {
    auto words = all();
    auto& leaf = f.leaf == target::cpuid_leaf::basic_1     ? words.basic_1
                 : f.leaf == target::cpuid_leaf::basic_7   ? words.basic_7
                 : f.leaf == target::cpuid_leaf::basic_7_1 ? words.basic_7_1
                                                           : words.extended_1;
    auto& word = f.word == target::cpuid_register::eax   ? leaf.eax
                 : f.word == target::cpuid_register::ebx ? leaf.ebx
                 : f.word == target::cpuid_register::ecx ? leaf.ecx
                                                         : leaf.edx;
    word &= ~(1u << f.bit);
    INFO(f.name);
    CHECK_FALSE(target::describe_from(words).has(f.name));
  }
}

TEST_CASE("caches from CPUID") {
  cpuid_words w;
  // type and level in eax; ways, partitions, line size in ebx; sets in ecx: each less one
  w.caches = {{1 | 1 << 5, 7u << 22 | 63, 63, 0},       // 32 KB data
              {2 | 1 << 5, 7u << 22 | 63, 63, 0},       // instructions
              {3 | 2 << 5, 7u << 22 | 63, 1023, 0},     // 512 KB
              {3 | 3 << 5, 15u << 22 | 63, 32767, 0}};  // 32 MB
  CHECK(target::caches_from(w) == target::cache_sizes{32 << 10, 512 << 10, 32 << 20});
  CHECK(target::caches_from({}) == target::cache_sizes{});
}

TEST_CASE("caches from sysfs") {
  const auto folder = std::filesystem::temp_directory_path() / ("hone_caches_" + std::to_string(getpid()));
  const auto write = [&](int index, const char* level, const char* type, const char* size) {
    const auto at = folder / ("index" + std::to_string(index));
    std::filesystem::create_directories(at);
    std::ofstream(at / "level") << level << "\n";
    std::ofstream(at / "type") << type << "\n";
    std::ofstream(at / "size") << size << "\n";
  };
  write(0, "1", "Data", "48K");
  write(1, "1", "Instruction", "32K");
  write(2, "2", "Unified", "2M");
  CHECK(target::caches_from_sysfs(folder.string()) == target::cache_sizes{48 << 10, 2 << 20, 0});
  std::filesystem::remove_all(folder);
  CHECK(target::caches_from_sysfs(folder.string()) == target::cache_sizes{});
}

TEST_CASE("a quota is rounded up") {
  CHECK(target::cores_from_quota("200000 100000") == 2);
  CHECK(target::cores_from_quota("150000 100000") == 2);
  CHECK(target::cores_from_quota("1000 100000") == 1);
  for (const char* none : {"max 100000", "", "-1 100000", "100000", "100000 0", "100000 x", " "})
    CHECK(target::cores_from_quota(none) == std::nullopt);
}

TEST_CASE("this machine") {
  const auto c = target::detect();
  CHECK(c.cores >= 1);
  CHECK(c.cores <= sysconf(_SC_NPROCESSORS_ONLN));
  CHECK(c.l1_bytes >= 4 * 1024);
  CHECK(c.l2_bytes >= c.l1_bytes);
  CHECK(c.l3_bytes >= c.l2_bytes);
#if defined(__x86_64__)
  CHECK(c.has("sse2"));
  CHECK(c.has("avx2") == bool(__builtin_cpu_supports("avx2")));  // the compiler's library looks at the state too
  CHECK(c.has("fma") == bool(__builtin_cpu_supports("fma")));
  CHECK(c.has("avx512f") == bool(__builtin_cpu_supports("avx512f")));
#endif
  CHECK(target::detect() == c);
}
