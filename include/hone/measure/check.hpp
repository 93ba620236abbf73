// SPDX-License-Identifier: Apache-2.0
/// \file
/// Compares what a candidate wrote with the reference, element by element, and says what is wrong in one sentence.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <hone/config.hpp>
#include <hone/lower/plan.hpp>
#include <hone/measure/options.hpp>

namespace hone::core::measure {

/// The byte that fills an output before a check run. 0xff makes every floating-point element a NaN with a payload that
/// no arithmetic yields; the second run uses another for integers, because -1 is an ordinary one.
inline constexpr std::uint8_t first_poison = 0xff;
inline constexpr std::uint8_t second_poison = 0xa5;

struct check_result {
  std::int64_t mismatches = 0;  ///< elements outside the tolerance
  std::int64_t unwritten = 0;   ///< of those: elements that still hold the poison
  std::int64_t padding = 0;     ///< bytes between rows that were written to
  std::string sentence;         ///< empty when all is right
  bool passed() const { return mismatches == 0 && padding == 0; }
};

/// What an output is compared with.
struct expectation {
  const void* reference = nullptr;  ///< in the argument's layout
  const void* before = nullptr;     ///< content before the call, in the same layout; nullptr: filled with `poison`
  std::uint8_t poison = first_poison;
  std::span<const std::int64_t> points;  ///< element numbers to compare; empty: every element
};

/// NaN equals NaN and an infinity itself; integers are compared exactly. The sentence names the tensor and the first
/// wrong element's index: "C[3, 17] is 1.5 instead of 2.5 (and 40 further elements are wrong)".
HONE_DECL check_result check(const lower::argument& argument, const void* output, const expectation& expected,
                             const tolerance& allowed);

}  // namespace hone::core::measure

#if !defined(HONE_COMPILED)
#include <hone/measure/impl/check.ipp>
#endif
