// SPDX-License-Identifier: Apache-2.0
/// \file
/// The executor that comes with the library: a small pool of threads, started when the first parallel loop runs.
#pragma once

#include <atomic>
#include <cstdint>

#include <hone/config.hpp>
#include <hone/runtime/executor.hpp>

namespace hone::core::runtime {

/// A good guest: no thread before it is needed, none pinned, asynchronous signals left to the program's own threads.
/// One loop at a time uses the pool; a loop that is started inside another, or while the pool serves another thread,
/// runs on the thread that starts it. After a fork the child has no pool until its first parallel loop makes one.
class thread_pool final : public executor {
 public:
  /// `threads` counts the calling one; 0 stands for `default_concurrency()`.
  HONE_DECL explicit thread_pool(int threads = 0);
  HONE_DECL ~thread_pool() override;
  thread_pool(const thread_pool&) = delete;
  thread_pool& operator=(const thread_pool&) = delete;

  int concurrency() const noexcept override { return threads_; }
  HONE_DECL bool in_parallel() const noexcept override;
  HONE_DECL void parallel_for(std::int64_t iterations, range_function function) noexcept override;

  /// Ends the threads; the next parallel loop starts them again. No loop may be running.
  HONE_DECL void stop() noexcept;

 private:
  struct crew;
  crew* current_crew() noexcept;

  int threads_;
  std::atomic<crew*> crew_{nullptr};
};

/// Threads for one kernel: HONE_THREADS, else what affinity and cgroup quota leave to this process.
HONE_DECL int default_concurrency();

/// The pool that kernels use unless told otherwise: one per process, of `default_concurrency()` threads.
HONE_DECL thread_pool& default_executor();

}  // namespace hone::core::runtime

#if !defined(HONE_COMPILED)
#include <hone/runtime/impl/thread_pool.ipp>
#endif
