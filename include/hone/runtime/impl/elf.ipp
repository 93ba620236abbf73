// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `elf.hpp`.
#pragma once

#include <hone/runtime/elf.hpp>

#include <bit>
#include <cstring>

#include <hone/diag/error.hpp>

namespace hone::core::runtime::elf {
namespace detail {

// As in the file; names as in the gABI without their prefixes.
struct file_header {
  std::uint8_t ident[16];
  std::uint16_t type, machine;
  std::uint32_t version;
  std::uint64_t entry, program_headers, section_headers;
  std::uint32_t flags;
  std::uint16_t header_bytes, program_header_bytes, program_header_count;
  std::uint16_t section_header_bytes, section_count, name_section;
};
struct section_header {
  std::uint32_t name, type;
  std::uint64_t flags, address, offset, size;
  std::uint32_t link, info;
  std::uint64_t alignment, entry_bytes;
};
struct file_symbol {
  std::uint32_t name;
  std::uint8_t info, other;
  std::uint16_t section;
  std::uint64_t value, size;
};
struct file_relocation {
  std::uint64_t offset, info;
  std::int64_t addend;
};
static_assert(sizeof(file_header) == 64 && sizeof(section_header) == 64 && sizeof(file_symbol) == 24 &&
              sizeof(file_relocation) == 24);

inline constexpr std::uint32_t type_symbols = 2, type_strings = 3, type_relocations = 4, type_zero = 8,
                               type_relocations_without_addend = 9, type_unwind = 0x70000001;
inline constexpr std::uint64_t flag_write = 1, flag_alloc = 2, flag_execute = 4, flag_thread_local = 0x400;
inline constexpr std::uint64_t page = 4096;

/// The bytes of the file, read by offset with a check each time.
class input {
 public:
  explicit input(byte_view bytes) : bytes_(bytes) {}

  byte_view range(std::uint64_t offset, std::uint64_t size) const {
    if (offset > bytes_.size() || size > bytes_.size() - offset) refuse("it ends before its data does");
    return bytes_.subspan(offset, size);
  }
  template <class T>
  T at(std::uint64_t offset) const {
    T value;
    std::memcpy(&value, range(offset, sizeof value).data(), sizeof value);
    return value;
  }
  template <class T>
  std::vector<T> table(byte_view entries) const {
    if (entries.size() % sizeof(T) != 0) refuse("a table does not hold a whole number of entries");
    std::vector<T> values(entries.size() / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), entries.data(), entries.size());
    return values;
  }

 private:
  byte_view bytes_;
};

HONE_DECL std::string_view string_at(byte_view strings, std::uint64_t offset) {
  if (offset >= strings.size()) refuse("a name lies outside the table of names");
  const auto* start = reinterpret_cast<const char*>(strings.data()) + offset;
  const auto* end = static_cast<const char*>(std::memchr(start, 0, strings.size() - offset));
  if (end == nullptr) refuse("a name has no end");
  return {start, static_cast<std::size_t>(end - start)};
}

HONE_DECL file_header checked_header(const input& in) {
  static constexpr std::uint8_t magic[] = {0x7f, 'E', 'L', 'F', 2 /* 64 bits */, 1 /* little endian */, 1};
  const auto header = in.at<file_header>(0);
  if (std::memcmp(header.ident, magic, sizeof magic) != 0) refuse("it is no little-endian ELF64 file");
  if (header.type != 1) refuse("it is not relocatable");
  if (header.machine != 62) refuse("it is not for x86-64");
  if (header.section_header_bytes != sizeof(section_header)) refuse("its section headers have another size");
  return header;
}

HONE_DECL byte_view content_of(const input& in, const section_header& s) {
  return s.type == type_zero ? byte_view{} : in.range(s.offset, s.size);
}

HONE_DECL section read_section(const input& in, const section_header& s, byte_view names) {
  section result;
  result.name = string_at(names, s.name);
  result.size = s.size;
  result.alignment = s.alignment == 0 ? 1 : s.alignment;
  result.loaded = (s.flags & flag_alloc) != 0;
  result.writable = (s.flags & flag_write) != 0;
  result.executable = (s.flags & flag_execute) != 0;
  result.thread_local_data = (s.flags & flag_thread_local) != 0;
  result.unwind = s.type == type_unwind || result.name == ".eh_frame";
  if (!std::has_single_bit(result.alignment) || result.alignment > page)
    refuse("section " + std::string(result.name) + " has an impossible alignment");
  if (result.loaded) result.content = content_of(in, s);
  return result;
}

HONE_DECL std::vector<symbol> read_symbols(const input& in, const section_header& s, byte_view names) {
  std::vector<symbol> symbols;
  for (const auto& entry : in.table<file_symbol>(content_of(in, s))) {
    const int binding = entry.info >> 4, type = entry.info & 15;
    symbols.push_back({string_at(names, entry.name), entry.section, entry.value, entry.size,
                       binding == 1 || binding == 2, type == 2});
  }
  return symbols;
}

/// The section that a header refers to, by `link` or `info`.
HONE_DECL std::uint32_t referred(const std::vector<section_header>& headers, std::uint32_t index) {
  if (index == 0 || index >= headers.size()) refuse("a section refers to one that is not there");
  return index;
}

HONE_DECL void read_relocations(const input& in, const section_header& s, std::uint32_t target, object_file& file) {
  for (const auto& entry : in.table<file_relocation>(content_of(in, s)))
    file.relocations.push_back({target, static_cast<std::uint32_t>(entry.info),
                                static_cast<std::uint32_t>(entry.info >> 32), entry.offset, entry.addend});
}

/// Symbols and relocations refer to sections and symbols that exist.
HONE_DECL void check_references(const object_file& file) {
  for (const auto& s : file.symbols)
    if (s.section < reserved_sections && s.section >= file.sections.size())
      refuse("symbol " + std::string(s.name) + " lies in a section that is not there");
  for (const auto& r : file.relocations)
    if (r.symbol >= file.symbols.size()) refuse("a relocation refers to a symbol that is not there");
}

}  // namespace detail

HONE_DECL void refuse(const std::string& reason) {
  throw error(error_code::bad_object, "this object cannot be loaded: " + reason);
}

HONE_DECL object_file parse(byte_view bytes) {
  const detail::input in(bytes);
  const auto header = detail::checked_header(in);
  const auto headers = in.table<detail::section_header>(
      in.range(header.section_headers, std::uint64_t{header.section_count} * sizeof(detail::section_header)));
  const auto strings = [&](std::uint32_t index) {
    const auto& s = headers[detail::referred(headers, index)];
    if (s.type != detail::type_strings) refuse("names are not in a table of names");
    return detail::content_of(in, s);
  };
  object_file file;
  for (const auto& s : headers) file.sections.push_back(detail::read_section(in, s, strings(header.name_section)));
  for (const auto& s : headers) {
    if (s.type == detail::type_symbols) {
      if (!file.symbols.empty()) refuse("it has two tables of symbols");
      file.symbols = detail::read_symbols(in, s, strings(s.link));
    }
    const bool relocates = s.type == detail::type_relocations || s.type == detail::type_relocations_without_addend;
    if (!relocates || !file.sections[detail::referred(headers, s.info)].loaded) continue;
    if (s.type == detail::type_relocations_without_addend) refuse("it has relocations without addends");
    detail::read_relocations(in, s, s.info, file);
  }
  detail::check_references(file);
  return file;
}

}  // namespace hone::core::runtime::elf
