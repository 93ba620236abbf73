// SPDX-License-Identifier: Apache-2.0
/// \file
/// What program and tuner say to each other, as bytes.
#pragma once

#include <hone/config.hpp>
#include <hone/diag/error.hpp>
#include <hone/meta/bytes.hpp>
#include <hone/tune/request.hpp>

namespace hone::core {

/// Everything but the functions of the program.
HONE_DECL byte_string to_bytes(const tune_request& request);
HONE_DECL byte_string to_bytes(const callable_request& request);
HONE_DECL byte_string to_bytes(const space::configuration& c);
HONE_DECL byte_string to_bytes(const trial_event& event);

/// The reverse, without functions; knobs refer to the bytes for their names. Each throws `error{bad_program}` for bytes
/// that hold something else.
HONE_DECL tune_request tune_request_from_bytes(byte_view bytes);
HONE_DECL callable_request callable_request_from_bytes(byte_view bytes);
HONE_DECL space::configuration configuration_from_bytes(byte_view bytes);
HONE_DECL trial_event trial_event_from_bytes(byte_view bytes);

/// A reply holds an outcome, or the error that the tuner ended with; reading it throws that error.
HONE_DECL byte_string reply_of(const tune_outcome& outcome);
HONE_DECL byte_string reply_of(const callable_outcome& outcome);
HONE_DECL byte_string reply_of(const error& failure);
HONE_DECL byte_string reply_of(const std::exception& failure);  ///< read as `internal_error`
HONE_DECL tune_outcome tune_outcome_of_reply(byte_view bytes);
HONE_DECL callable_outcome callable_outcome_of_reply(byte_view bytes);

}  // namespace hone::core

#if !defined(HONE_COMPILED)
#include <hone/tune/impl/messages.ipp>
#endif
