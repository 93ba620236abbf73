// SPDX-License-Identifier: Apache-2.0
/// \file
/// Times kernels: warm-up, batches, racing against the incumbent, and finalists against each other.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include <hone/measure/measurement.hpp>
#include <hone/measure/options.hpp>
#include <hone/runtime/executor.hpp>
#include <hone/runtime/kernel.hpp>

#include "workspace.hpp"

namespace hone::core::worker {

/// A kernel on the arguments of a workspace. Its scratch memory is the runtime's, as in the user's program.
class timed_kernel {
 public:
  timed_kernel(const runtime::compiled_plan& kernel, workspace& memory, runtime::executor& workers)
      : kernel_(&kernel), memory_(&memory), workers_(&workers) {}

  /// Nanoseconds of one call, as the mean of a number of calls. Throws `error{bad_object}` when the kernel reports a
  /// failure.
  double batch(std::int32_t calls);

 private:
  const runtime::compiled_plan* kernel_;
  workspace* memory_;
  runtime::executor* workers_;
};

/// How often a batch repeats the call, and what one call costs by the last trial batch. The trials
/// before it are the warm-up.
struct batch_size {
  std::int32_t calls = 1;
  double call_ns = 0;
  bool hopeless = false;  ///< far slower than the incumbent: not worth a sample
};

/// `alive` is called between batches.
batch_size warm_up(timed_kernel& kernel, const measure::sampling& how, double incumbent_ns,
                   const std::function<void()>& alive);

/// Sets status (ok or dropped), times, spread and runs.
void time_alone(timed_kernel& kernel, const measure::sampling& how, double incumbent_ns, measure::measurement& result,
                const std::function<void()>& alive);

/// Round robin: in each round one sample of every kernel, so that a drifting clock meets all alike.
void time_together(std::span<timed_kernel> kernels, const measure::sampling& how,
                   std::span<measure::measurement> results, const std::function<void()>& alive);

}  // namespace hone::core::worker
