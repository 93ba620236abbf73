// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes small ELF64 objects byte by byte, sound and unsound ones, so that the loader's tests need no assembler.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string>
#include <vector>

#include <hone/meta/bytes.hpp>

namespace hone::core::test {

inline constexpr std::uint64_t alloc = 2, writable = 1, execute = 4, thread_local_flag = 0x400;

struct elf_section {
  std::string name;
  std::uint64_t flags = alloc;
  hone::byte_string content;
  std::uint64_t alignment = 16;
  std::uint32_t type = 1;  ///< 8: all zero, of `zero_bytes`
  std::uint64_t zero_bytes = 0;
};

/// `section` counts from 1, as in the file; 0 is undefined.
struct elf_symbol {
  std::string name;
  std::uint16_t section = 1;
  std::uint64_t value = 0, size = 0;
  std::uint8_t info = 0x12;  ///< global function
};

struct elf_relocation {
  std::uint32_t section = 1;
  std::uint64_t offset = 0;
  std::uint32_t symbol = 1, type = 2;
  std::int64_t addend = 0;
};

struct elf_object {
  std::vector<elf_section> sections;
  std::vector<elf_symbol> symbols;
  std::vector<elf_relocation> relocations;
};

namespace detail {
struct header {
  std::uint32_t name, type;
  std::uint64_t flags, address, offset, size;
  std::uint32_t link, info;
  std::uint64_t alignment, entry;
};
struct symbol {
  std::uint32_t name;
  std::uint8_t info, other;
  std::uint16_t section;
  std::uint64_t value, size;
};
struct rela {
  std::uint64_t offset, info;
  std::int64_t addend;
};

class names {
 public:
  std::uint32_t add(const std::string& name) {
    const auto at = static_cast<std::uint32_t>(text_.size());
    text_ += name + '\0';
    return at;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_ = std::string(1, '\0');
};

template <class T>
void append(hone::byte_string& out, const T& value) {
  const auto* p = reinterpret_cast<const std::uint8_t*>(&value);
  out.insert(out.end(), p, p + sizeof value);
}
}  // namespace detail

/// Header, contents, then the table of sections: null, the given ones, a table of relocations for each, symbols, names.
inline hone::byte_string to_elf(const elf_object& object) {
  detail::names names, section_names;
  hone::byte_string out(64);
  std::vector<detail::header> headers(1);
  const auto place = [&](detail::header h, const void* data, std::size_t size) {
    while (out.size() % 16 != 0) out.push_back(0);
    h.offset = out.size();
    h.size = size;
    const auto* p = static_cast<const std::uint8_t*>(data);
    out.insert(out.end(), p, p + size);
    headers.push_back(h);
  };
  const auto count = static_cast<std::uint32_t>(object.sections.size());
  const std::uint32_t symbol_table = 2 * count + 1, string_table = symbol_table + 1;
  for (const auto& s : object.sections) {
    place({section_names.add(s.name), s.type, s.flags, 0, 0, 0, 0, 0, s.alignment, 0}, s.content.data(),
          s.content.size());
    if (s.type == 8) headers.back().size = s.zero_bytes;
  }
  for (std::uint32_t k = 1; k <= count; ++k) {
    std::vector<detail::rela> table;
    for (const auto& r : object.relocations)
      if (r.section == k) table.push_back({r.offset, std::uint64_t{r.symbol} << 32 | r.type, r.addend});
    place({section_names.add(".rela"), 4, 0, 0, 0, 0, symbol_table, k, 8, 24}, table.data(),
          table.size() * sizeof(detail::rela));
  }
  std::vector<detail::symbol> symbols(1);
  for (const auto& s : object.symbols) symbols.push_back({names.add(s.name), s.info, 0, s.section, s.value, s.size});
  place({section_names.add(".symtab"), 2, 0, 0, 0, 0, string_table, 1, 8, 24}, symbols.data(),
        symbols.size() * sizeof(detail::symbol));
  place({section_names.add(".strtab"), 3, 0, 0, 0, 0, 0, 0, 1, 0}, names.text().data(), names.text().size());
  const auto own_name = section_names.add(".shstrtab");
  place({own_name, 3, 0, 0, 0, 0, 0, 0, 1, 0}, section_names.text().data(), section_names.text().size());
  while (out.size() % 16 != 0) out.push_back(0);
  const std::uint64_t table_at = out.size();
  for (const auto& h : headers) detail::append(out, h);

  const std::uint8_t ident[16] = {0x7f, 'E', 'L', 'F', 2, 1, 1};
  std::copy(std::begin(ident), std::end(ident), out.begin());
  const auto put = [&](std::size_t at, auto value) { std::memcpy(out.data() + at, &value, sizeof value); };
  put(16, std::uint16_t{1});   // relocatable
  put(18, std::uint16_t{62});  // x86-64
  put(20, std::uint32_t{1});
  put(40, table_at);
  put(52, std::uint16_t{64});
  put(58, std::uint16_t{64});
  put(60, static_cast<std::uint16_t>(headers.size()));
  put(62, static_cast<std::uint16_t>(headers.size() - 1));
  return out;
}

/// `output[i] = input[i] + 2.5f` for i in [begin, end); the constant lies in .rodata. Buffers: input, output.
///
///     mov (%rdi),%rax; mov 8(%rdi),%r9
///     1: cmp %rcx,%rdx; jge 2f; movss (%rax,%rdx,4),%xmm0; addss constant(%rip),%xmm0
///     movss %xmm0,(%r9,%rdx,4); inc %rdx; jmp 1b; 2: xor %eax,%eax; ret
inline elf_object add_constant_object() {
  elf_object o;
  o.sections.push_back(
      {".text", alloc | execute, {0x48, 0x8b, 0x07, 0x4c, 0x8b, 0x4f, 0x08, 0x48, 0x39, 0xca, 0x7d, 0x18, 0xf3,
                                  0x0f, 0x10, 0x04, 0x90, 0xf3, 0x0f, 0x58, 0x05, 0,    0,    0,    0,    0xf3,
                                  0x41, 0x0f, 0x11, 0x04, 0x91, 0x48, 0xff, 0xc2, 0xeb, 0xe3, 0x31, 0xc0, 0xc3}});
  o.sections.push_back({".rodata", alloc, {0x00, 0x00, 0x20, 0x40}, 4});
  o.symbols.push_back({"constant", 2, 0, 4, 0x01});
  o.symbols.push_back({"add_constant", 1, 0, 0x27});
  o.relocations.push_back({1, 0x15, 1, 2, -4});
  return o;
}

}  // namespace hone::core::test
