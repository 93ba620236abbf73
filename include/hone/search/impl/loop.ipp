// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of search/loop.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <utility>

#include <hone/measure/clock.hpp>
#include <hone/search/loop.hpp>

namespace hone::core::search {
namespace detail {

HONE_DECL double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// One search under way.
class search_run {
 public:
  search_run(strategy& s, evaluator& e, const loop_options& o, const trial_observer& observe)
      : strategy_(s), evaluator_(e), options_(o), observe_(observe), random_(o.seed), began_(now()) {}

  loop_result finish() {
    for (const auto& t : options_.resumed)
      if (result_.known.claim(t.configuration)) result_.known.add(t);
    result_.resumed = result_.known.trials().size();
    auto first = options_.first;
    std::erase_if(first, [&](const auto& c) { return !result_.known.claim(c); });
    submit(first);
    allowed_ = submitted_ + static_cast<std::int64_t>(options_.max_trials);
    while (propose_batch()) {
      if (batches_.size() < 2) continue;
      wait_for_batch();
      if (const auto met = rule_met(); met != nothing_met) return drain(static_cast<stop_reason>(met));
    }
    return drain(ended_by_);
  }

 private:
  static constexpr int nothing_met = -1;

  double now() const { return options_.clock ? options_.clock() : steady_seconds(); }

  void submit(const std::vector<space::configuration>& batch) {
    for (const auto& c : batch) {
      evaluator_.submit(submitted_++, c, result_.known.best_ns());
    }
    if (!batch.empty()) batches_.push_back(batch);
  }

  /// False when there is nothing left to propose or no time to measure it.
  bool propose_batch() {
    const auto room = std::min<std::int64_t>(options_.batch, allowed_ - submitted_);
    if (room <= 0) return end(stop_reason::trials);
    if (out_of_time()) return end(stop_reason::time);
    const double start = measure::thread_cpu_ns();
    const auto batch = strategy_.propose(result_.known, static_cast<int>(room), random_);
    result_.propose_seconds += (measure::thread_cpu_ns() - start) * 1e-9;
    if (batch.empty()) return end(stop_reason::exhausted);
    submit(batch);
    return true;
  }

  bool end(stop_reason reason) {
    ended_by_ = reason;
    return false;
  }

  /// Whether what is under way will, by what trials have cost so far, use up the time.
  bool out_of_time() const {
    if (options_.budget_s <= 0) return false;
    const double spent = now() - began_;
    const auto measured = static_cast<double>(result_.known.trials().size() - result_.resumed);
    const double each = measured > 0 ? spent / measured : 0;
    return spent + each * static_cast<double>(submitted_ - static_cast<int>(measured)) >= options_.budget_s;
  }

  void wait_for_batch() {
    for (auto& c : batches_.front()) {
      auto outcome = evaluator_.wait(waited_++);
      result_.known.add({std::move(c), std::move(outcome)});
      if (observe_) observe_(result_.known);
    }
    batches_.pop_front();
  }

  int rule_met() const {
    const auto& known = result_.known;
    if (options_.target_ns > 0 && known.best() >= 0 && known.best_ns() <= options_.target_ns)
      return static_cast<int>(stop_reason::target);
    if (options_.plateau > 0 && known.since_best() >= options_.plateau) return static_cast<int>(stop_reason::plateau);
    return nothing_met;
  }

  loop_result drain(stop_reason reason) {
    while (!batches_.empty()) wait_for_batch();
    result_.reason = reason;
    result_.seconds = now() - began_;
    return std::move(result_);
  }

  strategy& strategy_;
  evaluator& evaluator_;
  const loop_options& options_;
  const trial_observer& observe_;
  random_generator random_;
  double began_;
  loop_result result_;
  std::deque<std::vector<space::configuration>> batches_;
  int submitted_ = 0;
  int waited_ = 0;
  std::int64_t allowed_ = 0;
  stop_reason ended_by_ = stop_reason::exhausted;
};

}  // namespace detail

HONE_DECL loop_result run(strategy& s, evaluator& e, const loop_options& options, const trial_observer& observe) {
  return detail::search_run(s, e, options, observe).finish();
}

}  // namespace hone::core::search
