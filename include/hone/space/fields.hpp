// SPDX-License-Identifier: Apache-2.0
/// \file
/// The fields of configurations (meta/fields.hpp).
#pragma once

#include <hone/meta/fields.hpp>
#include <hone/space/configuration.hpp>

namespace hone::core::space {

template <FieldsOf<knob_value> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.knob, x.values); }

template <FieldsOf<configuration> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.knobs); }

}  // namespace hone::core::space
