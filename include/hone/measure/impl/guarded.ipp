// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of measure/guarded.hpp.
#pragma once

#include <hone/measure/guarded.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include <hone/diag/error.hpp>

namespace hone::core::measure {

namespace detail {

HONE_DECL std::int64_t page_bytes() { return ::sysconf(_SC_PAGESIZE); }

HONE_DECL std::int64_t whole_pages(std::int64_t bytes) {
  const auto page = page_bytes();
  return (bytes + page - 1) / page * page;
}

/// No data of ours looks like it, and neither poison does.
inline constexpr std::uint8_t canary = 0xc7;

/// Canaries reach this far; a mapping that is larger than its data (reused scratch memory) has none beyond.
inline constexpr std::ptrdiff_t canary_reach = 4096;

}  // namespace detail

HONE_DECL guarded_memory::guarded_memory(std::int64_t capacity)
    : capacity_(std::max(detail::whole_pages(capacity), detail::page_bytes())) {
  const auto all = static_cast<std::size_t>(capacity_ + 2 * guard_bytes);
  void* mapped = ::mmap(nullptr, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped != MAP_FAILED) {
    mapping_ = static_cast<std::uint8_t*>(mapped);
    if (::mprotect(usable(), static_cast<std::size_t>(capacity_), PROT_READ | PROT_WRITE) == 0) return;
    ::munmap(mapped, all);
    mapping_ = nullptr;
  }
  throw error(error_code::io_failed, std::string("no memory for a guarded buffer: ") + std::strerror(errno));
}

HONE_DECL guarded_memory::~guarded_memory() {
  if (mapping_ != nullptr) ::munmap(mapping_, static_cast<std::size_t>(mapping_bytes()));
}

HONE_DECL void* guarded_memory::place(std::int64_t bytes, std::int64_t alignment, placement where) {
  const std::int64_t last = (capacity_ - bytes) / alignment * alignment;  // the mapping begins at a page
  data_ = usable() + (where == placement::at_end ? last : 0);
  data_bytes_ = bytes;
  auto* const end = usable() + capacity_;
  std::fill(data_ - std::min(data_ - usable(), detail::canary_reach), data_, detail::canary);
  std::fill(data_ + bytes, data_ + bytes + std::min(end - (data_ + bytes), detail::canary_reach), detail::canary);
  return data_;
}

HONE_DECL bool guarded_memory::canaries_intact() const {
  const auto intact = [](const std::uint8_t* from, const std::uint8_t* to) {
    return std::all_of(from, to, [](std::uint8_t byte) { return byte == detail::canary; });
  };
  const auto* const data_end = data_ + data_bytes_;
  return intact(data_ - std::min(data_ - usable(), detail::canary_reach), data_) &&
         intact(data_end, data_end + std::min(usable() + capacity_ - data_end, detail::canary_reach));
}

HONE_DECL void guarded_memory::set_read_only(bool read_only) {
  const int access = read_only ? PROT_READ : PROT_READ | PROT_WRITE;
  if (::mprotect(usable(), static_cast<std::size_t>(capacity_), access) != 0)
    throw error(error_code::io_failed, "a guarded buffer cannot be made read-only");
}

}  // namespace hone::core::measure
