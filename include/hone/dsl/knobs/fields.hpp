// SPDX-License-Identifier: Apache-2.0
/// \file
/// The fields of knobs as plain data (meta/fields.hpp). What is read refers to the bytes for its names.
#pragma once

#include <hone/dsl/knobs/term.hpp>
#include <hone/meta/fields.hpp>

namespace hone::dsl {

template <FieldsOf<loop_name> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.axis, x.knob, x.level); }

template <FieldsOf<plain_term> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.source, x.operation, x.which, x.name, x.loop, x.value); }

template <FieldsOf<plain_knob> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.kind, x.name, x.subject, x.extent, x.levels, x.values, x.loops); }

template <FieldsOf<plain_knobs> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.knobs, x.constraints); }

}  // namespace hone::dsl
