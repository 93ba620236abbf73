// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of tune/messages.hpp.
#pragma once

#include <utility>

#include <hone/ast/fields.hpp>
#include <hone/dsl/knobs/fields.hpp>
#include <hone/tune/fields.hpp>
#include <hone/tune/messages.hpp>

namespace hone::core {
namespace detail {

enum class reply_kind : std::uint8_t { outcome, error, internal_error };
constexpr reply_kind last_of(reply_kind) { return reply_kind::internal_error; }

template <class Outcome>
byte_string outcome_reply(const Outcome& outcome) {
  byte_writer out;
  field_writer{out}(reply_kind::outcome, outcome);
  return out.take();
}

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

HONE_DECL byte_string to_bytes(const tune_request& request) {
  byte_writer out;
  field_writer{out}(*request.problem, request.source, request.knobs, request.options);
  return out.take();
}

HONE_DECL tune_request tune_request_from_bytes(byte_view bytes) {
  byte_reader in(bytes);
  ast::problem problem;
  tune_request request;
  field_reader{in}(problem, request.source, request.knobs, request.options);
  request.problem = std::make_shared<const ast::problem>(std::move(problem));
  return request;
}

HONE_DECL byte_string to_bytes(const callable_request& request) {
  byte_writer out;
  field_writer{out}(request.name, request.knobs, request.key, request.options);
  return out.take();
}

HONE_DECL callable_request callable_request_from_bytes(byte_view bytes) {
  byte_reader in(bytes);
  callable_request request;
  field_reader{in}(request.name, request.knobs, request.key, request.options);
  return request;
}

HONE_DECL byte_string to_bytes(const space::configuration& c) { return fields_to_bytes(c); }
HONE_DECL byte_string to_bytes(const trial_event& event) { return fields_to_bytes(event); }
HONE_DECL space::configuration configuration_from_bytes(byte_view bytes) {
  return fields_from_bytes<space::configuration>(bytes);
}
HONE_DECL trial_event trial_event_from_bytes(byte_view bytes) { return fields_from_bytes<trial_event>(bytes); }

HONE_DECL byte_string reply_of(const tune_outcome& outcome) { return detail::outcome_reply(outcome); }
HONE_DECL byte_string reply_of(const callable_outcome& outcome) { return detail::outcome_reply(outcome); }
HONE_DECL byte_string reply_of(const error& failure) {
  byte_writer out;
  field_writer{out}(detail::reply_kind::error, failure.code(), std::string_view(failure.what()));
  return out.take();
}
HONE_DECL byte_string reply_of(const std::exception& failure) {
  byte_writer out;
  field_writer{out}(detail::reply_kind::internal_error, error_code{}, std::string_view(failure.what()));
  return out.take();
}

HONE_DECL tune_outcome tune_outcome_of_reply(byte_view bytes) { return detail::read_reply<tune_outcome>(bytes); }
HONE_DECL callable_outcome callable_outcome_of_reply(byte_view bytes) {
  return detail::read_reply<callable_outcome>(bytes);
}

}  // namespace hone::core
