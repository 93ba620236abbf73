// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of measure/build_client.hpp.
#pragma once

#include <hone/measure/build_client.hpp>

#include <hone/ir/bytes.hpp>
#include <hone/measure/clock.hpp>
#include <hone/target/bytes.hpp>

namespace hone::core::measure {

namespace detail {

HONE_DECL void read_build_reply(const frame& answer, build_outcome& into) {
  auto reply = build_reply_from_bytes(answer.payload);
  into.status = reply.error.empty() ? status::ok : status::build_error;
  into.message = std::move(reply.error);
  into.built.object = std::move(reply.object);
  into.built.resources = reply.resources;
}

HONE_DECL status build_status(worker_process::outcome outcome) {
  switch (outcome) {
    case worker_process::outcome::crashed: return status::crash;
    case worker_process::outcome::timed_out: return status::build_timeout;
    default: return status::worker_lost;
  }
}

}  // namespace detail

HONE_DECL build_client::build_client(const measurer_options& options, const std::string& cores)
    : worker_({options.worker, {"--build", options.plugin, "--cores", cores}}),
      target_(target::to_bytes(options.target)),
      limits_(options.limits) {}

HONE_DECL build_outcome build_client::build(const lower::candidate& candidate, std::uint32_t flags) {
  build_outcome outcome;
  outcome.built.plan = candidate.plan;
  const auto request = to_bytes(build_request{ir::to_bytes(candidate.programs), target_, flags});
  const patience allowed{limits_.build_ms, 0, limits_.patience};
  for (int attempt = 0; attempt < 2; ++attempt) {
    start();
    const double begun = wall_ns();
    const auto reply = worker_.ask(message::build, request, allowed);
    outcome.built.compile_ms = (wall_ns() - begun) / 1e6;
    if (reply.outcome == worker_process::outcome::answered) {
      detail::read_build_reply(reply.answer, outcome);
      return outcome;
    }
    outcome.status = detail::build_status(reply.outcome);
    outcome.message = "the compiler's process: " + reply.why;
    if (outcome.status != status::worker_lost) return outcome;
  }
  return outcome;
}

}  // namespace hone::core::measure
