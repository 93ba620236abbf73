// SPDX-License-Identifier: Apache-2.0
/// \file
/// One machine, or a group of them from barrier to barrier.
#pragma once

#include <string>
#include <vector>

#include <hone/diag/error.hpp>
#include <hone/interp/machine.hpp>
#include <hone/interp/run.hpp>

namespace hone::core::interp {
namespace detail {

[[noreturn]] inline void report(const code& c, const machine& m) {
  const fault& f = m.why();
  throw error(f.undefined ? error_code::bad_program : error_code::out_of_bounds, to_string(c, f));
}

inline void run_alone(const code& c, std::span<void* const> buffers, std::int64_t begin, std::int64_t end) {
  machine m(c, buffers, begin, end);
  for (;;) {
    const stop why = m.run();
    if (why == stop::fault) report(c, m);
    if (why == stop::finished) return;
  }
}

/// Runs every thread to its next stop. True when all have finished.
inline bool advance(const code& c, std::vector<machine>& threads) {
  std::size_t finished = 0;
  for (machine& m : threads) {
    const stop why = m.run();
    if (why == stop::fault) report(c, m);
    if (why == stop::finished) ++finished;
    if (m.position() != threads.front().position())
      throw error(error_code::bad_program, "kernel " + c.source.name + ": the threads of a group do not meet at one barrier");
  }
  return finished == threads.size();
}

inline void run_group(const code& c, std::span<void* const> buffers, std::int64_t begin, std::int64_t end) {
  local_memory shared = local_memory_for(c, ir::buffer_scope::shared);
  std::vector<machine> threads;
  for (std::int64_t t = 0; t < c.threads(); ++t) threads.emplace_back(c, buffers, begin, end, t, &shared);
  while (!threads.empty() && !advance(c, threads)) {
  }
}

}  // namespace detail

HONE_DECL void run(const code& c, std::span<void* const> buffers, std::int64_t begin, std::int64_t end) {
  if (end == -1) end = c.iterations;
  if (begin < 0 || end > c.iterations)
    throw error(error_code::bad_argument, "iterations " + std::to_string(begin) + " to " + std::to_string(end) + " of kernel " +
                                              c.source.name + ", which has " + std::to_string(c.iterations));
  if (begin >= end) return;
  if (c.group.empty()) detail::run_alone(c, buffers, begin, end);
  else detail::run_group(c, buffers, begin, end);
}

HONE_DECL void run(const ir::program& p, std::span<void* const> buffers, std::int64_t begin, std::int64_t end) {
  run(compile(p), buffers, begin, end);
}

}  // namespace hone::core::interp
