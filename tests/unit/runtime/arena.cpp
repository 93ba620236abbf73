// SPDX-License-Identifier: Apache-2.0
/// \file
/// The arena: alignment, nesting, reuse, and one block after the first round.
#include <cstdint>
#include <cstring>
#include <limits>
#include <thread>

#include <hone/runtime/arena.hpp>
#include <support/catch.hpp>

using hone::core::runtime::arena;
using hone::core::runtime::thread_arena;

namespace {
bool aligned(const void* p, std::uintptr_t to) { return reinterpret_cast<std::uintptr_t>(p) % to == 0; }
}  // namespace

TEST_CASE("memory is aligned, disjoint and writable") {
  arena a;
  arena::frame f(a);
  auto* x = static_cast<char*>(f.take(100));
  auto* y = static_cast<char*>(f.take(1));
  auto* z = static_cast<char*>(f.take(5000, 4096));
  CHECK(aligned(x, 64));
  CHECK(aligned(y, 64));
  CHECK(aligned(z, 4096));
  std::memset(x, 1, 100);
  std::memset(y, 2, 1);
  std::memset(z, 3, 5000);
  CHECK(x[0] == 1);
  CHECK(x[99] == 1);
  CHECK(y[0] == 2);
  CHECK(f.take(0) != nullptr);
}

TEST_CASE("the second round finds everything in one block and allocates nothing") {
  arena a;
  const auto round = [&] {
    arena::frame f(a);
    const void* first = f.take(1000);
    f.take(100000);
    f.take(64);
    return first;
  };
  round();
  const auto size = a.capacity();
  const auto* second = round();
  CHECK(a.capacity() == size);
  CHECK(round() == second);
  CHECK(a.capacity() == size);
}

TEST_CASE("an inner frame gives back what it took and leaves the outer one alone") {
  arena a;
  arena::frame outer(a);
  auto* x = static_cast<char*>(outer.take(64));
  std::memset(x, 7, 64);
  {
    arena::frame inner(a);
    inner.take(100000);
    std::memset(inner.take(64), 9, 64);
  }
  CHECK(x[63] == 7);
  CHECK(outer.take(100000) != nullptr);
}

TEST_CASE("many inner frames in an outer one need no more memory than two") {
  arena a;
  arena::frame outer(a);
  outer.take(100);
  const auto inner_frame = [&] {
    arena::frame inner(a);
    for (const std::size_t bytes : {100000u, 64u, 5000u}) inner.take(bytes);
  };
  inner_frame();
  inner_frame();
  const auto size = a.capacity();
  for (int k = 0; k < 100; ++k) inner_frame();
  CHECK(a.capacity() == size);
  CHECK(size < 400000);
}

TEST_CASE("an inner frame leaves alone the empty block in which the outer one began") {
  arena a;
  {
    arena::frame f(a);
    f.take(100);
  }
  const auto size = a.capacity();
  for (int round = 0; round < 3; ++round) {
    arena::frame outer(a);  // takes nothing, as a kernel whose scratch buffers all belong to threads
    arena::frame inner(a);
    std::memset(inner.take(5000), 1, 5000);
    std::memset(inner.take(70000), 2, 70000);
  }
  CHECK(a.capacity() > size);
  const auto settled = a.capacity();
  for (int round = 0; round < 10; ++round) {
    arena::frame outer(a);
    arena::frame inner(a);
    inner.take(5000);
    inner.take(70000);
  }
  CHECK(a.capacity() == settled);
}

TEST_CASE("impossible sizes give no memory, and the arena goes on") {
  arena a;
  arena::frame f(a);
  CHECK(f.take(std::numeric_limits<std::size_t>::max()) == nullptr);
  CHECK(f.take(std::numeric_limits<std::size_t>::max() / 2 - 10) == nullptr);
  CHECK(f.take(10) != nullptr);
}

TEST_CASE("each thread has an arena of its own") {
  arena* other = nullptr;
  std::thread([&] { other = &thread_arena(); }).join();
  CHECK(other != &thread_arena());
  CHECK(&thread_arena() == &thread_arena());
}
