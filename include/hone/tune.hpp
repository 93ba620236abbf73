// SPDX-License-Identifier: Apache-2.0
/// \file
/// The façade: an operator, its extents and a budget in, a tuned kernel out.
#pragma once

#include <memory>
#include <utility>

#include <hone/ast/bind.hpp>
#include <hone/dsl/arguments.hpp>
#include <hone/dsl/knobs.hpp>
#include <hone/lower/arguments.hpp>
#include <hone/native/at.hpp>
#include <hone/native/run.hpp>
#include <hone/runtime/thread_pool.hpp>
#include <hone/space/derive.hpp>
#include <hone/space/from_knobs.hpp>
#include <hone/target/detect.hpp>
#include <hone/tune/callable.hpp>
#include <hone/tune/engine.hpp>
#include <hone/tune/kernel.hpp>
#include <hone/tune/options.hpp>
#include <hone/tune/request.hpp>

namespace hone::core {

/// A space that is derived from the operator and edited: `derived(matmul).with(pack(B), where(...))`.
template <class... Knobs>
struct derived_space {
  dsl::knob_set<Knobs...> edits;
};

template <fixed_string Name, class Statement>
struct derivable_space {
  /// A knob replaces the derived one for the same axis, tensor or decision; others are added.
  template <class... Knobs>
  derived_space<Knobs...> with(const Knobs&... edits) const {
    return {dsl::knobs(edits...)};
  }
};

template <fixed_string Name, class Statement>
derivable_space<Name, Statement> derived(const dsl::operator_definition<Name, Statement>&) {
  return {};
}

namespace detail {

/// The native loops of an operator behind function pointers. They keep the operator and the problem alive.
template <class Operator>
native_operator native_of(const Operator& op, std::shared_ptr<const ast::problem> problem) {
  native_operator n;
  n.run = [op, problem](native_operator::tensors t) { native::run(op, *problem, t); };
  n.run_reference = [op, problem](native_operator::tensors t) { native::run_reference(op, *problem, t); };
  n.at = [op, problem](native_operator::tensors t, std::span<const std::int64_t> point) {
    const auto element = native::at(op, *problem, t, point);
    return std::pair{static_cast<double>(element.value), element.bound};
  };
  return n;
}

template <class... Knobs>
space::definition space_of(const dsl::knob_set<Knobs...>& knobs, const ast::problem& p) {
  return space::to_definition(knobs, p.op);
}
template <class... Knobs>
space::definition space_of(const derived_space<Knobs...>& derived, const ast::problem& p) {
  return space::edit(space::derive(p, target::host()), space::to_definition(derived.edits, p.op));
}

/// Kernels on several threads use the pool of the process.
inline runtime::executor* workers_for(int threads) { return threads > 1 ? &runtime::default_executor() : nullptr; }

template <class Operator, class MakeSpace>
kernel<Operator> tune_bound(const Operator& op, ast::problem bound, MakeSpace make_space, const tune_options& options) {
  auto problem = std::make_shared<const ast::problem>(std::move(bound));
  tune_request request{problem, make_space(*problem), native_of(op, problem), options};
  auto outcome = tune_operator(request);
  runtime::binder binder(lower::arguments_of(*problem));
  const int threads = outcome.report.threads;
  return kernel<Operator>(std::make_shared<const kernel_state>(kernel_state{problem, std::move(outcome.kernel), request.native,
                                                                            std::move(binder), workers_for(threads),
                                                                            std::move(outcome.report)}));
}

template <class Operator, class... Knobs>
constexpr void check_space(const dsl::knob_set<Knobs...>&) {
  dsl::check_fit<Operator, dsl::knob_set<Knobs...>>();
}
template <class Operator, class... Knobs>
constexpr void check_space(const derived_space<Knobs...>&) {
  dsl::check_fit<Operator, dsl::knob_set<Knobs...>>();
}

template <TuneSetting... Settings>
tune_options options_of(const Settings&... settings) {
  tune_options options;
  (settings(options), ...);
  return options;
}

}  // namespace detail

/// Tunes an operator over the space of its knobs, `knobs(...)` or `derived(op).with(...)`:
///
///     auto multiply = tune(matmul, space, extents(i = 512, j = 512, k = 512), budget(2s));
///
/// A later call with the same key (operator, extents, layouts, processor, threads) takes the stored winner and is ready
/// at once. Without a backend the kernel runs the loops that the program's own compiler made, and one line says so.
/// Throws `error` for extents or a space that do not fit the operator.
template <fixed_string Name, class Statement, class Space, std::size_t N, TuneSetting... Settings>
auto tune(const dsl::operator_definition<Name, Statement>& op, const Space& space, const dsl::extent_list<N>& extents,
          const Settings&... settings) {
  detail::check_space<dsl::operator_definition<Name, Statement>>(space);
  return detail::tune_bound(
      op, ast::bind(op, extents), [&](const ast::problem& p) { return std::optional(detail::space_of(space, p)); },
      detail::options_of(settings...));
}

/// The same over the space that is derived from the operator.
template <fixed_string Name, class Statement, std::size_t N, TuneSetting... Settings>
auto tune(const dsl::operator_definition<Name, Statement>& op, const dsl::extent_list<N>& extents,
          const Settings&... settings) {
  return detail::tune_bound(
      op, ast::bind(op, extents), [](const ast::problem&) { return std::optional<space::definition>{}; }, detail::options_of(settings...));
}

}  // namespace hone::core

// What a program writes. Everything else stands in hone::core, so that `using namespace hone` brings in no name of a
// folder: a program may call its own things `space`, `model` or `target`.
namespace hone {
using core::budget;
using core::cache_directory;
using core::call_status;
using core::derived;
using core::kernel_source;
using core::max_trials;
using core::mode;
using core::on_finish;
using core::on_trial;
using core::search_method;
using core::seed;
using core::summary;
using core::threads;
using core::tune;
using core::tune_mode;
using core::tune_options;
using core::tuning_report;
using core::verbose;
using core::with;
using core::runtime::memory_view;
using core::runtime::strided;
}  // namespace hone
