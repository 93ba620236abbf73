// SPDX-License-Identifier: Apache-2.0
/// \file
/// Folders with records and the object code that they name, as a tuner leaves them.
#pragma once

#include <cstdint>
#include <string>

#include <hone/records/objects.hpp>
#include <hone/records/store.hpp>
#include <hone/target/describe.hpp>
#include <hone/target/known.hpp>
#include <support/example_record.hpp>

namespace hone::core::test {

inline const target::cpu& example_device() {
  static const auto device = target::known::avx2();
  return device;
}

/// Stands for the bytes of a loop program.
inline hone::byte_string example_programs(std::int64_t n) {
  return {static_cast<std::uint8_t>(n), static_cast<std::uint8_t>(n >> 8), 42};
}

/// A record of that extent and time that names the object of `example_programs(object)`.
inline records::record record_with_object(std::int64_t extent, double median_ns, std::int64_t object) {
  auto r = example_record(extent, median_ns);
  r.key.device = target::fingerprint(example_device());
  r.shape = "i=" + std::to_string(extent) + " j=8";
  r.object = records::object_cache::name(example_programs(object), example_device());
  return r;
}

inline bool save_object(const std::string& folder, std::int64_t object) {
  return records::object_cache(folder).save(example_programs(object), example_device(), hone::byte_string(100, 7));
}

inline bool has_object(const std::string& folder, std::int64_t object) {
  return records::object_cache(folder).load(example_programs(object), example_device()).has_value();
}

/// Stores the object and then the record, as a tuner does.
inline bool store_result(const std::string& folder, std::int64_t extent, double median_ns, std::int64_t object) {
  return save_object(folder, object) &&
         records::store(folder, {}).append(record_with_object(extent, median_ns, object));
}

}  // namespace hone::core::test
