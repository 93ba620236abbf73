// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of measure/pool.hpp.
#pragma once

#include <hone/measure/pool.hpp>

#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include <hone/measure/affinity.hpp>
#include <hone/measure/build_client.hpp>
#include <hone/measure/crew.hpp>
#include <hone/measure/device_lock.hpp>
#include <hone/measure/run_client.hpp>

namespace hone::core::measure {

namespace detail {

HONE_DECL std::vector<std::unique_ptr<build_client>> build_clients(const measurer_options& options,
                                                                   const core_plan& cores) {
  const auto wanted = options.build_workers > 0 ? static_cast<std::size_t>(options.build_workers) : cores.build.size();
  std::vector<std::unique_ptr<build_client>> clients;
  for (std::size_t k = 0; k < wanted; ++k)
    clients.push_back(std::make_unique<build_client>(options, to_text(cores.build)));
  return clients;
}

HONE_DECL std::vector<std::unique_ptr<run_client>> run_clients(const measurer_options& options,
                                                               const core_plan& cores) {
  std::vector<std::unique_ptr<run_client>> clients;
  clients.push_back(std::make_unique<run_client>(options, to_text(cores.run)));
  return clients;
}

HONE_DECL measurement failed(status cause, std::string message) {
  measurement m;
  m.status = cause;
  m.message = std::move(message);
  return m;
}

/// The objects of the best candidates. Not for use by several threads at once.
class keeper {
 public:
  explicit keeper(std::int32_t most) : most_(static_cast<std::size_t>(std::max(most, 0))) {}
  void add(int id, double time_ns, std::shared_ptr<const artefact> built) {
    kept_[id] = {time_ns, std::move(built)};
    if (kept_.size() <= most_) return;
    kept_.erase(std::max_element(kept_.begin(), kept_.end(),
                                 [](const auto& a, const auto& b) { return a.second.time_ns < b.second.time_ns; }));
  }
  std::shared_ptr<const artefact> find(int id) const {
    const auto found = kept_.find(id);
    return found == kept_.end() ? nullptr : found->second.built;
  }
  void clear() { kept_.clear(); }

 private:
  struct entry {
    double time_ns = 0;
    std::shared_ptr<const artefact> built;
  };
  std::size_t most_;
  std::map<int, entry> kept_;
};

}  // namespace detail

struct measurer::state {
  explicit state(measurer_options o)
      : options(std::move(o)),
        lock(options.lock_path, options.lock_wait_ms),
        cores(plan_cores(allowed_cores(), options.threads)),
        keep(options.keep),
        runner(detail::run_clients(options, cores)),
        builders(detail::build_clients(options, cores)) {}

  measurer_options options;
  device_lock lock;
  core_plan cores;
  pid_t owner = ::getpid();

  mutable std::mutex mutex;  ///< of what follows, up to `turn`
  std::condition_variable changed;
  std::set<int> under_way;
  std::map<int, measurement> finished;
  detail::keeper keep;
  measurer_counts counts;

  std::mutex turn;  ///< where building and running alternate, whoever works has it
  detail::crew<run_client> runner;
  detail::crew<build_client> builders;  // ends first, because it pushes tasks to the runner

  /// Counts a request, and has the workers' turn for as long as the result lives.
  std::unique_lock<std::mutex> begin(std::int64_t measurer_counts::*kind) {
    {
      const std::lock_guard guard(mutex);
      ++(counts.*kind);
    }
    return cores.alternate ? std::unique_lock(turn) : std::unique_lock<std::mutex>();
  }

  /// Does `work` with a client and counts the workers that were started meanwhile.
  template <class Client, class Work>
  auto with(Client& client, std::int64_t measurer_counts::*kind, Work work) {
    const auto before = client.starts();
    const auto my_turn = begin(kind);
    const auto count = [&] {
      const std::lock_guard guard(mutex);
      counts.workers_started += client.starts() - before;
    };
    try {
      auto result = work();
      count();
      return result;
    } catch (...) {
      count();
      throw;
    }
  }

  void enter(int id) {
    const std::lock_guard guard(mutex);
    if (!under_way.insert(id).second || finished.count(id) != 0)
      throw internal_error("candidate " + std::to_string(id) + " is submitted twice");
  }

  void finish(int id, measurement result, std::shared_ptr<const artefact> built) {
    const std::lock_guard guard(mutex);
    if (result.usable()) keep.add(id, result.median_ns, std::move(built));
    finished[id] = std::move(result);
    changed.notify_all();
  }

