// SPDX-License-Identifier: Apache-2.0
/// \file
/// Counts what a whole test program allocates through operator new. Include it in one source of the program. With a
/// sanitizer, whose own operators stay in place, `counts_allocations` is false.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#include <support/sanitizers.hpp>

namespace hone::core::test {

inline constexpr bool counts_allocations = !HONE_TEST_ADDRESS_SANITIZER && !HONE_TEST_THREAD_SANITIZER;

inline std::atomic<long> allocations{0};
inline long allocation_count() { return allocations.load(); }

inline void* counted(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) noexcept {
  ++allocations;
  return std::aligned_alloc(alignment, (bytes + alignment) / alignment * alignment);
}
inline void* counted_or_throw(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) {
  if (void* p = counted(bytes, alignment)) return p;
  throw std::bad_alloc();
}

}  // namespace hone::core::test

#if !HONE_TEST_ADDRESS_SANITIZER && !HONE_TEST_THREAD_SANITIZER
// All forms, as the library's own would not fit these; not inlined, or compilers warn of a mismatch that is none.
#define HONE_TEST_REPLACED __attribute__((noinline))
HONE_TEST_REPLACED void* operator new(std::size_t n) { return hone::core::test::counted_or_throw(n); }
HONE_TEST_REPLACED void* operator new[](std::size_t n) { return hone::core::test::counted_or_throw(n); }
HONE_TEST_REPLACED void* operator new(std::size_t n, std::align_val_t a) {
  return hone::core::test::counted_or_throw(n, static_cast<std::size_t>(a));
}
HONE_TEST_REPLACED void* operator new[](std::size_t n, std::align_val_t a) {
  return hone::core::test::counted_or_throw(n, static_cast<std::size_t>(a));
}
HONE_TEST_REPLACED void* operator new(std::size_t n, const std::nothrow_t&) noexcept { return hone::core::test::counted(n); }
HONE_TEST_REPLACED void* operator new[](std::size_t n, const std::nothrow_t&) noexcept {
  return hone::core::test::counted(n);
}
HONE_TEST_REPLACED void* operator new(std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
  return hone::core::test::counted(n, static_cast<std::size_t>(a));
}
HONE_TEST_REPLACED void operator delete(void* p) noexcept { std::free(p); }
HONE_TEST_REPLACED void operator delete[](void* p) noexcept { std::free(p); }
HONE_TEST_REPLACED void operator delete(void* p, std::size_t) noexcept { std::free(p); }
HONE_TEST_REPLACED void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
HONE_TEST_REPLACED void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
HONE_TEST_REPLACED void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
HONE_TEST_REPLACED void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
HONE_TEST_REPLACED void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
#undef HONE_TEST_REPLACED
#endif
