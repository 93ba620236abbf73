// SPDX-License-Identifier: Apache-2.0
/// \file
/// This machine's processor: features from CPUID and what the operating system has enabled, never from the model name
/// (a hypervisor may mask what the name promises). Each step takes plain data, so tests inject machines.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <hone/config.hpp>
#include <hone/target/cpu.hpp>
#include <hone/target/features.hpp>

namespace hone::core::target {

struct cpuid_registers {
  std::uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
};

/// What CPUID and XGETBV say. A leaf that the processor does not have is all zero.
struct cpuid_words {
  cpuid_registers basic_1;              ///< leaf 1
  cpuid_registers basic_7;              ///< leaf 7, subleaf 0
  cpuid_registers basic_7_1;            ///< leaf 7, subleaf 1
  cpuid_registers extended_1;           ///< leaf 0x80000001
  std::vector<cpuid_registers> caches;  ///< subleaves of leaf 4, or of 0x8000001D on AMD
  std::uint64_t xcr0 = 0;               ///< XGETBV(0); 0 when the OS has not set OSXSAVE
  std::string brand;                    ///< leaves 0x80000002 to 4
};

/// Data caches in bytes; 0 where unknown.
struct cache_sizes {
  std::int64_t l1 = 0, l2 = 0, l3 = 0;
  friend bool operator==(const cache_sizes&, const cache_sizes&) = default;
};

HONE_DECL cpuid_words read_cpuid();

/// What the processor reports, intersected with what the operating system has enabled; sorted.
HONE_DECL std::vector<std::string> features_from(const cpuid_words& words);

HONE_DECL cache_sizes caches_from(const cpuid_words& words);

/// Reads `index*/{level,type,size}` under a folder such as /sys/devices/system/cpu/cpu0/cache.
HONE_DECL cache_sizes caches_from_sysfs(const std::string& folder);

/// A processor with everything but caches and cores: what `words` alone decide.
HONE_DECL cpu describe_from(const cpuid_words& words);

/// This machine, for this process: caches, affinity and quota included. Reads files; a few hundred microseconds.
HONE_DECL cpu detect();

/// What `detect` found at the first call, for what need not notice a later change of affinity or quota.
HONE_DECL const cpu& host();

}  // namespace hone::core::target

#if !defined(HONE_COMPILED)
#include <hone/target/impl/detect.ipp>
#endif
