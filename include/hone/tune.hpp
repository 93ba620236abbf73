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
#include <hone/native/run.hpp>
#include <hone/runtime/thread_pool.hpp>
#include <hone/tune/callable.hpp>
#include <hone/tune/kernel.hpp>
#include <hone/tune/options.hpp>
#include <hone/tune/request.hpp>
#include <hone/tune/tuner.hpp>

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
    return native::at(op, *problem, t, point);
  };
  return n;
}

template <class Operator>
kernel<Operator> tune_bound(const Operator& op, ast::problem bound, space_source source, dsl::plain_knobs knobs,
                            tune_options options) {
  auto problem = std::make_shared<const ast::problem>(std::move(bound));
  const tune_request request{problem, source, std::move(knobs), native_of(op, problem), std::move(options)};
  return kernel<Operator>(make_state(request, ask_tuner(request)));
}

/// Where the space of `tune` comes from, after the checks that the compiler can make.
template <class Operator, class... Knobs>
constexpr space_source source_of(const dsl::knob_set<Knobs...>&) {
  dsl::check_fit<Operator, dsl::knob_set<Knobs...>>();
  return space_source::given;
}
template <class Operator, class... Knobs>
constexpr space_source source_of(const derived_space<Knobs...>&) {
  dsl::check_fit<Operator, dsl::knob_set<Knobs...>>();
  return space_source::edited;
}
template <class... Knobs>
dsl::plain_knobs knobs_of(const dsl::knob_set<Knobs...>& knobs) { return knobs.plain(); }
template <class... Knobs>
dsl::plain_knobs knobs_of(const derived_space<Knobs...>& derived) { return derived.edits.plain(); }

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
template <fixed_string Name, class Statement, class Space, std::size_t Count, TuneSetting... Settings>
auto tune(const dsl::operator_definition<Name, Statement>& op, const Space& space, const dsl::extent_list<Count>& extents,
          const Settings&... settings) {
  const auto source = detail::source_of<dsl::operator_definition<Name, Statement>>(space);
  return detail::tune_bound(op, ast::bind(op, extents), source, detail::knobs_of(space), detail::options_of(settings...));
}

/// The same over the space that is derived from the operator.
template <fixed_string Name, class Statement, std::size_t Count, TuneSetting... Settings>
auto tune(const dsl::operator_definition<Name, Statement>& op, const dsl::extent_list<Count>& extents,
          const Settings&... settings) {
  return detail::tune_bound(op, ast::bind(op, extents), space_source::derived, {}, detail::options_of(settings...));
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
using core::trial_event;
using core::tuning_report;
using core::verbose;
using core::with;
using core::runtime::memory_view;
using core::runtime::strided;
}  // namespace hone
