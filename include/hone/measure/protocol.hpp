// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the program and its workers say to each other. Both come from one build of the library; the version in the
/// worker's hello tells when they do not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <hone/jit/backend.h>
#include <hone/config.hpp>
#include <hone/measure/measurement.hpp>
#include <hone/measure/options.hpp>
#include <hone/measure/tensors.hpp>
#include <hone/meta/bytes.hpp>

namespace hone::core::measure {

/// Changes whenever a message changes.
inline constexpr std::uint32_t protocol_version = 1;

enum class message : std::uint32_t {
  hello = 1,  ///< worker: I am here
  build,      ///< programs, target and flags to a build worker
  built,      ///< its answer
  prepare,    ///< tensors (and their file) to the run worker
  prepared,   ///< its answer: empty
  run,        ///< one kernel to check and time
  compare,    ///< several kernels to time against each other
  ran,        ///< the answer to both: as many measurements as kernels
  progress,   ///< still at it: the limit on silence begins anew
  fault,      ///< last words before a signal: where the kernel went
};

/// What a build worker compiles with; both empty for the run worker. `error`: why the worker cannot work.
struct hello {
  std::uint32_t version = protocol_version;
  std::string backend;
  std::string compiler;
  std::string error;
};

struct build_request {
  byte_string programs;  ///< ir::to_bytes
  byte_string target;    ///< target::to_bytes
  std::uint32_t flags = HONE_COMPILE_DEFAULT;
};

struct build_reply {
  byte_string object;
  hone_resources resources{-1, -1, -1, -1, -1};
  std::string error;  ///< empty when it succeeded
};

struct prepare_request {
  std::vector<tensor_entry> entries;
  std::int64_t file_bytes = 0;
  tolerance allowed;
  std::int32_t threads = 1;
};

/// A kernel on its way to the run worker.
struct runnable {
  byte_string plan;  ///< lower::to_bytes
  byte_string object;
};

struct run_request {
  std::vector<runnable> kernels;  ///< one for `run`
  measure::sampling sampling;
  double incumbent_ns = 0;
};

HONE_DECL byte_string to_bytes(const hello& m);
HONE_DECL byte_string to_bytes(const build_request& m);
HONE_DECL byte_string to_bytes(const build_reply& m);
HONE_DECL byte_string to_bytes(const prepare_request& m);
HONE_DECL byte_string to_bytes(const run_request& m);
HONE_DECL byte_string to_bytes(const std::vector<measurement>& m);

/// Each throws `error{bad_program}` when the bytes end early.
HONE_DECL hello hello_from_bytes(byte_view bytes);
HONE_DECL build_request build_request_from_bytes(byte_view bytes);
HONE_DECL build_reply build_reply_from_bytes(byte_view bytes);
HONE_DECL prepare_request prepare_request_from_bytes(byte_view bytes);
HONE_DECL run_request run_request_from_bytes(byte_view bytes);
HONE_DECL std::vector<measurement> measurements_from_bytes(byte_view bytes);

}  // namespace hone::core::measure

#if !defined(HONE_COMPILED)
#include <hone/measure/impl/protocol.ipp>
#endif
