// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of tune/kernel.hpp.
#pragma once

#include <hone/lower/arguments.hpp>
#include <hone/runtime/object.hpp>
#include <hone/runtime/thread_pool.hpp>
#include <hone/tune/kernel.hpp>

namespace hone::core::detail {

HONE_DECL std::shared_ptr<const kernel_state> make_state(const tune_request& request, tune_outcome outcome) {
  std::optional<runtime::compiled_plan> compiled;
  if (outcome.kernel) compiled.emplace(std::move(outcome.kernel->plan), runtime::load_object(outcome.kernel->object));
  // kernels on several threads use the pool of the process
  auto* workers = outcome.report.threads > 1 ? &runtime::default_executor() : nullptr;
  return std::make_shared<const kernel_state>(kernel_state{request.problem, std::move(compiled), request.native,
                                                           runtime::binder(lower::arguments_of(*request.problem)), workers,
                                                           std::move(outcome.report)});
}

HONE_DECL runtime::run_status run_kernel(const kernel_state& state, std::span<const runtime::memory_view> views,
                                         std::span<void*> by_symbol) noexcept {
  std::array<void*, runtime::max_buffers> addresses{};
  for (std::size_t k = 0; k < views.size(); ++k) addresses[k] = views[k].data;
  const std::span<void* const> arguments(addresses.data(), views.size());
  if (state.compiled) return state.workers != nullptr ? state.compiled->run(arguments, *state.workers) : state.compiled->run(arguments);
  std::size_t next = 0;
  for (std::size_t s = 0; s < by_symbol.size(); ++s)
    if (state.problem->op.symbols[s].kind == ast::symbol_kind::tensor) by_symbol[s] = arguments[next++];
  try {
    state.native.run(by_symbol);
  } catch (...) {
    return runtime::run_status::kernel_failed;
  }
  return runtime::run_status::ok;
}

HONE_DECL error call_error(const kernel_state& state, const call_status& status) {
  if (!status.binding.ok()) return state.binder.to_error(status.binding);
  return error(error_code::bad_argument, "the call of " + std::string(state.problem->op.label.view()) + " ended with " +
                                             std::string(runtime::name_of(status.run)));
}

}  // namespace hone::core::detail
