// SPDX-License-Identifier: Apache-2.0
/// \file
/// Numbers as people read them.
#pragma once

#include <cstdio>
#include <string>

#include <hone/config.hpp>

namespace hone::core::detail {

/// printf into a string; lines beyond 511 characters are cut.
template <class... Values>
std::string formatted(const char* format, Values... values) {
  char line[512];
  std::snprintf(line, sizeof line, format, values...);
  return line;
}

/// A time in the unit that suits it: "3.12 us".
inline std::string spelled_time(double ns) {
  if (ns < 1e3) return formatted("%.0f ns", ns);
  if (ns < 1e6) return formatted("%.2f us", ns / 1e3);
  if (ns < 1e9) return formatted("%.3f ms", ns / 1e6);
  return formatted("%.2f s", ns / 1e9);
}

}  // namespace hone::core::detail
