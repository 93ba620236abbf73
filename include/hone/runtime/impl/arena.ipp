// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `arena.hpp`.
#pragma once

#include <hone/runtime/arena.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <new>
#include <utility>

namespace hone::core::runtime {

/// Header of a piece of memory from the system; what is handed out follows it.
struct arena::block {
  block* before;
  std::size_t bytes;  ///< after the header
  std::size_t used;

  static constexpr std::size_t alignment = 64;
  static constexpr std::size_t header = 64;
  std::byte* memory() { return reinterpret_cast<std::byte*>(this) + header; }

  /// Memory of this block, or nullptr when it has not enough.
  void* take(std::size_t wanted, std::size_t aligned_to) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory());
    const auto start = ((address + used + aligned_to - 1) & ~(aligned_to - 1)) - address;
    if (start > bytes || wanted > bytes - start) return nullptr;
    used = start + wanted;
    return memory() + start;
  }
  static void release(block* b) noexcept { ::operator delete (b, std::align_val_t{alignment}); }
};

HONE_DECL arena::~arena() {
  while (top_ != nullptr) block::release(std::exchange(top_, top_->before));
}

HONE_DECL std::size_t arena::capacity() const noexcept {
  std::size_t sum = 0;
  for (const block* b = top_; b != nullptr; b = b->before) sum += b->bytes;
  return sum;
}

HONE_DECL bool arena::add_block(std::size_t bytes) noexcept {
  if (bytes > std::numeric_limits<std::size_t>::max() - block::header) return false;
  void* memory = ::operator new (block::header + bytes, std::align_val_t{block::alignment}, std::nothrow);
  if (memory == nullptr) return false;
  top_ = new (memory) block{top_, bytes, 0};
  return true;
}

/// Forgets what was taken since `last` had `used` bytes in use. Blocks that are empty then become one, so that the next
/// frame finds in one place what this one needed in several. An empty `last` is one of them only where no other frame is
/// open: it may have begun in that block as well.
HONE_DECL void arena::give_back(block* last, std::size_t used) noexcept {
  if (last != nullptr) last->used = used;
  if (last != nullptr && used == 0 && frames_ == 0) last = last->before;
  std::size_t sum = 0;
  int count = 0;
  for (block* b = top_; b != last; b = b->before, ++count) {
    b->used = 0;
    sum += b->bytes;
  }
  if (count < 2) return;
  while (top_ != last) block::release(std::exchange(top_, top_->before));
  add_block(sum);
}

HONE_DECL arena::frame::frame(arena& owner) noexcept
    : owner_(&owner), start_{owner.top_, owner.top_ == nullptr ? 0 : owner.top_->used} {
  ++owner.frames_;
}

HONE_DECL arena::frame::~frame() {
  --owner_->frames_;
  owner_->give_back(static_cast<block*>(start_.block), start_.used);
}

HONE_DECL void* arena::frame::take(std::size_t bytes, std::size_t alignment) noexcept {
  const auto aligned_to = std::max(alignment, block::alignment);
  if (owner_->top_ != nullptr)
    if (void* p = owner_->top_->take(bytes, aligned_to)) return p;
  if (bytes > std::numeric_limits<std::size_t>::max() / 2 - aligned_to) return nullptr;
  if (!owner_->add_block(bytes + aligned_to)) return nullptr;
  return owner_->top_->take(bytes, aligned_to);
}

HONE_DECL arena& thread_arena() noexcept {
  thread_local arena a;
  return a;
}

}  // namespace hone::core::runtime
