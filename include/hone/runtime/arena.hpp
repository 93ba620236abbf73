// SPDX-License-Identifier: Apache-2.0
/// \file
/// Scratch memory of a thread: grows when a kernel first needs more, and is reused by every later call.
#pragma once

#include <cstddef>

#include <hone/config.hpp>

namespace hone::core::runtime {

/// A stack of memory. Not for use by several threads; `thread_arena()` gives each its own.
class arena {
 public:
  arena() = default;
  arena(const arena&) = delete;
  arena& operator=(const arena&) = delete;
  HONE_DECL ~arena();

  /// What is taken within a frame is given back, to the arena, when the frame ends. Frames nest: an executor may run
  /// another kernel on a thread that waits for its own.
  class frame {
   public:
    HONE_DECL explicit frame(arena& owner) noexcept;
    HONE_DECL ~frame();
    frame(const frame&) = delete;
    frame& operator=(const frame&) = delete;

    /// Memory with undefined content, aligned to 64 bytes and to `alignment` (a power of two). nullptr when the
    /// system has none left.
    HONE_DECL void* take(std::size_t bytes, std::size_t alignment = 64) noexcept;

   private:
    struct mark {
      void* block;
      std::size_t used;
    };
    arena* owner_;
    mark start_;
  };

  /// Bytes that the arena holds.
  HONE_DECL std::size_t capacity() const noexcept;

 private:
  struct block;
  bool add_block(std::size_t bytes) noexcept;
  void give_back(block* last, std::size_t used) noexcept;

  block* top_ = nullptr;  ///< the newest block; each points to the one before
  int frames_ = 0;        ///< that are open
};

/// The arena of the calling thread; it is freed when the thread ends.
HONE_DECL arena& thread_arena() noexcept;

}  // namespace hone::core::runtime

#if !defined(HONE_COMPILED)
#include <hone/runtime/impl/arena.ipp>
#endif
