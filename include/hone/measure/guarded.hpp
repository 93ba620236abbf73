// SPDX-License-Identifier: Apache-2.0
/// \file
/// Memory between two guards that no program may touch, and canaries where the data cannot reach a guard.
#pragma once

#include <cstdint>
#include <utility>

#include <hone/config.hpp>

namespace hone::core::measure {

namespace detail {
HONE_DECL std::int64_t page_bytes();
/// Rounded up to pages.
HONE_DECL std::int64_t whole_pages(std::int64_t bytes);
}  // namespace detail

/// Which end of the data touches its guard; the other may be a page's remainder away from its own.
enum class placement : std::uint8_t { at_start, at_end };

/// One mapping, used for one tensor or scratch buffer at a time.
class guarded_memory {
 public:
  /// An access this far outside (in bytes) still meets the guard.
  static constexpr std::int64_t guard_bytes = std::int64_t{1} << 20;

  guarded_memory() = default;
  /// Throws `error{io_failed}` when the system gives no memory.
  HONE_DECL explicit guarded_memory(std::int64_t capacity);
  HONE_DECL ~guarded_memory();
  guarded_memory(guarded_memory&& other) noexcept { swap(other); }
  guarded_memory& operator=(guarded_memory&& other) noexcept {
    swap(other);
    return *this;
  }

  /// Lays `bytes` at one end and canaries around them. `alignment`: a power of two, at most a page; it keeps the data
  /// of `at_end` from its guard by less than itself.
  HONE_DECL void* place(std::int64_t bytes, std::int64_t alignment, placement where);
  /// Whether the canaries around the data placed last are untouched.
  HONE_DECL bool canaries_intact() const;
  /// Writing to it is a fault from now on, or no longer.
  HONE_DECL void set_read_only(bool read_only);

  std::int64_t capacity() const { return capacity_; }
  void* data() const { return data_; }
  std::int64_t data_bytes() const { return data_bytes_; }
  /// First byte of the leading guard, and how many bytes lie between it and the end of the trailing one.
  const std::uint8_t* mapping() const { return mapping_; }
  std::int64_t mapping_bytes() const { return capacity_ + 2 * guard_bytes; }

 private:
  void swap(guarded_memory& other) noexcept {
    std::swap(mapping_, other.mapping_);
    std::swap(capacity_, other.capacity_);
    std::swap(data_, other.data_);
    std::swap(data_bytes_, other.data_bytes_);
  }
  std::uint8_t* usable() const { return mapping_ + guard_bytes; }

  std::uint8_t* mapping_ = nullptr;
  std::int64_t capacity_ = 0;
  std::uint8_t* data_ = nullptr;
  std::int64_t data_bytes_ = 0;
};

}  // namespace hone::core::measure

#if !defined(HONE_COMPILED)
#include <hone/measure/impl/guarded.ipp>
#endif
