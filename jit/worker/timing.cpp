// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of timing.hpp.
#include "timing.hpp"

#include <algorithm>
#include <string>

#include <hone/diag/error.hpp>
#include <hone/measure/clock.hpp>
#include <hone/measure/statistics.hpp>

namespace hone::core::worker {

namespace {

/// Trial batches until one is long enough, which is the first sample: each may lengthen the batch tenfold, so this
/// covers calls of 1 ns.
constexpr int most_trials = 8;

/// A single call below this is mostly the clock's and the caches' time, and no reason to drop anything.
constexpr double trusted_call_ns = 20e3;

}  // namespace

double timed_kernel::batch(std::int32_t calls) {
  memory_->reset_accumulators(measure::placement::at_start);
  auto status = runtime::run_status::ok;
  const int threads = memory_->threads();
  const double begun = measure::now_ns(threads);
  for (std::int32_t k = 0; k < calls && status == runtime::run_status::ok; ++k)
    status = kernel_->run(memory_->arguments(), *workers_);
  const double ended = measure::now_ns(threads);
  if (status != runtime::run_status::ok)
    throw error(error_code::bad_object, "the kernel reports " + std::string(runtime::name_of(status)));
  return (ended - begun) / calls;
}

batch_size warm_up(timed_kernel& kernel, const measure::sampling& how, double incumbent_ns,
                   const std::function<void()>& alive) {
  const double wanted_ns = how.batch_ms * 1e6;
  batch_size size;
  kernel.batch(1);  // caches, pages and branch predictors; never a sample
  for (int trial = 0; trial < most_trials; ++trial) {
    alive();
    size.call_ns = kernel.batch(size.calls);
    const double took_ns = size.call_ns * size.calls;
    size.hopeless = incumbent_ns > 0 && size.call_ns > how.drop_factor * incumbent_ns && took_ns > trusted_call_ns;
    if (size.hopeless || took_ns >= wanted_ns / 2) break;
    const double factor = std::clamp(wanted_ns / std::max(took_ns, 1.0), 2.0, 10.0);
    size.calls = static_cast<std::int32_t>(std::min(size.calls * factor, 1e8));
  }
  return size;
}

void time_alone(timed_kernel& kernel, const measure::sampling& how, double incumbent_ns, measure::measurement& result,
                const std::function<void()>& alive) {
  const double begun = measure::wall_ns();
  const auto size = warm_up(kernel, how, incumbent_ns, alive);
  std::vector<double> samples{size.call_ns};
  result.status = size.hopeless ? measure::status::dropped : measure::status::ok;
  const auto enough = [&] {
    const auto n = static_cast<std::int32_t>(samples.size());
    if (size.hopeless || n >= how.max_samples || measure::wall_ns() - begun > how.cap_ms * 1e6) return true;
    if (n < how.min_samples) return false;
    const bool contender = incumbent_ns <= 0 || measure::median_of(samples) <= how.contender_factor * incumbent_ns;
    return !contender || measure::spread_of(samples) < how.calm_spread;
  };
  while (!enough()) {
    samples.push_back(kernel.batch(size.calls));
    alive();
  }
  measure::summarise(samples, result);
}

void time_together(std::span<timed_kernel> kernels, const measure::sampling& how,
                   std::span<measure::measurement> results, const std::function<void()>& alive) {
  std::vector<batch_size> sizes;
  for (auto& kernel : kernels) sizes.push_back(warm_up(kernel, how, 0, alive));
  std::vector<std::vector<double>> samples(kernels.size());
  for (std::int32_t round = 0; round < how.compare_rounds; ++round)
    for (std::size_t k = 0; k < kernels.size(); ++k) {
      alive();
      samples[k].push_back(kernels[k].batch(sizes[k].calls));
    }
  for (std::size_t k = 0; k < kernels.size(); ++k) {
    measure::summarise(samples[k], results[k]);
    results[k].status = measure::status::ok;
  }
}

}  // namespace hone::core::worker
