// SPDX-License-Identifier: Apache-2.0
/// \file
/// A relocatable ELF64 object for x86-64 as plain data. Every offset and size of the file is checked here: the bytes
/// may come from a damaged cache. Layouts: System V gABI chapter 4, and its x86-64 supplement.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hone/config.hpp>
#include <hone/meta/bytes.hpp>

namespace hone::core::runtime::elf {

/// Section numbers of symbols that are in none.
inline constexpr std::uint16_t undefined_section = 0, reserved_sections = 0xff00, absolute_section = 0xfff1;

struct section {
  std::string_view name;
  std::uint64_t size = 0;
  std::uint64_t alignment = 1;  ///< a power of two, at most a page
  bool loaded = false;          ///< part of the running program
  bool writable = false;
  bool executable = false;
  bool thread_local_data = false;
  bool unwind = false;  ///< tables for stack unwinding
  byte_view content;    ///< empty when all zero (size may still be positive)
};

struct symbol {
  std::string_view name;
  std::uint16_t section = undefined_section;
  std::uint64_t value = 0;  ///< offset in its section
  std::uint64_t size = 0;
  bool global = false;
  bool function = false;
};

struct relocation {
  std::uint32_t section = 0;  ///< that is changed
  std::uint32_t type = 0;     ///< R_X86_64_*
  std::uint32_t symbol = 0;
  std::uint64_t offset = 0;  ///< in the section
  std::int64_t addend = 0;
};

/// Views refer to the bytes of the file.
struct object_file {
  std::vector<section> sections;
  std::vector<symbol> symbols;
  std::vector<relocation> relocations;  ///< of loaded sections
};

/// Throws `error{bad_object}` with the reason.
HONE_DECL object_file parse(byte_view bytes);

/// `error{bad_object}`: "this object cannot be loaded: REASON".
[[noreturn]] HONE_DECL void refuse(const std::string& reason);

}  // namespace hone::core::runtime::elf

#if !defined(HONE_COMPILED)
#include <hone/runtime/impl/elf.ipp>
#endif
