// SPDX-License-Identifier: Apache-2.0
/// \file
/// A processor as plain data. Schedules, code generation and record keys read this, never the machine itself, so a
/// processor that is not there can be described as well.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <hone/meta/scalar_type.hpp>

namespace hone::core::target {

struct cpu {
  std::string architecture = "x86_64";   ///< as in LLVM's triples
  std::string model;                     ///< marketing name: a label, never used to decide anything
  std::vector<std::string> features;     ///< LLVM feature names that CPUID reports and the OS has enabled, sorted
  std::int32_t vector_bytes = 16;        ///< width of a vector register
  std::int32_t vector_registers = 16;
  std::int32_t cores = 1;                ///< that this process may use (affinity and quota)
  std::int64_t l1_bytes = 32 * 1024;     ///< data cache of a core
  std::int64_t l2_bytes = 512 * 1024;    ///< of a core
  std::int64_t l3_bytes = 8 * 1024 * 1024;
  friend bool operator==(const cpu&, const cpu&) = default;

  bool has(std::string_view feature) const {
    return std::binary_search(features.begin(), features.end(), feature);
  }
  /// Elements of a type in a vector register.
  std::int32_t lanes(scalar_type type) const { return vector_bytes / static_cast<std::int32_t>(bytes_of(type)); }
};

}  // namespace hone::core::target
