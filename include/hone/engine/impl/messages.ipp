// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of engine/messages.hpp.
#pragma once

#include <string_view>

#include <hone/engine/messages.hpp>
#include <hone/tune/fields.hpp>

namespace hone::core::engine {
namespace detail {

template <class... Fields>
byte_string reply(reply_kind kind, const Fields&... fields) {
  byte_writer out;
  field_writer{out}(kind, fields...);
  return out.take();
}

}  // namespace detail

HONE_DECL tune_request tune_request_from_bytes(byte_view bytes) { return fields_from_bytes<tune_request>(bytes); }
HONE_DECL callable_request callable_request_from_bytes(byte_view bytes) {
  return fields_from_bytes<callable_request>(bytes);
}

HONE_DECL byte_string to_bytes(const space::configuration& c) { return fields_to_bytes(c); }
HONE_DECL byte_string to_bytes(const trial_event& event) { return fields_to_bytes(event); }

HONE_DECL byte_string reply_of(const tune_outcome& outcome) { return detail::reply(reply_kind::outcome, outcome); }
HONE_DECL byte_string reply_of(const callable_outcome& outcome) { return detail::reply(reply_kind::outcome, outcome); }
HONE_DECL byte_string reply_of(const error& failure) {
  return detail::reply(reply_kind::error, failure.code(), std::string_view(failure.what()));
}
HONE_DECL byte_string reply_of(const std::exception& failure) {
  return detail::reply(reply_kind::internal_error, error_code{}, std::string_view(failure.what()));
}

}  // namespace hone::core::engine
