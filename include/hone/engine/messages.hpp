// SPDX-License-Identifier: Apache-2.0
/// \file
/// The tuner's half of tune/messages.hpp.
#pragma once

#include <exception>

#include <hone/config.hpp>
#include <hone/diag/error.hpp>
#include <hone/meta/bytes.hpp>
#include <hone/tune/request.hpp>

namespace hone::core::engine {

/// Requests without functions; knobs refer to the bytes for their names. Each throws `error{bad_program}` for bytes that
/// hold something else.
HONE_DECL tune_request tune_request_from_bytes(byte_view bytes);
HONE_DECL callable_request callable_request_from_bytes(byte_view bytes);

HONE_DECL byte_string to_bytes(const space::configuration& c);
HONE_DECL byte_string to_bytes(const trial_event& event);

HONE_DECL byte_string reply_of(const tune_outcome& outcome);
HONE_DECL byte_string reply_of(const callable_outcome& outcome);
HONE_DECL byte_string reply_of(const error& failure);
HONE_DECL byte_string reply_of(const std::exception& failure);  ///< read as `internal_error`

}  // namespace hone::core::engine

#if !defined(HONE_COMPILED)
#include <hone/engine/impl/messages.ipp>
#endif
