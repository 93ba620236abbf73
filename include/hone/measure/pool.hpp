// SPDX-License-Identifier: Apache-2.0
/// \file
/// The measurer: candidates in, measurements out. Building and running happen in worker processes, beside each other.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <hone/jit/backend.h>
#include <hone/config.hpp>
#include <hone/lower/plan.hpp>
#include <hone/measure/artefact.hpp>
#include <hone/measure/measurement.hpp>
#include <hone/measure/options.hpp>
#include <hone/measure/tensors.hpp>

namespace hone::core::measure {

/// What the measurer has done so far.
struct measurer_counts {
  std::int64_t built = 0;            ///< requests to build workers
  std::int64_t run = 0;              ///< requests to the run worker
  std::int64_t workers_started = 0;  ///< more than there are workers: some crashed, hung or were killed
};

/// Measures candidates of one problem at a time. Failures of candidates are statuses of their measurements; nothing
/// that a candidate does reaches this process. `submit` and `wait` may be called from different threads.
///
///     measurer m({.plugin = orc, .worker = worker, .target = target::host()});
///     m.set_problem(std::move(data), {1e-4, 1e-4});
///     m.submit(0, candidate, 0);
///     const measurement result = m.wait(0);
class measurer {
 public:
  /// Waits for the lock at most as long as the options say; starts no process. Throws `error{io_failed}` when the lock
  /// file cannot be opened.
  HONE_DECL explicit measurer(measurer_options options);
  /// Ends the workers, in the middle of their work if need be.
  HONE_DECL ~measurer();
  measurer(const measurer&) = delete;
  measurer& operator=(const measurer&) = delete;

  /// False when another program measures on this machine and did not finish within `lock_wait_ms`.
  HONE_DECL bool has_device() const;

  /// Starts one worker of each kind, so that what is missing is known before the first candidate. Throws
  /// `error{no_worker}` or `error{no_backend}`.
  HONE_DECL void start();

  /// What the backend calls itself and its compiler, such as "orc" and "LLVM 19.1.7"; starts a worker when none has.
  HONE_DECL std::string backend();
  HONE_DECL std::string compiler();

  /// The arguments, data and reference of the candidates to come. Nothing may be under way. Throws
  /// `error{bad_argument}` when the reference is mostly not finite.
  HONE_DECL void set_problem(std::shared_ptr<const shared_tensors> data, const tolerance& allowed);

  /// Queues a candidate under a number that is not in use and returns at once. `incumbent_ns`: the best time known
  /// (0: none).
  HONE_DECL void submit(int id, lower::candidate candidate, double incumbent_ns);
  /// As above, for what is built already.
  HONE_DECL void submit(int id, artefact built, double incumbent_ns);
  /// Blocks until the outcome of a submitted candidate is there, and forgets it.
  HONE_DECL measurement wait(int id);

  /// Builds in a build worker, now. Throws `error{compile_failed}`, `error{no_worker}`, `error{no_backend}`.
  HONE_DECL artefact build(const lower::candidate& candidate, std::uint32_t flags = HONE_COMPILE_DEFAULT);

  /// Times checked kernels against each other, interleaved round robin, after their warm-up; one measurement for each.
  /// Nothing may be under way.
  HONE_DECL std::vector<measurement> compare(std::span<const artefact* const> kernels);

  /// What was built for a usable candidate; nullptr when it is not among the `keep` best. Valid until the next
  /// `set_problem`; shared ownership keeps it longer.
  HONE_DECL std::shared_ptr<const artefact> kept(int id) const;

  HONE_DECL measurer_counts counts() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace hone::core::measure

#if !defined(HONE_COMPILED)
#include <hone/measure/impl/pool.ipp>
#endif
