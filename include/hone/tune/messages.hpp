// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a program says to the tuner and what it understands, as bytes. The other half stands in engine/messages.hpp; both
/// list their fields once, in tune/fields.hpp.
#pragma once

#include <hone/config.hpp>
#include <hone/meta/bytes.hpp>
#include <hone/tune/request.hpp>

namespace hone::core {

/// Everything but the functions of the program.
HONE_DECL byte_string to_bytes(const tune_request& request);
HONE_DECL byte_string to_bytes(const callable_request& request);

/// Each throws `error{bad_program}` for bytes that hold something else.
HONE_DECL space::configuration configuration_from_bytes(byte_view bytes);
HONE_DECL trial_event trial_event_from_bytes(byte_view bytes);

/// A reply holds an outcome, or the error that the tuner ended with; reading it throws that error.
HONE_DECL tune_outcome tune_outcome_of_reply(byte_view bytes);
HONE_DECL callable_outcome callable_outcome_of_reply(byte_view bytes);

}  // namespace hone::core

#if !defined(HONE_COMPILED)
#include <hone/tune/impl/messages.ipp>
#endif
