// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `object.hpp`.
#pragma once

#include <hone/runtime/object.hpp>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <span>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <hone/runtime/elf.hpp>

namespace hone::core::runtime {
namespace detail {

/// Relocation types (x86-64 supplement, table 4.9). S: address of the symbol; A: addend; P: address of the place.
enum relocation_type : std::uint32_t {
  relocate_none = 0,
  relocate_64 = 1,          // S + A
  relocate_pc32 = 2,        // S + A - P
  relocate_plt32 = 4,       // the same, as everything is in reach
  relocate_32 = 10,         // S + A, zero-extended
  relocate_32s = 11,        // S + A, sign-extended
  relocate_pc64 = 24,       // S + A - P
  relocate_gotpcrelx = 41,  // address of a pointer to S; the instruction can be changed to use S itself
  relocate_rex_gotpcrelx = 42,
};

/// Where each section lies in the mapping. Executable sections come first, constants on pages of their own.
struct image_layout {
  static constexpr std::uint64_t page = 4096, limit = std::uint64_t{1} << 30, absent = ~std::uint64_t{0};
  std::vector<std::uint64_t> offsets;  ///< absent: not loaded
  std::uint64_t code_end = 0;          ///< a multiple of the page
  std::uint64_t end = 0;               ///< likewise
};

HONE_DECL std::uint64_t round_up(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

/// Unwind tables serve exceptions and debuggers; kernels have neither.
HONE_DECL bool is_mapped(const elf::section& s) { return s.loaded && s.size > 0 && !s.unwind; }

HONE_DECL void check_section(const elf::section& s) {
  const std::string name(s.name);
  if (s.thread_local_data) elf::refuse("section " + name + " holds thread-local data");
  // constants that contain addresses are "writable" until they are relocated
  if (s.writable && !s.name.starts_with(".data.rel.ro"))
    elf::refuse("section " + name + " holds variables, which calls from several threads would share");
  if (s.writable && s.executable) elf::refuse("section " + name + " is both code and data");
  if (s.size > image_layout::limit) elf::refuse("section " + name + " is larger than 1 GB");
}

HONE_DECL std::uint64_t place_sections(const elf::object_file& file, bool executable, std::uint64_t at,
                                       std::vector<std::uint64_t>& offsets) {
  for (std::size_t k = 0; k < file.sections.size(); ++k) {
    const auto& s = file.sections[k];
    if (!is_mapped(s) || s.executable != executable) continue;
    check_section(s);
    offsets[k] = round_up(at, s.alignment);
    at = offsets[k] + s.size;
    if (at > image_layout::limit) elf::refuse("it is larger than 1 GB");
  }
  return round_up(at, image_layout::page);
}

HONE_DECL image_layout place(const elf::object_file& file) {
  image_layout layout;
  layout.offsets.assign(file.sections.size(), image_layout::absent);
  layout.code_end = place_sections(file, true, 0, layout.offsets);
  layout.end = place_sections(file, false, layout.code_end, layout.offsets);
  if (layout.code_end == 0) elf::refuse("it holds no code");
  return layout;
}

HONE_DECL void copy_sections(const elf::object_file& file, const image_layout& layout, std::byte* base) {
  for (std::size_t k = 0; k < file.sections.size(); ++k)
    if (const auto content = file.sections[k].content; layout.offsets[k] != image_layout::absent && !content.empty())
      std::memcpy(base + layout.offsets[k], content.data(), content.size());
}

/// The address of a symbol; one of another object is refused by name.
HONE_DECL std::uint64_t address_of(const elf::symbol& s, const image_layout& layout, const std::byte* base) {
  if (s.section == elf::absolute_section) return s.value;
  if (s.section == elf::undefined_section)
    elf::refuse("it needs '" + std::string(s.name) + "', which it does not hold");
  if (s.section >= elf::reserved_sections || layout.offsets[s.section] == image_layout::absent)
    elf::refuse("it refers to '" + std::string(s.name) + "', which is not loaded");
  return reinterpret_cast<std::uint64_t>(base) + layout.offsets[s.section] + s.value;
}

template <class T>
void put(std::byte* place, T value) {
  std::memcpy(place, &value, sizeof value);
}

/// Stores a value that has to fit a smaller type.
template <class T>
void put_checked(std::byte* place, std::int64_t value) {
  if (!std::in_range<T>(value)) elf::refuse("an address is out of reach of its reference");
  put(place, static_cast<T>(value));
}

/// `mov r, [rip + GOT]` becomes `lea r, [rip + S]`, `call [rip + GOT]` becomes `addr32 call S` (x86-64 supplement,
/// section B.2). Other instructions would need a table of addresses.
HONE_DECL void relax_instruction(std::byte* place, std::uint64_t offset) {
  const auto byte_at = [&](int k) { return std::to_integer<int>(place[k]); };
  if (offset >= 2 && byte_at(-2) == 0x8b) {
    place[-2] = std::byte{0x8d};
  } else if (offset >= 2 && byte_at(-2) == 0xff && byte_at(-1) == 0x15) {
    place[-2] = std::byte{0x67};
    place[-1] = std::byte{0xe8};
  } else {
    elf::refuse("it needs a global offset table");
  }
}

HONE_DECL std::uint64_t relocated_bytes(std::uint32_t type) {
  switch (type) {
    case relocate_64:
    case relocate_pc64: return 8;
    case relocate_pc32:
    case relocate_plt32:
    case relocate_32:
    case relocate_32s:
    case relocate_gotpcrelx:
    case relocate_rex_gotpcrelx: return 4;
    default: elf::refuse("it has a relocation of type " + std::to_string(type) + ", which this loader does not know");
  }
}

HONE_DECL void relocate(const elf::relocation& r, std::uint64_t target, std::byte* place) {
  // unsigned arithmetic: addends of a damaged file may be anything
  const auto absolute = target + static_cast<std::uint64_t>(r.addend);
  const auto relative = absolute - reinterpret_cast<std::uint64_t>(place);
  switch (r.type) {
    case relocate_64: put(place, absolute); break;
    case relocate_pc64: put(place, relative); break;
    case relocate_32:
      if (absolute > std::numeric_limits<std::uint32_t>::max()) elf::refuse("an address does not fit 32 bits");
      put(place, static_cast<std::uint32_t>(absolute));
      break;
    case relocate_32s: put_checked<std::int32_t>(place, static_cast<std::int64_t>(absolute)); break;
    case relocate_gotpcrelx:
    case relocate_rex_gotpcrelx: relax_instruction(place, r.offset); [[fallthrough]];
    default: put_checked<std::int32_t>(place, static_cast<std::int64_t>(relative));
  }
}

HONE_DECL void relocate_all(const elf::object_file& file, const image_layout& layout, std::byte* base) {
  for (const auto& r : file.relocations) {
    if (r.type == relocate_none || layout.offsets[r.section] == image_layout::absent) continue;
    const auto size = file.sections[r.section].size, bytes = relocated_bytes(r.type);
    if (r.offset > size || bytes > size - r.offset) elf::refuse("a relocation lies outside its section");
    relocate(r, address_of(file.symbols[r.symbol], layout, base), base + layout.offsets[r.section] + r.offset);
  }
}

/// The functions that others may call, by name.
HONE_DECL std::vector<entry_symbol> collect_entries(const elf::object_file& file, const image_layout& layout) {
  std::vector<entry_symbol> entries;
  for (const auto& s : file.symbols) {
    if (!s.global || !s.function || s.section == elf::undefined_section || s.section >= elf::reserved_sections)
      continue;
    const auto& in = file.sections[s.section];
    if (!in.executable || layout.offsets[s.section] == image_layout::absent) continue;
    if (s.value >= in.size || s.size > in.size - s.value)
      elf::refuse("function " + std::string(s.name) + " lies outside its section");
    entry_symbol found{std::string(s.name), layout.offsets[s.section] + s.value, s.size};
    const auto place = std::find_if(entries.begin(), entries.end(), [&](const auto& e) { return found.name < e.name; });
    entries.insert(place, std::move(found));  // few, in the order of their names
  }
  return entries;
}

/// Code may be run and constants may be read; from here on nothing may be written.
HONE_DECL bool seal(const image_layout& layout, std::byte* base) {
  return ::mprotect(base, layout.code_end, PROT_READ | PROT_EXEC) == 0 &&
         (layout.end == layout.code_end ||
          ::mprotect(base + layout.code_end, layout.end - layout.code_end, PROT_READ) == 0);
}

}  // namespace detail

HONE_DECL object_code::object_code(byte_view bytes) {
#if !defined(__x86_64__)
  elf::refuse("this loader runs x86-64 code only");
#endif
  const auto file = elf::parse(bytes);
  const auto layout = detail::place(file);
  entries_ = detail::collect_entries(file, layout);
  void* memory = ::mmap(nullptr, layout.end, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) elf::refuse("there is no memory for it");
  // owned by a complete object, which frees it when what follows throws: this one's destructor would not run
  object_code owner(static_cast<std::byte*>(memory), layout.end);
  detail::copy_sections(file, layout, owner.base_);
  detail::relocate_all(file, layout, owner.base_);
  if (!detail::seal(layout, owner.base_)) elf::refuse("the system does not allow generated code to run");
  std::swap(base_, owner.base_);
  std::swap(size_, owner.size_);
}

HONE_DECL object_code::object_code(std::byte* base, std::size_t size) noexcept : base_(base), size_(size) {}

HONE_DECL object_code::object_code(object_code&& other) noexcept
    : base_(std::exchange(other.base_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      entries_(std::move(other.entries_)) {}

HONE_DECL object_code& object_code::operator=(object_code&& other) noexcept {
  std::swap(base_, other.base_);
  std::swap(size_, other.size_);
  std::swap(entries_, other.entries_);
  return *this;
}

HONE_DECL object_code::~object_code() {
  if (base_ != nullptr) ::munmap(base_, size_);
}

HONE_DECL hone_entry object_code::find(std::string_view name) const noexcept {
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), name,
                                   [](const entry_symbol& e, std::string_view n) { return e.name < n; });
  if (at == entries_.end() || at->name != name) return nullptr;
  return reinterpret_cast<hone_entry>(base_ + at->offset);
}

HONE_DECL bool object_code::write_perf_map() const {
  std::string text;
  for (const auto& e : entries_) {
    char line[48];
    auto* at = std::to_chars(line, line + 20, reinterpret_cast<std::uintptr_t>(base_ + e.offset), 16).ptr;
    *at++ = ' ';
    at = std::to_chars(at, line + sizeof line, e.bytes, 16).ptr;
    text.append(line, at).append(" ").append(e.name).append("\n");
  }
  const auto path = "/tmp/perf-" + std::to_string(::getpid()) + ".map";
  // not through a link: anybody can create names in /tmp
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return false;
  const bool written = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  ::close(file);
  return written;
}

HONE_DECL std::shared_ptr<const object_code> load_object(byte_view elf) {
  return std::make_shared<const object_code>(elf);
}

}  // namespace hone::core::runtime
