// SPDX-License-Identifier: Apache-2.0
/// \file
/// Case C02: a program of two sources and two shared libraries, all of which include every public header.
#pragma once

#include <cstdint>
#include <string>

namespace odr {

/// What one part of the program sees. `Part` numbers the copies of part.cpp: 0 and 1 are sources of the program, 2 and
/// 3 shared libraries.
struct view {
  const void* workers;      ///< the pool of threads
  const void* environment;  ///< as read once
  int version;              ///< of the headers
  int verbosity;            ///< by the environment
};

/// One part of the program. Each function runs the code that this part was compiled with.
template <int Part>
struct part {
  static view look();
  /// Says a sentence that the process says at most once.
  static void notice_once(const std::string& sentence);
  /// Stores a result of the operator `product(factor)` in the folder.
  static void store_result(const std::string& folder, std::int64_t factor);
  /// The median time of the stored result, 0 when there is none.
  static double stored_result(const std::string& folder, std::int64_t factor);
};

}  // namespace odr
