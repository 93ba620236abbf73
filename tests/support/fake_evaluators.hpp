// SPDX-License-Identifier: Apache-2.0
/// \file
/// Evaluators that measure nothing: what a search asks is answered by a function of the configuration.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <hone/meta/hash.hpp>
#include <hone/meta/random.hpp>
#include <hone/search/evaluator.hpp>
#include <hone/space/text.hpp>

namespace hone::core::test {

using cost_function = std::function<measure::measurement(const space::configuration&)>;

/// A sound kernel that takes this long.
inline measure::measurement takes(double ns) {
  measure::measurement m;
  m.status = measure::status::ok;
  m.best_ns = m.median_ns = ns;
  return m;
}
inline measure::measurement fails(measure::status status, std::string message) {
  measure::measurement m;
  m.status = status;
  m.message = std::move(message);
  return m;
}

/// A time between 1 and 2 ms that looks like noise and depends on the configuration alone.
inline double scrambled_ns(const space::configuration& c) {
  random_generator random(stable_hash().add(space::to_text(c)).value());
  return 1e6 * (1 + random.uniform());
}

/// Answers at once.
class fake_evaluator final : public search::evaluator {
 public:
  explicit fake_evaluator(cost_function cost) : cost_(std::move(cost)) {}
  void submit(int trial, const space::configuration& candidate, double) override {
    waiting_.emplace(trial, candidate);
    submitted.push_back(candidate);
  }
  measure::measurement wait(int trial) override {
    const auto at = waiting_.find(trial);
    auto outcome = cost_(at->second);
    waiting_.erase(at);
    return outcome;
  }
  std::vector<space::configuration> submitted;

 private:
  cost_function cost_;
  std::map<int, space::configuration> waiting_;
};

/// Answers from many threads, in an order that differs from run to run.
class threaded_evaluator final : public search::evaluator {
 public:
  threaded_evaluator(int threads, cost_function cost) : cost_(std::move(cost)) {
    for (int t = 0; t < threads; ++t) workers_.emplace_back([this] { work(); });
  }
  ~threaded_evaluator() override {
    {
      const std::lock_guard guard(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
    for (auto& w : workers_) w.join();
  }
  void submit(int trial, const space::configuration& candidate, double) override {
    const std::lock_guard guard(mutex_);
    queue_.emplace_back(trial, candidate);
    changed_.notify_all();
  }
  measure::measurement wait(int trial) override {
    std::unique_lock guard(mutex_);
    changed_.wait(guard, [&] { return finished_.count(trial) != 0; });
    auto outcome = std::move(finished_.at(trial));
    finished_.erase(trial);
    return outcome;
  }

 private:
  void work() {
    for (;;) {
      std::unique_lock guard(mutex_);
      changed_.wait(guard, [&] { return closed_ || !queue_.empty(); });
      if (queue_.empty()) return;
      const auto at = queue_.begin() + static_cast<std::ptrdiff_t>(order_.below(queue_.size()));
      const auto [trial, candidate] = *at;
      queue_.erase(at);
      const auto pause = std::chrono::microseconds(order_.below(300));
      guard.unlock();
      std::this_thread::sleep_for(pause);
      auto outcome = cost_(candidate);
      guard.lock();
      finished_.emplace(trial, std::move(outcome));
      changed_.notify_all();
    }
  }

  cost_function cost_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::pair<int, space::configuration>> queue_;
  std::map<int, measure::measurement> finished_;
  random_generator order_{static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count())};
  bool closed_ = false;
  std::vector<std::thread> workers_;
};

}  // namespace hone::core::test
