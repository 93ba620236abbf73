// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of tune/messages.hpp.
#pragma once

#include <string>

#include <hone/diag/error.hpp>
#include <hone/tune/fields.hpp>
#include <hone/tune/messages.hpp>

namespace hone::core {
namespace detail {

template <class Outcome>
Outcome read_reply(byte_view bytes) {
  byte_reader in(bytes);
  field_reader read(in);
  reply_kind kind{};
  read(kind);
  if (kind == reply_kind::outcome) {
    Outcome outcome;
    read(outcome);
    return outcome;
  }
  error_code code{};
  std::string sentence;
  read(code, sentence);
  if (kind == reply_kind::internal_error) throw internal_error(sentence);
  throw error(code, sentence);
}

}  // namespace detail

HONE_DECL byte_string to_bytes(const tune_request& request) { return fields_to_bytes(request); }
HONE_DECL byte_string to_bytes(const callable_request& request) { return fields_to_bytes(request); }

HONE_DECL space::configuration configuration_from_bytes(byte_view bytes) {
  return fields_from_bytes<space::configuration>(bytes);
}
HONE_DECL trial_event trial_event_from_bytes(byte_view bytes) { return fields_from_bytes<trial_event>(bytes); }

HONE_DECL tune_outcome tune_outcome_of_reply(byte_view bytes) { return detail::read_reply<tune_outcome>(bytes); }
HONE_DECL callable_outcome callable_outcome_of_reply(byte_view bytes) {
  return detail::read_reply<callable_outcome>(bytes);
}

}  // namespace hone::core
