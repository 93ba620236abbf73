// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `kernel.hpp`.
#pragma once

#include <hone/runtime/kernel.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <string>
#include <utility>

#include <hone/diag/error.hpp>
#include <hone/runtime/arena.hpp>

namespace hone::core::runtime {
namespace detail {

HONE_DECL void check_scratches(const lower::plan& plan) {
  if (plan.arguments.size() + plan.scratches.size() > max_buffers)
    throw error(error_code::bad_program, "a plan has at most " + std::to_string(max_buffers) + " buffers, not " +
                                             std::to_string(plan.arguments.size() + plan.scratches.size()));
  for (const auto& s : plan.scratches)
    if (s.bytes < 0 || s.alignment < 1 || !std::has_single_bit(static_cast<std::uint32_t>(s.alignment)))
      throw error(error_code::bad_program, "a scratch buffer of " + std::to_string(s.bytes) + " bytes aligned to " +
                                               std::to_string(s.alignment) + " is impossible");
}

/// Puts memory from the frame in the place of each scratch buffer of one kind.
HONE_DECL bool take_scratches(const lower::plan& plan, bool per_thread, arena::frame& frame, void** buffers) noexcept {
  void** slot = buffers + plan.arguments.size();
  for (const auto& s : plan.scratches) {
    if (s.per_thread == per_thread) {
      *slot = frame.take(static_cast<std::size_t>(s.bytes), static_cast<std::size_t>(s.alignment));
      if (*slot == nullptr) return false;
    }
    ++slot;
  }
  return true;
}

}  // namespace detail

HONE_DECL std::string_view name_of(run_status status) {
  constexpr std::array<std::string_view, 4> names{"ok", "wrong_argument_count", "out_of_memory", "kernel_failed"};
  return names[static_cast<std::size_t>(status)];
}

HONE_DECL compiled_plan::compiled_plan(lower::plan plan, std::shared_ptr<const object_code> code)
    : plan_(std::move(plan)), code_(std::move(code)) {
  detail::check_scratches(plan_);
  for (const auto& launch : plan_.launches) {
    const auto entry = code_ == nullptr ? nullptr : code_->find(launch.entry);
    if (entry == nullptr) throw error(error_code::bad_object, "the object code has no entry '" + launch.entry + "'");
    entries_.push_back(entry);
  }
  for (const auto& s : plan_.scratches) (s.per_thread ? has_thread_scratch_ : has_shared_scratch_) = true;
}

HONE_DECL run_status compiled_plan::run(std::span<void* const> arguments) const noexcept {
  serial_executor here;
  return run(arguments, here);
}

HONE_DECL run_status compiled_plan::run(std::span<void* const> arguments, executor& workers) const noexcept {
  if (arguments.size() != plan_.arguments.size()) return run_status::wrong_argument_count;
  std::array<void*, max_buffers> buffers{};
  std::copy(arguments.begin(), arguments.end(), buffers.begin());
  arena::frame frame(thread_arena());
  if (has_shared_scratch_ && !detail::take_scratches(plan_, false, frame, buffers.data()))
    return run_status::out_of_memory;
  for (std::size_t k = 0; k < entries_.size(); ++k)
    if (const auto status = run_launch(k, buffers.data(), workers); status != run_status::ok) return status;
  return run_status::ok;
}

HONE_DECL run_status compiled_plan::run_launch(std::size_t launch, void* const* buffers,
                                               executor& workers) const noexcept {
  const auto iterations = plan_.launches[launch].iterations;
  if (iterations == 1 || workers.concurrency() == 1 || workers.in_parallel())
    return iterations > 0 ? run_chunk(launch, buffers, 0, iterations) : run_status::ok;
  std::atomic<run_status> worst{run_status::ok};
  workers.parallel_for(iterations, [&](std::int64_t begin, std::int64_t end) noexcept {
    if (const auto status = run_chunk(launch, buffers, begin, end); status != run_status::ok) worst = status;
  });
  return worst;
}

HONE_DECL run_status compiled_plan::run_chunk(std::size_t launch, void* const* buffers, std::int64_t begin,
                                              std::int64_t end) const noexcept {
  static constexpr hone_runtime_table table{sizeof(hone_runtime_table)};
  const auto call = [&](void* const* all) {
    return entries_[launch](all, nullptr, begin, end, &table) == 0 ? run_status::ok : run_status::kernel_failed;
  };
  if (!has_thread_scratch_) return call(buffers);
  std::array<void*, max_buffers> own;  // NOLINT: what is read of it is set below
  std::copy_n(buffers, plan_.arguments.size() + plan_.scratches.size(), own.begin());
  arena::frame frame(thread_arena());
  if (!detail::take_scratches(plan_, true, frame, own.data())) return run_status::out_of_memory;
  return call(own.data());
}

}  // namespace hone::core::runtime
