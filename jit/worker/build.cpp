// SPDX-License-Identifier: Apache-2.0
/// \file
/// A build worker: hands programs to a backend's plug-in.
#include <limits>
#include <optional>
#include <utility>

#include <hone/jit/plugin.hpp>

#include "serve.hpp"

namespace hone::core::worker {

namespace {

measure::build_reply compile(const jit::plugin& backend, byte_view request_bytes) {
  const auto request = measure::build_request_from_bytes(request_bytes);
  auto compiled = backend.compile(request.programs, request.target, request.flags);
  return {std::move(compiled.object), compiled.resources, std::move(compiled.error)};
}

std::optional<jit::plugin> open(const std::string& path, measure::hello& greeting) {
  try {
    auto backend = jit::plugin::open(path);
    greeting.backend = backend.name();
    greeting.compiler = backend.compiler();
    return backend;
  } catch (const std::exception& problem) {
    greeting.error = problem.what();
    return std::nullopt;
  }
}

}  // namespace

void serve_builds(measure::channel& program, const std::string& plugin) {
  measure::hello greeting;
  const auto backend = open(plugin, greeting);
  if (!say(program, measure::message::hello, to_bytes(greeting)) || !backend) return;
  measure::frame request;
  while (program.receive(request, std::numeric_limits<double>::infinity()) == measure::transfer::done) {
    measure::build_reply reply;
    try {
      reply = compile(*backend, request.payload);
    } catch (const std::exception& problem) {
      reply.error = problem.what();
    }
    if (!say(program, measure::message::built, to_bytes(reply))) return;
  }
}

}  // namespace hone::core::worker
