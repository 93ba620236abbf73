// SPDX-License-Identifier: Apache-2.0
/// \file
/// Configurations as text, `ti=6x2 tj=4x16 tk=256 pb=1 u=4`, and by name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <hone/config.hpp>
#include <hone/space/configuration.hpp>

namespace hone::core::space {

/// Knobs in order, separated by a space; the values of a knob by `x`. Empty for a space without named knobs.
HONE_DECL std::string to_text(const configuration& c);

/// The reverse of `to_text`; throws `error{bad_configuration}` with the word that does not parse.
HONE_DECL configuration parse_configuration(std::string_view text);

/// The values of a knob, or none.
HONE_DECL const knob_value* find(const configuration& c, std::string_view knob);

/// The number that a knob of one value has; throws `error{unknown_name}` when there is no such knob.
HONE_DECL std::int64_t number(const configuration& c, std::string_view knob);

}  // namespace hone::core::space

#if !defined(HONE_COMPILED)
#include <hone/space/impl/text.ipp>
#endif
