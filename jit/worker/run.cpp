// SPDX-License-Identifier: Apache-2.0
/// \file
/// The run worker: loads object code, checks what it computes, times it.
#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include <hone/lower/plan_bytes.hpp>
#include <hone/measure/check.hpp>
#include <hone/measure/clock.hpp>
#include <hone/runtime/kernel.hpp>
#include <hone/runtime/thread_pool.hpp>

#include "fault.hpp"
#include "serve.hpp"
#include "timing.hpp"
#include "workspace.hpp"

namespace hone::core::worker {

namespace {

using measure::measurement;
using measure::placement;
using measure::status;

runtime::compiled_plan load(const measure::runnable& kernel) {
  return {lower::plan_from_bytes(kernel.plan), runtime::load_object(kernel.object)};
}

/// The entry of a launch on part of its iterations.
void run_part(const runtime::compiled_plan& kernel, const lower::launch& launch, workspace& memory, std::int64_t begin,
              std::int64_t end) {
  const hone_runtime_table table{sizeof(hone_runtime_table)};
  const auto entry = kernel.code()->find(launch.entry);
  if (entry(memory.buffers().data(), nullptr, begin, end, &table) != 0)
    throw error(error_code::bad_object, "the entry " + launch.entry + " reports a failure");
}

/// Everything in one piece and in order.
void run_whole(const runtime::compiled_plan& kernel, workspace& memory) {
  for (const auto& launch : kernel.plan().launches) run_part(kernel, launch, memory, 0, launch.iterations);
}

/// In small pieces, the last first: iterations that depend on each other give themselves away.
void run_backwards(const runtime::compiled_plan& kernel, workspace& memory) {
  constexpr std::int64_t most_pieces = 64;
  for (const auto& launch : kernel.plan().launches) {
    const std::int64_t piece = std::max<std::int64_t>((launch.iterations + most_pieces - 1) / most_pieces, 1);
    for (std::int64_t end = launch.iterations; end > 0; end -= piece)
      run_part(kernel, launch, memory, std::max<std::int64_t>(end - piece, 0), end);
  }
}

/// One check run: the sentence of what is wrong, or nothing.
template <class Run>
std::string check_run(workspace& memory, const lower::plan& plan, placement where, std::uint8_t poison, Run run) {
  memory.reset(where, poison, plan.scratches);
  run();
  return memory.verify(where, poison);
}

class runner {
 public:
  runner(measure::channel& program, workspace& memory)
      : program_(&program), memory_(&memory), pool_(memory.threads()), alive_([this] { say_alive(); }) {}

  std::vector<measurement> run(const measure::run_request& request) {
    measurement result;
    try {
      const auto kernel = load(request.kernels.at(0));
      if (!memory_->fits(kernel.plan().arguments)) throw internal_error("the plan is made for other tensors");
      if (check(kernel, result)) time(kernel, request, result);
    } catch (const error& problem) {
      result.status = status::build_error;
      result.message = problem.what();
    }
    return {result};
  }

  std::vector<measurement> compare(const measure::run_request& request) {
    std::vector<runtime::compiled_plan> loaded;
    for (const auto& kernel : request.kernels) loaded.push_back(load(kernel));
    std::vector<timed_kernel> kernels;
    for (const auto& kernel : loaded) kernels.emplace_back(kernel, *memory_, executor());
    std::vector<measurement> results(loaded.size());
    time_together(kernels, request.sampling, results, alive_);
    return results;
  }

 private:
  runtime::executor& executor() { return memory_->threads() > 1 ? static_cast<runtime::executor&>(pool_) : serial_; }

  /// At most every few milliseconds: a message costs the program's thread a wake-up.
  void say_alive() {
    constexpr double pause_ns = 5e6;
    const double now = measure::wall_ns();
    if (now - said_alive_ < pause_ns) return;
    said_alive_ = now;
    say(*program_, measure::message::progress, {});
  }

  /// Twice, with the data at either guard, another poison and another order. False when the kernel is wrong.
  bool check(const runtime::compiled_plan& kernel, measurement& result) {
    const double begun = measure::wall_ns();
    result.message = check_run(*memory_, kernel.plan(), placement::at_end, measure::first_poison,
                               [&] { run_whole(kernel, *memory_); });
    alive_();
    if (result.message.empty())
      result.message = check_run(*memory_, kernel.plan(), placement::at_start, measure::second_poison,
                                 [&] { run_backwards(kernel, *memory_); });
    alive_();
    if (!result.message.empty()) result.status = status::wrong_result;
    result.check_ms = (measure::wall_ns() - begun) / 1e6;
    return result.message.empty();
  }

  void time(const runtime::compiled_plan& kernel, const measure::run_request& request, measurement& result) {
    const double begun = measure::wall_ns();
    timed_kernel timed(kernel, *memory_, executor());
    time_alone(timed, request.sampling, request.incumbent_ns, result, alive_);
    result.measure_ms = (measure::wall_ns() - begun) / 1e6;
  }

  measure::channel* program_;
  workspace* memory_;
  runtime::serial_executor serial_;
  runtime::thread_pool pool_;
  std::function<void()> alive_;
  double said_alive_ = 0;
};

/// The worker's state: nothing before the first `prepare`.
struct bench {
  std::unique_ptr<workspace> memory;
  std::unique_ptr<runner> kernels;
};

/// Answers with nothing, or the sentence of what went wrong.
bool prepare(measure::channel& program, const measure::frame& request, bench& b) {
  std::string problem;
  b = {};
  try {
    auto tensors = measure::prepare_request_from_bytes(request.payload);
    b.memory = std::make_unique<workspace>(std::move(tensors), request.file.get());
    b.kernels = std::make_unique<runner>(program, *b.memory);
  } catch (const std::exception& error) {
    problem = error.what();
  }
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(problem.data());
  return say(program, measure::message::prepared, {bytes, problem.size()});
}

bool answer(measure::channel& program, const measure::frame& request, bench& b) {
  const auto kind = static_cast<measure::message>(request.kind);
  if (kind == measure::message::prepare) return prepare(program, request, b);
  if (b.kernels == nullptr) return false;
  const auto wanted = measure::run_request_from_bytes(request.payload);
  const auto results = kind == measure::message::compare ? b.kernels->compare(wanted) : b.kernels->run(wanted);
  return say(program, measure::message::ran, to_bytes(results));
}

}  // namespace

void serve_runs(measure::channel& program) {
  report_faults_to(program.descriptor());
  if (!say(program, measure::message::hello, to_bytes(measure::hello{}))) return;
  bench b;
  measure::frame request;
  while (program.receive(request, std::numeric_limits<double>::infinity()) == measure::transfer::done)
    if (!answer(program, request, b)) return;
}

}  // namespace hone::core::worker
