// SPDX-License-Identifier: Apache-2.0
/// \file
/// Who runs the chunks of a parallel loop: an interface that the user's own scheduler can implement, and the serial
/// one.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

namespace hone::core::runtime {

/// A reference to something that runs iterations [begin, end) and does not throw. It does not own what it refers to.
class range_function {
 public:
  template <class Function>
  requires(!std::is_same_v<std::remove_cvref_t<Function>, range_function>) &&
      std::is_nothrow_invocable_v<Function&, std::int64_t, std::int64_t> range_function(
          Function&& function) noexcept  // NOLINT: implicit, and a reference whatever the value category
      : target_(const_cast<void*>(static_cast<const void*>(std::addressof(function)))),
  call_([](void* target, std::int64_t begin, std::int64_t end) noexcept {
    (*static_cast<std::remove_reference_t<Function>*>(target))(begin, end);
  }) {}

  void operator()(std::int64_t begin, std::int64_t end) const noexcept { call_(target_, begin, end); }

 private:
  void* target_;
  void (*call_)(void*, std::int64_t, std::int64_t) noexcept;
};

/// Runs parallel loops. Safe to use from many threads at once.
class executor {
 public:
  virtual ~executor() = default;
  /// The most threads that run chunks of one loop at the same time, the calling one included. At least 1.
  virtual int concurrency() const noexcept = 0;
  /// Whether the calling thread is inside a chunk of a loop of this executor; a loop started there should be serial.
  virtual bool in_parallel() const noexcept = 0;
  /// Calls `function` for disjoint ranges that together are [0, iterations), in any order and on any threads, and
  /// returns when all have returned. What they wrote is visible to the caller then.
  virtual void parallel_for(std::int64_t iterations, range_function function) noexcept = 0;
};

/// Runs everything on the calling thread.
class serial_executor final : public executor {
 public:
  int concurrency() const noexcept override { return 1; }
  bool in_parallel() const noexcept override { return false; }
  void parallel_for(std::int64_t iterations, range_function function) noexcept override {
    if (iterations > 0) function(0, iterations);
  }
};

}  // namespace hone::core::runtime
