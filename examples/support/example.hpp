// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the examples share: sample data, and a check of what a kernel wrote.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace example {

/// Values between -1 and 1, the same on every machine: the upper bits of a linear congruential sequence (Numerical
/// Recipes, section 7.1), quick to make so that a program's start is not spent on it.
inline std::vector<float> sample(std::size_t count, std::uint32_t seed) {
  std::vector<float> values(count);
  for (float& v : values) {
    seed = seed * 1664525U + 1013904223U;
    v = static_cast<float>(static_cast<std::int32_t>(seed)) * 0x1p-31F;
  }
  return values;
}

/// Compares with what a plain loop gives; `scale` is the size of the largest intermediate sum. Prints one line.
inline bool agrees(const char* what, const std::vector<float>& got, const std::vector<float>& expected, double scale) {
  double worst = 0;
  for (std::size_t k = 0; k < got.size(); ++k)
    worst = std::isfinite(got[k]) ? std::max(worst, std::fabs(static_cast<double>(got[k]) - static_cast<double>(expected[k]))) : HUGE_VAL;
  const bool right = got.size() == expected.size() && worst <= 1e-5 * scale;
  std::printf("%s: %zu elements, largest difference from plain loops %.2g: %s\n", what, got.size(), worst, right ? "right" : "WRONG");
  return right;
}

inline bool has_flag(int count, char** arguments, const char* flag) {
  return std::any_of(arguments + 1, arguments + count, [&](const char* a) { return std::strcmp(a, flag) == 0; });
}

}  // namespace example
