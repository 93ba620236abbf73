// SPDX-License-Identifier: Apache-2.0
/// \file
/// The fields of what is said about measurements (meta/fields.hpp).
#pragma once

#include <hone/measure/measurement.hpp>
#include <hone/measure/options.hpp>
#include <hone/meta/fields.hpp>

namespace hone::core::native {

template <FieldsOf<tolerance> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.absolute, x.relative); }

}  // namespace hone::core::native

namespace hone::core::measure {

constexpr status last_of(status) { return static_cast<status>(status_count - 1); }

template <FieldsOf<sampling> T, class Visit>
void each_field(T& x, Visit&& visit) {
  visit(x.min_samples, x.max_samples, x.batch_ms, x.cap_ms, x.calm_spread, x.drop_factor, x.contender_factor,
        x.compare_rounds);
}

template <FieldsOf<limits> T, class Visit>
void each_field(T& x, Visit&& visit) {
  visit(x.start_ms, x.build_ms, x.call_ms, x.call_floor_ms, x.call_factor, x.candidate_ms, x.patience, x.max_spills);
}

template <FieldsOf<measurement> T, class Visit>
void each_field(T& x, Visit&& visit) {
  visit(x.status, x.message, x.best_ns, x.median_ns, x.spread, x.runs, x.compile_ms, x.check_ms, x.measure_ms, x.spills);
}

}  // namespace hone::core::measure
