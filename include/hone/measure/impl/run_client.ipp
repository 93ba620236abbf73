// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of measure/run_client.hpp.
#pragma once

#include <hone/measure/run_client.hpp>

#include <algorithm>

#include <hone/lower/plan_bytes.hpp>
#include <hone/measure/clock.hpp>

namespace hone::core::measure {

namespace detail {

/// Copying, poisoning and comparing the tensors between two signs of life is not the kernel's doing: milliseconds for
/// that many bytes at a rate that any machine has.
HONE_DECL double handling_ms(std::int64_t bytes) { return static_cast<double>(bytes) / 50e6 * 1e3; }

HONE_DECL status run_status(worker_process::outcome outcome) {
  switch (outcome) {
    case worker_process::outcome::crashed: return status::crash;
    case worker_process::outcome::timed_out: return status::run_timeout;
    default: return status::worker_lost;
  }
}

HONE_DECL measurement failure_of(const worker_process::reply& reply) {
  measurement failed;
  failed.status = run_status(reply.outcome);
  failed.message = "the kernel's process: " + reply.why;
  return failed;
}

}  // namespace detail

HONE_DECL run_client::run_client(const measurer_options& options, const std::string& cores)
    : options_(options), worker_({options.worker, {"--run", "--cores", cores}}) {}

HONE_DECL void run_client::set_problem(std::shared_ptr<const shared_tensors> data, const tolerance& allowed) {
  data_ = std::move(data);
  allowed_ = allowed;
  prepared_ = 0;
}

HONE_DECL patience run_client::patience_for(double incumbent_ns) const {
  const auto& l = options_.limits;
  const double call_ms = incumbent_ns > 0 ? std::max(l.call_floor_ms, l.call_factor * incumbent_ns / 1e6) : l.call_ms;
  return {call_ms + detail::handling_ms(data_->file_bytes()), l.candidate_ms, l.patience};
}

HONE_DECL worker_process::reply run_client::prepare() {
  prepare_request request;
  request.entries = data_->entries();
  request.file_bytes = data_->file_bytes();
  request.allowed = allowed_;
  request.threads = options_.threads;
  const patience allowed{options_.limits.start_ms + detail::handling_ms(data_->file_bytes()), 0, 1};
  auto reply = worker_.ask(message::prepare, to_bytes(request), allowed, data_->file());
  if (reply.outcome != worker_process::outcome::answered) return reply;
  const auto& problem = reply.answer.payload;  // empty, or a sentence
  if (!problem.empty()) throw error(error_code::io_failed, std::string(problem.begin(), problem.end()));
  prepared_ = worker_.starts();
  return reply;
}

HONE_DECL worker_process::reply run_client::ask(message kind, const byte_string& request, const patience& allowed) {
  worker_process::reply reply;
  for (int attempt = 0; attempt < 2; ++attempt) {  // a worker that is lost is replaced once
    start();
    if (prepared_ != worker_.starts()) reply = prepare();
    if (prepared_ == worker_.starts()) reply = worker_.ask(kind, request, allowed);
    if (reply.outcome != worker_process::outcome::lost) break;
  }
  return reply;
}

HONE_DECL std::vector<measurement> run_client::measure(message kind, std::span<const artefact* const> kernels,
                                                       double incumbent_ns) {
  if (data_ == nullptr) throw internal_error("a kernel is run before there is a problem");
  run_request request;
  for (const auto* kernel : kernels) request.kernels.push_back({lower::to_bytes(kernel->plan), kernel->object});
  request.sampling = options_.sampling;
  request.incumbent_ns = incumbent_ns;
  auto allowed = patience_for(incumbent_ns);
  if (kind == message::compare) allowed.total_ms = 0;  // the limit is on one candidate
  const auto reply = ask(kind, to_bytes(request), allowed);
  if (reply.outcome != worker_process::outcome::answered) return {kernels.size(), detail::failure_of(reply)};
  auto results = measurements_from_bytes(reply.answer.payload);
  if (results.size() != kernels.size()) throw internal_error("the run worker answered something else than was asked");
  for (std::size_t k = 0; k < results.size(); ++k) {
    results[k].compile_ms = kernels[k]->compile_ms;
    results[k].spills = kernels[k]->resources.spills;
  }
  return results;
}

HONE_DECL measurement run_client::run(const artefact& kernel, double incumbent_ns) {
  const artefact* const one = &kernel;
  const double begun = wall_ns();
  auto result = measure(message::run, {&one, 1}, incumbent_ns).front();
  result.compile_ms = kernel.compile_ms;
  result.spills = kernel.resources.spills;
  // A kernel that ended its process has no account of its time: all of it went into finding out that it is bad.
  if (!result.usable() && result.check_ms == 0) result.check_ms = (wall_ns() - begun) / 1e6;
  return result;
}

HONE_DECL std::vector<measurement> run_client::compare(std::span<const artefact* const> kernels) {
  return measure(message::compare, kernels, 0);
}

}  // namespace hone::core::measure
