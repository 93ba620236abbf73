// SPDX-License-Identifier: Apache-2.0
/// \file
/// The fields of what program and tuner say to each other (meta/fields.hpp). Functions of the program are not among
/// them.
#pragma once

#include <hone/ast/fields.hpp>
#include <hone/dsl/knobs/fields.hpp>
#include <hone/lower/plan_bytes.hpp>
#include <hone/measure/fields.hpp>
#include <hone/meta/fields.hpp>
#include <hone/space/fields.hpp>
#include <hone/tune/options.hpp>
#include <hone/tune/report.hpp>
#include <hone/tune/request.hpp>
#include <hone/tune/trial.hpp>

namespace hone::core {

template <FieldsOf<tune_options> T, class Visit>
void each_field(T& x, Visit&& visit) {
  visit(x.mode, x.budget_seconds, x.threads, x.seed, x.verbose, x.cache_directory, x.plugin_directory, x.backend,
        x.tolerance, x.method, x.max_trials, x.batch, x.plateau, x.target_gflops, x.limits);
}

template <FieldsOf<tuning_report> T, class Visit>
void each_field(T& x, Visit&& visit) {
  visit(x.operation, x.shape, x.flops, x.threads, x.source, x.schedule, x.native, x.fallback, x.tuned, x.space_size,
        x.space_exact, x.trials, x.statuses, x.messages, x.stopped, x.seconds, x.compile_ms, x.check_ms, x.measure_ms,
        x.lower_ms, x.model_ms, x.backend, x.stored, x.note);
}

template <FieldsOf<trial_event> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.number, x.configuration, x.outcome, x.best_ns); }

template <FieldsOf<made_kernel> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.plan, x.object); }

template <FieldsOf<tune_outcome> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.kernel, x.report); }

template <FieldsOf<callable_outcome> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.best, x.report); }

template <FieldsOf<tune_request> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.problem, x.source, x.knobs, x.options); }

template <FieldsOf<callable_request> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.name, x.knobs, x.key, x.options); }

/// What a reply begins with; an error's code and sentence follow, or an outcome.
enum class reply_kind : std::uint8_t { outcome, error, internal_error };
constexpr reply_kind last_of(reply_kind) { return reply_kind::internal_error; }

}  // namespace hone::core
