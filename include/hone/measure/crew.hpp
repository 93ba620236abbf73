// SPDX-License-Identifier: Apache-2.0
/// \file
/// Threads that each own a client of a worker process and take tasks from one queue.
#pragma once

#include <signal.h>

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace hone::core::measure::detail {

/// New threads block all signals, so that the program's handlers run on the program's own threads.
class signals_blocked {
 public:
  signals_blocked() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~signals_blocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  signals_blocked(const signals_blocked&) = delete;
  signals_blocked& operator=(const signals_blocked&) = delete;

 private:
  sigset_t before_;
};

/// `Client::cancel` ends what its thread waits for. Threads start with the first task, one for each task that finds no
/// idle one, up to as many as there are clients.
template <class Client>
class crew {
 public:
  /// Must not throw; see `run` for one that may.
  using task = std::function<void(Client&)>;

  explicit crew(std::vector<std::unique_ptr<Client>> clients) : clients_(std::move(clients)) {}
  /// Forgets the tasks that have not begun.
  ~crew() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
      tasks_.clear();
    }
    for (auto& client : clients_) client->cancel();
    wake_.notify_all();
    for (auto& thread : threads_) thread.join();
  }
  crew(const crew&) = delete;
  crew& operator=(const crew&) = delete;

  void push(task work) { enqueue(std::move(work), false); }

  /// Before all other tasks, and waits for it. What it throws is thrown here.
  void run(const task& work) {
    bool done = false;
    std::exception_ptr problem;
    enqueue(
        [&](Client& client) {
          std::exception_ptr thrown;
          try {
            work(client);
          } catch (...) {
            thrown = std::current_exception();
          }
          const std::lock_guard lock(mutex_);
          problem = thrown;
          done = true;
          finished_.notify_all();
        },
        true);
    std::unique_lock lock(mutex_);
    finished_.wait(lock, [&] { return done; });
    if (problem) std::rethrow_exception(problem);
  }

 private:
  void enqueue(task work, bool first) {
    const std::lock_guard lock(mutex_);
    if (first)
      tasks_.push_front(std::move(work));
    else
      tasks_.push_back(std::move(work));
    if (idle_ < tasks_.size() && threads_.size() < clients_.size()) {
      const signals_blocked quiet;
      threads_.emplace_back([this, &client = *clients_[threads_.size()]] { work_for(client); });
    }
    wake_.notify_one();
  }

  void work_for(Client& client) {
    std::unique_lock lock(mutex_);
    for (;;) {
      ++idle_;
      wake_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
      --idle_;
      if (stopping_) return;
      const auto work = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      work(client);
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable finished_;
  std::deque<task> tasks_;
  std::size_t idle_ = 0;
  bool stopping_ = false;
  std::vector<std::unique_ptr<Client>> clients_;
  std::vector<std::thread> threads_;
};

}  // namespace hone::core::measure::detail
