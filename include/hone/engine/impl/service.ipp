// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of engine/service.hpp.
#pragma once

#include <exception>
#include <memory>
#include <stdexcept>
#include <utility>

#include <hone/diag/error.hpp>
#include <hone/engine/callable.hpp>
#include <hone/engine/messages.hpp>
#include <hone/engine/service.hpp>
#include <hone/engine/session.hpp>
#include <hone/tune/tuner.hpp>

namespace hone::core {
namespace engine {
namespace detail {

/// Ends a search when the program's `on_trial` has had enough.
struct search_ended : std::runtime_error {
  search_ended() : std::runtime_error("the program ended the search") {}
};

inline void listen(tune_options& options, const hone_tuner_calls& calls) {
  if (calls.on_trial == nullptr) return;
  options.on_trial = [&calls](const trial_event& event) {
    const auto message = to_bytes(event);
    if (calls.on_trial(calls.program, {message.data(), message.size()}) != 0) throw search_ended();
  };
}

HONE_DECL byte_string tuned(byte_view message, const hone_tuner_calls& calls) {
  auto request = tune_request_from_bytes(message);
  auto& native = request.native;
  native.run = [&](native_operator::tensors t) { calls.run(calls.program, t.data(), t.size()); };
  native.run_reference = [&](native_operator::tensors t) { calls.run_reference(calls.program, t.data(), t.size()); };
  native.at = [&](native_operator::tensors t, std::span<const std::int64_t> point) {
    return calls.at(calls.program, t.data(), t.size(), point.data(), point.size());
  };
  listen(request.options, calls);
  return reply_of(tune_operator(request));
}

HONE_DECL byte_string tuned_callable(byte_view message, const hone_tuner_calls& calls) {
  auto request = callable_request_from_bytes(message);
  request.call = [&](const space::configuration& c) {
    const auto configuration = to_bytes(c);
    if (const char* failure = calls.call(calls.program, {configuration.data(), configuration.size()}))
      throw std::runtime_error(failure);
  };
  listen(request.options, calls);
  return reply_of(tune_callable(request));
}

/// Keeps the bytes of a reply until it is released.
inline void answer(hone_tuner_reply* reply, byte_string bytes) {
  auto kept = std::make_unique<byte_string>(std::move(bytes));
  reply->bytes = {kept->data(), kept->size()};
  reply->owner = kept.release();
}

template <class Work>
void guarded(hone_tuner_reply* reply, Work work) noexcept {
  *reply = {{nullptr, 0}, nullptr};
  try {
    try {
      answer(reply, work());
    } catch (const error& e) {
      answer(reply, reply_of(e));
    } catch (const std::exception& e) {
      answer(reply, reply_of(e));
    }
  } catch (...) {  // no memory even for the reply: it stays empty, which is read as an error
  }
}

inline byte_view view(hone_bytes bytes) { return {bytes.data, bytes.size}; }

}  // namespace detail

HONE_DECL const hone_tuner& service() noexcept {
  static const hone_tuner table{
      HONE_TUNER_ABI, sizeof(hone_tuner),
      [](hone_bytes request, const hone_tuner_calls* calls, hone_tuner_reply* reply) {
        detail::guarded(reply, [&] { return detail::tuned(detail::view(request), *calls); });
      },
      [](hone_bytes request, const hone_tuner_calls* calls, hone_tuner_reply* reply) {
        detail::guarded(reply, [&] { return detail::tuned_callable(detail::view(request), *calls); });
      },
      [](hone_tuner_reply* reply) {
        delete static_cast<byte_string*>(reply->owner);
        *reply = {{nullptr, 0}, nullptr};
      }};
  return table;
}

}  // namespace engine

#if defined(HONE_COMPILED)
const hone_tuner* linked_tuner() noexcept { return &engine::service(); }
#endif

}  // namespace hone::core
