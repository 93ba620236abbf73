// SPDX-License-Identifier: Apache-2.0
/// \file
/// The processor features that Hone knows, and what follows from a list of them. LLVM's names.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <hone/config.hpp>
#include <hone/target/cpu.hpp>

namespace hone::core::target {

enum class cpuid_leaf : std::uint8_t { basic_1, basic_7, basic_7_1, extended_1 };
enum class cpuid_register : std::uint8_t { eax, ebx, ecx, edx };

/// Register state that the operating system must save before a feature may be used (bits of XCR0).
inline constexpr std::uint64_t no_state = 0;
inline constexpr std::uint64_t ymm_state = 0x6;
inline constexpr std::uint64_t zmm_state = 0xe6;

/// One feature: where CPUID reports it, the state it needs, and the feature that it builds on.
struct feature {
  std::string_view name;
  cpuid_leaf leaf;
  cpuid_register word;
  std::int32_t bit;
  std::uint64_t state;
  std::string_view needs;  ///< another feature of this list or nothing
};

/// Each feature stands after the one that it needs.
inline constexpr std::array known_features{
    feature{"sse2", cpuid_leaf::basic_1, cpuid_register::edx, 26, no_state, ""},
    feature{"sse3", cpuid_leaf::basic_1, cpuid_register::ecx, 0, no_state, "sse2"},
    feature{"ssse3", cpuid_leaf::basic_1, cpuid_register::ecx, 9, no_state, "sse3"},
    feature{"sse4.1", cpuid_leaf::basic_1, cpuid_register::ecx, 19, no_state, "ssse3"},
    feature{"sse4.2", cpuid_leaf::basic_1, cpuid_register::ecx, 20, no_state, "sse4.1"},
    feature{"popcnt", cpuid_leaf::basic_1, cpuid_register::ecx, 23, no_state, ""},
    feature{"movbe", cpuid_leaf::basic_1, cpuid_register::ecx, 22, no_state, ""},
    feature{"lzcnt", cpuid_leaf::extended_1, cpuid_register::ecx, 5, no_state, ""},
    feature{"bmi", cpuid_leaf::basic_7, cpuid_register::ebx, 3, no_state, ""},
    feature{"bmi2", cpuid_leaf::basic_7, cpuid_register::ebx, 8, no_state, ""},
    feature{"avx", cpuid_leaf::basic_1, cpuid_register::ecx, 28, ymm_state, "sse4.2"},
    feature{"f16c", cpuid_leaf::basic_1, cpuid_register::ecx, 29, ymm_state, "avx"},
    feature{"fma", cpuid_leaf::basic_1, cpuid_register::ecx, 12, ymm_state, "avx"},
    feature{"avx2", cpuid_leaf::basic_7, cpuid_register::ebx, 5, ymm_state, "avx"},
    feature{"avxvnni", cpuid_leaf::basic_7_1, cpuid_register::eax, 4, ymm_state, "avx2"},
    feature{"avx512f", cpuid_leaf::basic_7, cpuid_register::ebx, 16, zmm_state, "avx2"},
    feature{"avx512cd", cpuid_leaf::basic_7, cpuid_register::ebx, 28, zmm_state, "avx512f"},
    feature{"avx512dq", cpuid_leaf::basic_7, cpuid_register::ebx, 17, zmm_state, "avx512f"},
    feature{"avx512bw", cpuid_leaf::basic_7, cpuid_register::ebx, 30, zmm_state, "avx512f"},
    feature{"avx512vl", cpuid_leaf::basic_7, cpuid_register::ebx, 31, zmm_state, "avx512f"},
    feature{"avx512vnni", cpuid_leaf::basic_7, cpuid_register::ecx, 11, zmm_state, "avx512f"},
};

/// Those of `wanted` that Hone knows and whose needs are wanted too, sorted.
HONE_DECL std::vector<std::string> consistent(const std::vector<std::string>& wanted);

/// The processor with another feature list, and the vector width and register count that follow from it.
HONE_DECL cpu with_features(cpu c, const std::vector<std::string>& wanted);

/// The processor with at most these features: `restrict_to(c, {"sse2"})` is baseline x86-64.
HONE_DECL cpu restrict_to(const cpu& c, const std::vector<std::string>& allowed);

/// The processor without these features and without what builds on them: `without(c, {"fma"})`.
HONE_DECL cpu without(const cpu& c, const std::vector<std::string>& removed);

}  // namespace hone::core::target

#if !defined(HONE_COMPILED)
#include <hone/target/impl/features.ipp>
#endif
