// SPDX-License-Identifier: Apache-2.0
/// \file
/// Resident memory of this process and of the processes that it started.
#pragma once

#include <unistd.h>

#include <fstream>
#include <string>
#include <vector>

namespace bench {

/// Resident megabytes of a process that memory of its own backs (files that it maps do not count); 0 when it is gone.
inline double own_megabytes(const std::string& process) {
  std::ifstream status("/proc/" + process + "/status");
  std::string word;
  while (status >> word)
    if (word == "RssAnon:") {
      double kilobytes = 0;
      status >> kilobytes;
      return kilobytes / 1024;
    }
  return 0;
}

/// Process numbers of the direct children, in the order in which they were started.
inline std::vector<std::string> children() {
  std::vector<std::string> numbers;
  const auto self = std::to_string(getpid());
  std::ifstream list("/proc/self/task/" + self + "/children");
  for (std::string number; list >> number;) numbers.push_back(number);
  return numbers;
}

}  // namespace bench
