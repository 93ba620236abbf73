// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `thread_pool.hpp`.
#pragma once

#include <hone/runtime/thread_pool.hpp>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <hone/diag/environment.hpp>
#include <hone/target/cores.hpp>

namespace hone::core::runtime {
namespace detail {

/// The pool whose chunk the calling thread is running, if any.
HONE_DECL const executor*& running_pool() noexcept {
  thread_local const executor* pool = nullptr;
  return pool;
}

/// Blocks, for the threads that are started meanwhile, every signal that is sent to a process: the program's own
/// threads receive them. Faults of a thread itself, and profilers' signals, are left as they are.
class signals_blocked {
 public:
  signals_blocked() noexcept {
    sigset_t all;
    sigfillset(&all);
    for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT, SIGPROF}) sigdelset(&all, own);
    pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  ~signals_blocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  signals_blocked(const signals_blocked&) = delete;
  signals_blocked& operator=(const signals_blocked&) = delete;

 private:
  sigset_t before_;
};

/// Waits a few microseconds for something that is about to happen, before the thread is put to sleep.
template <class Condition>
void spin_until(Condition condition) noexcept {
  constexpr int rounds = 400;
  for (int k = 0; k < rounds && !condition(); ++k) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
  }
}

/// A parallel loop in progress. Threads claim chunks until none is left.
struct parallel_loop {
  range_function function;
  std::int64_t iterations;
  std::int64_t chunk;
  std::atomic<std::int64_t> next{0};

  void run_chunks(const executor* pool) noexcept {
    const auto* before = std::exchange(running_pool(), pool);
    for (;;) {
      const auto begin = next.fetch_add(chunk, std::memory_order_relaxed);
      if (begin >= iterations) break;
      function(begin, std::min(begin + chunk, iterations));
    }
    running_pool() = before;
  }
};

}  // namespace detail

/// The threads of a pool, and the loop they work on.
struct thread_pool::crew {
  const executor* pool;
  const pid_t process = ::getpid();
  std::mutex serving;  ///< held by the thread whose loop the crew works on

  std::mutex guard;  ///< of what follows
  std::condition_variable work, done;
  detail::parallel_loop* loop = nullptr;
  bool ending = false;
  std::atomic<std::uint64_t> loops{0};  ///< published so far; read without the guard while spinning
  std::atomic<int> busy{0};             ///< threads that still use `loop`
  std::vector<std::thread> threads;

  crew(const executor* p, int count) : pool(p) {
    const detail::signals_blocked blocked;
    threads.reserve(static_cast<std::size_t>(count));
    try {
      for (int k = 0; k < count; ++k) threads.emplace_back([this] { serve(); });
    } catch (const std::exception&) {
      // the system gives us no more threads: those that did start, and the caller, do the work
    }
  }

  ~crew() {
    {
      const std::lock_guard lock(guard);
      ending = true;
      loops.fetch_add(1);
    }
    work.notify_all();
    for (auto& t : threads) t.join();
  }

  void serve() noexcept {
    std::uint64_t seen = 0;
    for (;;) {
      detail::spin_until([&] { return loops.load(std::memory_order_acquire) != seen; });
      std::unique_lock lock(guard);
      work.wait(lock, [&] { return loops.load() != seen; });
      seen = loops.load();
      if (ending) return;
      if (loop == nullptr) continue;  // it came too late: the others have done it all
      auto* mine = loop;
      busy.fetch_add(1);
      lock.unlock();
      mine->run_chunks(pool);
      lock.lock();
      if (busy.fetch_sub(1) == 1) done.notify_one();
    }
  }

  void run(detail::parallel_loop& l) noexcept {
    {
      const std::lock_guard lock(guard);
      loop = &l;
      loops.fetch_add(1, std::memory_order_release);
    }
    work.notify_all();
    l.run_chunks(pool);
    std::unique_lock lock(guard);
    loop = nullptr;  // nobody enters any more
    lock.unlock();
    detail::spin_until([&] { return busy.load(std::memory_order_acquire) == 0; });
    lock.lock();
    done.wait(lock, [&] { return busy.load() == 0; });
  }
};

HONE_DECL thread_pool::thread_pool(int threads) : threads_(threads > 0 ? threads : default_concurrency()) {}

HONE_DECL thread_pool::~thread_pool() { stop(); }

HONE_DECL bool thread_pool::in_parallel() const noexcept { return detail::running_pool() == this; }

HONE_DECL void thread_pool::stop() noexcept {
  crew* c = crew_.exchange(nullptr);
  // of another process: its threads are not in this one, and there is nothing to join
  if (c != nullptr && c->process == ::getpid()) delete c;
}

/// The threads of this process, started if need be; nullptr when the system refuses.
HONE_DECL thread_pool::crew* thread_pool::current_crew() noexcept {
  crew* c = crew_.load(std::memory_order_acquire);
  if (c != nullptr && c->process == ::getpid()) return c;
  try {
    auto fresh = std::make_unique<crew>(this, threads_ - 1);
    // one from before a fork is left as it is: its locks may be held by threads that are not here
    if (crew_.compare_exchange_strong(c, fresh.get(), std::memory_order_acq_rel)) return fresh.release();
    return c;
  } catch (const std::exception&) {
    return nullptr;
  }
}

HONE_DECL void thread_pool::parallel_for(std::int64_t iterations, range_function function) noexcept {
  if (iterations <= 0) return;
  const bool nested = detail::running_pool() != nullptr;
  crew* c = iterations == 1 || threads_ == 1 || nested ? nullptr : current_crew();
  std::unique_lock<std::mutex> mine;
  if (c != nullptr) mine = std::unique_lock(c->serving, std::try_to_lock);
  if (!mine.owns_lock()) return function(0, iterations);
  // several chunks a thread even out what other programs take; few enough that claiming them costs nothing
  constexpr std::int64_t chunks_per_thread = 4;
  const auto chunk = std::max<std::int64_t>(1, iterations / (threads_ * chunks_per_thread));
  detail::parallel_loop loop{function, iterations, chunk};
  c->run(loop);
}

HONE_DECL int default_concurrency() {
  const int wanted = diag::process_environment().threads;
  static const int usable = target::usable_cores();
  return wanted > 0 ? wanted : usable;
}

HONE_DECL thread_pool& default_executor() {
  // never destroyed, so that a kernel may run in the destructor of a static object; but its threads end before the
  // code they run can be unloaded
  static auto& pool = *new thread_pool();
  static const struct stopper {
    ~stopper() { pool.stop(); }
  } at_exit;
  return pool;
}

}  // namespace hone::core::runtime
