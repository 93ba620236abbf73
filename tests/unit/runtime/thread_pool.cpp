// SPDX-License-Identifier: Apache-2.0
/// \file
/// The executors: each iteration once, on several threads, nested, from many threads, after a fork, and as a guest.
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <set>
#include <thread>
#include <vector>

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hone/runtime/executor.hpp>
#include <hone/runtime/thread_pool.hpp>
#include <support/catch.hpp>
#include <support/sanitizers.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::runtime;

namespace {

/// How often each iteration ran.
std::vector<int> counts(executor& e, std::int64_t n) {
  std::vector<std::atomic<int>> ran(static_cast<std::size_t>(n));
  e.parallel_for(n, [&](std::int64_t begin, std::int64_t end) noexcept {
    for (auto k = begin; k < end; ++k) ++ran[static_cast<std::size_t>(k)];
  });
  return {ran.begin(), ran.end()};
}

bool each_once(executor& e, std::int64_t n) { return counts(e, n) == std::vector<int>(static_cast<std::size_t>(n), 1); }

int threads_of_process() {
  int n = 0;
  if (auto* tasks = ::popen(("ls /proc/" + std::to_string(::getpid()) + "/task | wc -l").c_str(), "r")) {
    if (std::fscanf(tasks, "%d", &n) != 1) n = -1;
    ::pclose(tasks);
  }
  return n;
}

}  // namespace

TEST_CASE("every iteration runs once") {
  thread_pool pool(4);
  serial_executor serial;
  for (const std::int64_t n : {0, 1, 2, 3, 7, 16, 17, 1009}) {
    CAPTURE(n);
    CHECK(each_once(pool, n));
    CHECK(each_once(serial, n));
  }
  CHECK(pool.concurrency() == 4);
  CHECK(serial.concurrency() == 1);
}

TEST_CASE("a function of a negative number of iterations is not called") {
  thread_pool pool(2);
  bool called = false;
  pool.parallel_for(-1, [&](std::int64_t, std::int64_t) noexcept { called = true; });
  CHECK_FALSE(called);
}

TEST_CASE("chunks run on several threads at the same time") {
  thread_pool pool(2);
  std::atomic<int> inside{0};
  std::atomic<bool> met{false};
  pool.parallel_for(2, [&](std::int64_t, std::int64_t) noexcept {
    // each waits for the other; a pool that ran one after the other would give up here
    ++inside;
    for (int k = 0; k < 10000 && inside < 2 && !met; ++k) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (inside == 2) met = true;
  });
  CHECK(met);
}

TEST_CASE("what the chunks wrote is visible afterwards") {
  thread_pool pool(3);
  std::vector<std::int64_t> squares(1000);
  for (int round = 0; round < 200; ++round) {
    pool.parallel_for(1000, [&](std::int64_t begin, std::int64_t end) noexcept {
      for (auto k = begin; k < end; ++k) squares[static_cast<std::size_t>(k)] = k * k + round;
    });
    std::int64_t sum = 0;
    for (const auto s : squares) sum += s;
    REQUIRE(sum == 332833500 + 1000 * round);
  }
}

TEST_CASE("threads start with the first loop and end with the pool") {
  const int before = threads_of_process();
  {
    thread_pool pool(3);
    CHECK(threads_of_process() == before);
    CHECK(each_once(pool, 1));
    CHECK(threads_of_process() == before);  // one iteration needs nobody else
    CHECK(each_once(pool, 10));
    CHECK(threads_of_process() == before + 2);
    pool.stop();
    CHECK(threads_of_process() == before);
    CHECK(each_once(pool, 10));
  }
  CHECK(threads_of_process() == before);
}

TEST_CASE("a loop inside a loop runs on the thread that starts it") {
  thread_pool pool(4), other(4);
  CHECK_FALSE(pool.in_parallel());
  std::atomic<int> inner{0}, wrong{0};
  pool.parallel_for(8, [&](std::int64_t begin, std::int64_t end) noexcept {
    const auto me = std::this_thread::get_id();
    if (!pool.in_parallel() || other.in_parallel()) ++wrong;
    for (auto k = begin; k < end; ++k)
      for (executor* e : {&pool, &other})
        e->parallel_for(10, [&](std::int64_t b, std::int64_t n) noexcept {
          if (std::this_thread::get_id() != me) ++wrong;
          inner += static_cast<int>(n - b);
        });
  });
  CHECK(inner == 160);
  CHECK(wrong == 0);
  CHECK_FALSE(pool.in_parallel());
}

TEST_CASE("many threads use one pool") {
  thread_pool pool(3);
  std::atomic<int> good{0};
  std::vector<std::thread> callers;
  for (int c = 0; c < 8; ++c)
    callers.emplace_back([&] {
      for (int round = 0; round < 50; ++round) good += each_once(pool, 37) ? 1 : 0;
    });
  for (auto& c : callers) c.join();
  CHECK(good == 400);
}

#if !HONE_TEST_THREAD_SANITIZER  // which does not allow threads to start after a fork
TEST_CASE("the child of a fork has a pool of its own") {
  thread_pool pool(3);
  REQUIRE(each_once(pool, 100));
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(60);
    bool good = true;
    for (int round = 0; round < 5; ++round) good = good && each_once(pool, 100);
    ::_exit(good && threads_of_process() == 3 ? 0 : 1);
  }
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(each_once(pool, 100));
}
#endif

TEST_CASE("threads of the pool leave signals to the program") {
  sigset_t before;
  pthread_sigmask(SIG_SETMASK, nullptr, &before);
  thread_pool pool(2);
  std::atomic<int> on_pool{0}, blocked{0}, fault_blocked{0};
  const auto caller = std::this_thread::get_id();
  for (int round = 0; round < 1000 && on_pool == 0; ++round)
    pool.parallel_for(16, [&](std::int64_t, std::int64_t) noexcept {
      if (std::this_thread::get_id() == caller) return std::this_thread::sleep_for(std::chrono::milliseconds(1));
      sigset_t mask;
      pthread_sigmask(SIG_SETMASK, nullptr, &mask);
      ++on_pool;
      if (sigismember(&mask, SIGINT) && sigismember(&mask, SIGTERM) && sigismember(&mask, SIGCHLD)) ++blocked;
      if (sigismember(&mask, SIGSEGV)) ++fault_blocked;
    });
  CHECK(on_pool > 0);
  CHECK(blocked == on_pool);
  CHECK(fault_blocked == 0);
  sigset_t after;
  pthread_sigmask(SIG_SETMASK, nullptr, &after);
  CHECK(sigismember(&after, SIGINT) == sigismember(&before, SIGINT));
}

TEST_CASE("the default pool is one, with at least one thread") {
  CHECK(&default_executor() == &default_executor());
  CHECK(default_executor().concurrency() == default_concurrency());
  CHECK(default_concurrency() >= 1);
  CHECK(each_once(default_executor(), 100));
}
