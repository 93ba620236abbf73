// SPDX-License-Identifier: Apache-2.0
/// \file
/// A plan together with its machine code: what a call of a tuned operator runs.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <hone/config.hpp>
#include <hone/lower/plan.hpp>
#include <hone/runtime/executor.hpp>
#include <hone/runtime/object.hpp>

namespace hone::core::runtime {

/// How a call ended.
enum class run_status : std::uint8_t {
  ok,
  wrong_argument_count,  ///< not one address per argument of the plan; nothing ran
  out_of_memory,         ///< no memory for scratch buffers; the output is undefined
  kernel_failed,         ///< an entry returned something else than 0; the output is undefined
};
HONE_DECL std::string_view name_of(run_status status);

/// Arguments and scratch buffers together, so that a call can number them on the stack.
inline constexpr std::size_t max_buffers = 64;

/// Copies share the code. Any number of threads may call `run` at once, on different outputs.
class compiled_plan {
 public:
  /// An entry that a launch names and the code lacks is `error{bad_object}`; a plan with more than `max_buffers`
  /// buffers, or with a bad size or alignment, is `error{bad_program}`.
  HONE_DECL compiled_plan(lower::plan plan, std::shared_ptr<const object_code> code);

  /// Runs the launches in order. `arguments`: one address per argument of the plan, checked by the caller
  /// (`binder`). Scratch memory comes from the arenas of the threads that take part; after a thread's first call
  /// nothing is allocated.
  HONE_DECL run_status run(std::span<void* const> arguments, executor& workers) const noexcept;
  /// On the calling thread only.
  HONE_DECL run_status run(std::span<void* const> arguments) const noexcept;

  const lower::plan& plan() const noexcept { return plan_; }
  const std::shared_ptr<const object_code>& code() const noexcept { return code_; }

 private:
  run_status run_launch(std::size_t launch, void* const* buffers, executor& workers) const noexcept;
  run_status run_chunk(std::size_t launch, void* const* buffers, std::int64_t begin, std::int64_t end) const noexcept;

  lower::plan plan_;
  std::shared_ptr<const object_code> code_;
  std::vector<hone_entry> entries_;  ///< one per launch
  bool has_shared_scratch_ = false;
  bool has_thread_scratch_ = false;
};

}  // namespace hone::core::runtime

#if !defined(HONE_COMPILED)
#include <hone/runtime/impl/kernel.ipp>
#endif
