// SPDX-License-Identifier: Apache-2.0
/// \file
/// Machine code from a relocatable ELF64 object (x86-64), mapped and ready to be called. No linker, no compiler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <hone/runtime/entry.h>
#include <hone/config.hpp>
#include <hone/meta/bytes.hpp>

namespace hone::core::runtime {

/// Changes whenever an object that one version loads may be refused or run differently by another. Part of the name
/// under which object bytes are cached.
inline constexpr int loader_version = 1;

/// A function that the object defines for others to call.
struct entry_symbol {
  std::string name;
  std::size_t offset = 0;  ///< bytes from the start of the mapping
  std::size_t bytes = 0;   ///< size of its code
};

/// Owns one mapping: code that can be executed and not written, constants that can be read. The object may refer to
/// itself only; whatever does not parse, or would need a linker, is `error{bad_object}` with the reason.
///
///     runtime::object_code code(bytes);
///     if (hone_entry entry = code.find("matmul_0")) entry(buffers, nullptr, 0, 1, nullptr);
class object_code {
 public:
  HONE_DECL explicit object_code(byte_view elf);
  HONE_DECL object_code(object_code&& other) noexcept;
  HONE_DECL object_code& operator=(object_code&& other) noexcept;
  object_code(const object_code&) = delete;
  object_code& operator=(const object_code&) = delete;
  HONE_DECL ~object_code();

  /// The entry of that name, or nullptr.
  HONE_DECL hone_entry find(std::string_view name) const noexcept;
  /// All entries, in the order of their names.
  const std::vector<entry_symbol>& entries() const noexcept { return entries_; }
  /// Bytes of the mapping.
  std::size_t mapped_bytes() const noexcept { return size_; }
  /// Appends the entries to /tmp/perf-PID.map, from which `perf report` takes names. False when that is impossible.
  HONE_DECL bool write_perf_map() const;

 private:
  HONE_DECL object_code(std::byte* base, std::size_t size) noexcept;

  std::byte* base_ = nullptr;
  std::size_t size_ = 0;
  std::vector<entry_symbol> entries_;
};

/// An object whose code lives as long as the last kernel that uses it.
HONE_DECL std::shared_ptr<const object_code> load_object(byte_view elf);

}  // namespace hone::core::runtime

#if !defined(HONE_COMPILED)
#include <hone/runtime/impl/object.ipp>
#endif
