// SPDX-License-Identifier: Apache-2.0
/// \file
/// The program's side of a build worker: candidate in, artefact or cause of failure out.
#pragma once

#include <cstdint>
#include <string>

#include <hone/config.hpp>
#include <hone/measure/artefact.hpp>
#include <hone/measure/measurement.hpp>
#include <hone/measure/options.hpp>
#include <hone/measure/worker_process.hpp>

namespace hone::core::measure {

/// `status` is ok, build_error, build_timeout, crash or worker_lost; the artefact holds code only when it is ok.
struct build_outcome {
  measure::status status = status::worker_lost;
  std::string message;
  artefact built;
};

/// Not for use by several threads at once.
class build_client {
 public:
  /// `cores`: those that the worker stays on, as text.
  HONE_DECL build_client(const measurer_options& options, const std::string& cores);

  /// Throws as `worker_process::start`.
  void start() { worker_.start(limits_.start_ms); }
  const hello& greeting() const { return worker_.greeting(); }
  std::int64_t starts() const { return worker_.starts(); }
  /// From another thread: what is under way ends at once, as lost.
  void cancel() noexcept { worker_.cancel(); }

  /// A worker that ends for no reason of the candidate's is replaced once. Throws as `start`.
  HONE_DECL build_outcome build(const lower::candidate& candidate, std::uint32_t flags);

 private:
  worker_process worker_;
  byte_string target_;
  measure::limits limits_;
};

}  // namespace hone::core::measure

#if !defined(HONE_COMPILED)
#include <hone/measure/impl/build_client.ipp>
#endif
