// SPDX-License-Identifier: Apache-2.0
/// \file
/// The program's side of the run worker: kernels in, measurements out.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <hone/config.hpp>
#include <hone/measure/artefact.hpp>
#include <hone/measure/measurement.hpp>
#include <hone/measure/options.hpp>
#include <hone/measure/tensors.hpp>
#include <hone/measure/worker_process.hpp>

namespace hone::core::measure {

/// Not for use by several threads at once.
class run_client {
 public:
  /// `cores`: those that the worker stays on, as text.
  HONE_DECL run_client(const measurer_options& options, const std::string& cores);

  /// Throws as `worker_process::start`.
  void start() { worker_.start(options_.limits.start_ms); }
  std::int64_t starts() const { return worker_.starts(); }
  /// From another thread: what is under way ends at once, as lost.
  void cancel() noexcept { worker_.cancel(); }

  /// What the kernels to come run on.
  HONE_DECL void set_problem(std::shared_ptr<const shared_tensors> data, const tolerance& allowed);

  /// Checks and times one kernel. Throws as `start`.
  HONE_DECL measurement run(const artefact& kernel, double incumbent_ns);
  /// Times kernels against each other. A failure of one is a failure of all.
  HONE_DECL std::vector<measurement> compare(std::span<const artefact* const> kernels);

 private:
  worker_process::reply ask(message kind, const byte_string& request, const patience& allowed);
  worker_process::reply prepare();
  std::vector<measurement> measure(message kind, std::span<const artefact* const> kernels, double incumbent_ns);
  patience patience_for(double incumbent_ns) const;

  measurer_options options_;
  worker_process worker_;
  std::shared_ptr<const shared_tensors> data_;
  tolerance allowed_;
  std::int64_t prepared_ = 0;  ///< the start of the worker that has the tensors; 0: none has
};

}  // namespace hone::core::measure

#if !defined(HONE_COMPILED)
#include <hone/measure/impl/run_client.ipp>
#endif
