// SPDX-License-Identifier: Apache-2.0
/// \file
/// The last words of a run worker: when a kernel touches what is not its own, where that was, told to the program
/// before the signal ends the process.
#pragma once

#include <span>
#include <string_view>

#include <hone/measure/guarded.hpp>

namespace hone::core::worker {

/// Memory that a fault can be explained with.
struct watched_memory {
  std::string_view name;  ///< of the tensor; lives as long as it is watched
  const measure::guarded_memory* memory = nullptr;
  bool read_only = false;
};

/// Explains SIGSEGV and SIGBUS on this socket. Once, before the first kernel.
void report_faults_to(int socket);

/// Replaces what was watched. What does not fit into the table is explained by its address alone.
void watch(std::span<const watched_memory> memories);

}  // namespace hone::core::worker
