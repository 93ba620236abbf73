// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a tuned result depends on. Two calls with the same key may share a kernel; a difference in any field makes
/// another key.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hone/ast/problem.hpp>
#include <hone/config.hpp>
#include <hone/meta/scalar_type.hpp>
#include <hone/records/json.hpp>
#include <hone/target/cpu.hpp>

namespace hone::core::records {

/// A tensor as far as a kernel depends on it. Extents and strides count elements.
struct tensor_key {
  scalar_type type = scalar_type::f32;
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> strides;
  std::int32_t alignment = 1;  ///< class: the largest power of two that is promised, at most 64 bytes
  friend bool operator==(const tensor_key&, const tensor_key&) = default;
};

struct record_key {
  std::string operation;             ///< structural hash of the operator, names canonicalised
  std::vector<std::int64_t> values;  ///< extents of axes, sizes and attributes, in the order of the operator's symbols
  std::vector<tensor_key> tensors;   ///< in the order of the operator's symbols
  std::int32_t threads = 1;
  double tolerance = 0;             ///< that the user stated; 0: what types and lengths imply
  std::string numerics = "strict";  ///< opted-in relaxations, by name
  std::string device;               ///< fingerprint: architecture, features, caches
  friend bool operator==(const record_key&, const record_key&) = default;

  /// The canonical text: equal keys have equal texts.
  HONE_DECL std::string text() const;
  /// Sixteen hexadecimal digits of the text's hash, for file names.
  HONE_DECL std::string hash() const;
};

/// The key of a bound operator on a processor. `operation`: the operator's structural hash.
HONE_DECL record_key make_key(std::string_view operation, const ast::problem& problem, const target::cpu& device,
                              std::int32_t threads, double tolerance = 0);

/// The class of an alignment in bytes: 1, 2, 4, ... 64.
HONE_DECL std::int32_t alignment_class(std::int64_t bytes);

/// The names of the fields in which two keys differ, for people: "threads", "device".
HONE_DECL std::vector<std::string> differences(const record_key& a, const record_key& b);

HONE_DECL json to_json(const record_key& key);
HONE_DECL std::optional<record_key> key_from_json(const json& value);

}  // namespace hone::core::records

#if !defined(HONE_COMPILED)
#include <hone/records/impl/key.ipp>
#endif