  void build(build_client& client, int id, const lower::candidate& candidate, double incumbent_ns) {
    build_outcome outcome;
    try {
      outcome = with(client, &measurer_counts::built, [&] { return client.build(candidate, HONE_COMPILE_DEFAULT); });
    } catch (const std::exception& problem) {
      outcome.message = problem.what();
    }
    auto result = detail::failed(outcome.status, std::move(outcome.message));
    result.compile_ms = outcome.built.compile_ms;
    result.spills = outcome.built.resources.spills;
    if (const auto most = options.limits.max_spills; result.status == status::ok && most >= 0 && result.spills > most) {
      result.status = status::limit;
      result.message = std::to_string(result.spills) + " spills in the innermost loops";
    }
    if (result.status != status::ok) return finish(id, std::move(result), nullptr);
    queue_run(id, std::make_shared<const artefact>(std::move(outcome.built)), incumbent_ns);
  }

  void queue_run(int id, std::shared_ptr<const artefact> built, double incumbent_ns) {
    runner.push([this, id, built = std::move(built), incumbent_ns](run_client& client) {
      measurement result;
      try {
        result = with(client, &measurer_counts::run, [&] { return client.run(*built, incumbent_ns); });
      } catch (const std::exception& problem) {
        result = detail::failed(status::worker_lost, problem.what());
        result.compile_ms = built->compile_ms;
      }
      finish(id, std::move(result), built);
    });
  }

  hello greet() {
    hello greeting;
    builders.run([&](build_client& client) {
      with(client, &measurer_counts::built, [&] {
        client.start();
        return 0;
      });
      greeting = client.greeting();
    });
    return greeting;
  }
};

HONE_DECL measurer::measurer(measurer_options options) : state_(std::make_unique<state>(std::move(options))) {}

HONE_DECL measurer::~measurer() {
  // In the child of a fork there are no threads to end, and the workers are the parent's.
  if (state_->owner != ::getpid()) static_cast<void>(state_.release());
}

HONE_DECL bool measurer::has_device() const { return state_->lock.held(); }

HONE_DECL void measurer::start() {
  state_->runner.push([](run_client& client) {
    try {
      client.start();
    } catch (const std::exception&) {
    }
  });
  state_->greet();
  state_->runner.run([](run_client& client) { client.start(); });
}

HONE_DECL std::string measurer::backend() { return state_->greet().backend; }

HONE_DECL std::string measurer::compiler() { return state_->greet().compiler; }

HONE_DECL void measurer::set_problem(std::shared_ptr<const shared_tensors> data, const tolerance& allowed) {
  data->require_finite();
  {
    const std::lock_guard guard(state_->mutex);
    if (!state_->under_way.empty()) throw internal_error("the problem changes while candidates are under way");
    state_->keep.clear();
  }
  state_->runner.run([&](run_client& client) { client.set_problem(std::move(data), allowed); });
}

HONE_DECL void measurer::submit(int id, lower::candidate candidate, double incumbent_ns) {
  state_->enter(id);
  state_->builders.push([s = state_.get(), id, candidate = std::move(candidate), incumbent_ns](build_client& client) {
    s->build(client, id, candidate, incumbent_ns);
  });
}

HONE_DECL void measurer::submit(int id, artefact built, double incumbent_ns) {
  state_->enter(id);
  state_->queue_run(id, std::make_shared<const artefact>(std::move(built)), incumbent_ns);
}

HONE_DECL measurement measurer::wait(int id) {
  std::unique_lock guard(state_->mutex);
  if (state_->under_way.count(id) == 0)
    throw internal_error("candidate " + std::to_string(id) + " is waited for and was not submitted");
  state_->changed.wait(guard, [&] { return state_->finished.count(id) != 0; });
  state_->under_way.erase(id);
  return std::move(state_->finished.extract(id).mapped());
}

HONE_DECL artefact measurer::build(const lower::candidate& candidate, std::uint32_t flags) {
  build_outcome outcome;
  state_->builders.run([&](build_client& client) {
    outcome = state_->with(client, &measurer_counts::built, [&] { return client.build(candidate, flags); });
  });
  if (outcome.status != status::ok) throw error(error_code::compile_failed, outcome.message);
  return std::move(outcome.built);
}

HONE_DECL std::vector<measurement> measurer::compare(std::span<const artefact* const> kernels) {
  std::vector<measurement> results;
  if (kernels.empty()) return results;
  state_->runner.run([&](run_client& client) {
    results = state_->with(client, &measurer_counts::run, [&] { return client.compare(kernels); });
  });
  return results;
}

HONE_DECL std::shared_ptr<const artefact> measurer::kept(int id) const {
  const std::lock_guard guard(state_->mutex);
  return state_->keep.find(id);
}

HONE_DECL measurer_counts measurer::counts() const {
  const std::lock_guard guard(state_->mutex);
  return state_->counts;
}

}  // namespace hone::core::measure
