// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of tune/tuner.hpp.
#pragma once

#include <cstdio>
#include <exception>
#include <utility>

#include <hone/diag/environment.hpp>
#include <hone/diag/error.hpp>
#include <hone/diag/notice.hpp>
#include <hone/jit/find.hpp>
#include <hone/tune/messages.hpp>
#include <hone/tune/settings.hpp>
#include <hone/tune/tuner.hpp>

namespace hone::core {
namespace detail {

inline hone_bytes as_bytes(const byte_string& bytes) { return {bytes.data(), bytes.size()}; }
inline byte_view as_view(hone_bytes bytes) { return {bytes.data, bytes.size}; }

/// What the tuner calls back into. An exception cannot pass through C: it waits here until the tuner has returned.
struct program_calls {
  const native_operator* native = nullptr;
  const configured_call* call = nullptr;
  const tune_options& options;
  std::exception_ptr thrown{};
  std::string failure{};

  hone_tuner_calls table() {
    hone_tuner_calls calls{};
    calls.program = this;
    if (native != nullptr) {
      calls.run = [](void* p, void* const* t, std::size_t n) { self(p).guarded([&] { self(p).native->run({t, n}); }); };
      calls.run_reference = [](void* p, void* const* t, std::size_t n) {
        self(p).guarded([&] { self(p).native->run_reference({t, n}); });
      };
      calls.at = [](void* p, void* const* t, std::size_t n, const std::int64_t* point, std::size_t rank) {
        double value = 0;
        self(p).guarded([&] { value = self(p).native->at({t, n}, {point, rank}); });
        return value;
      };
    }
    if (call != nullptr)
      calls.call = [](void* p, hone_bytes configuration) { return self(p).run_configured(configuration); };
    if (options.on_trial)
      calls.on_trial = [](void* p, hone_bytes event) -> int {
        self(p).guarded([&] { self(p).options.on_trial(trial_event_from_bytes(as_view(event))); });
        return self(p).thrown ? 1 : 0;
      };
    return calls;
  }

  static program_calls& self(void* program) { return *static_cast<program_calls*>(program); }

  template <class F>
  void guarded(F f) noexcept {
    try {
      f();
    } catch (...) {
      if (!thrown) thrown = std::current_exception();
    }
  }

  const char* run_configured(hone_bytes configuration) {
    try {
      (*call)(configuration_from_bytes(as_view(configuration)));
      return nullptr;
    } catch (const std::exception& e) {
      failure = e.what();
    } catch (...) {
      failure = "an exception of a type of its own";
    }
    return failure.c_str();
  }
};

/// A reply that is released whatever happens.
class tuner_reply {
 public:
  explicit tuner_reply(const hone_tuner& tuner) : tuner_(tuner) {}
  ~tuner_reply() { tuner_.release(&reply_); }
  tuner_reply(const tuner_reply&) = delete;
  tuner_reply& operator=(const tuner_reply&) = delete;
  hone_tuner_reply* out() { return &reply_; }
  byte_view bytes() const { return as_view(reply_.bytes); }

 private:
  const hone_tuner& tuner_;
  hone_tuner_reply reply_{{nullptr, 0}, nullptr};
};

/// The native loops, and why.
inline tune_outcome native_because(tuning_report report, const std::string& reason) {
  report.source = kernel_source::native;
  report.note = reason;
  return {{}, std::move(report)};
}

HONE_DECL void finish(const tuning_report& report, const tune_options& options, int verbose) {
  if (options.on_finish)
    options.on_finish(report);
  else if (verbose > 0 && (report.source == kernel_source::tuned || report.source == kernel_source::fallback))
    std::fputs(summary(report).c_str(), stderr);
}

HONE_DECL found_tuner open_tuner(const std::string& path) {
  const auto found = jit::open_entry(path, "hone_tuner_entry");
  if (found.symbol == nullptr) return {nullptr, found.reason};
  const auto* tuner = reinterpret_cast<hone_tuner_entry_function>(found.symbol)();
  if (tuner->abi != HONE_TUNER_ABI || tuner->bytes < sizeof(hone_tuner))
    return {nullptr, "abi " + std::to_string(tuner->abi) + ", wanted " + std::to_string(HONE_TUNER_ABI) + ": " + path};
  return {tuner, {}};
}

}  // namespace detail

HONE_DECL found_tuner find_tuner(std::string_view folder) {
  if (const auto* linked = linked_tuner()) return {linked, {}};
  const auto file = jit::find_plugin(jit::tuner_plugin, folder);
  if (!file.found()) return {nullptr, file.reason};
  return detail::open_tuner(file.path);
}

namespace detail {

HONE_DECL tune_outcome tuned_outcome(const tune_request& request, const tune_settings& settings) {
  const auto report = begin_report(*request.problem, settings.threads);
  const auto target = static_cast<std::size_t>(request.problem->op.assignments.front().target);
  if (request.problem->layouts[target].size() == 0) return native_because(report, "there is nothing to compute");
  if (settings.backend == "native") return native_because(report, "the native backend was asked for");
  const auto found = find_tuner(settings.plugin_directory);
  if (found.tuner == nullptr) {
    const auto reason = "the tuner, libhone-tuner.so: " + found.reason;
    if (settings.backend_demanded)
      throw error(error_code::no_tuner, "there is no " + settings.backend + " kernel: " + reason);
    diag::notice_once("no kernels can be made, so operators run as this program's compiler made them: " + reason +
                      "; HONE_PLUGIN_DIR can name the folder that Hone's build put it in");
    return native_because(report, reason);
  }
  program_calls calls{&request.native, nullptr, request.options};
  const auto message = to_bytes(request);
  tuner_reply reply(*found.tuner);
  const auto table = calls.table();
  found.tuner->tune(as_bytes(message), &table, reply.out());
  if (calls.thrown) std::rethrow_exception(calls.thrown);
  return tune_outcome_of_reply(reply.bytes());
}

}  // namespace detail

HONE_DECL tune_outcome ask_tuner(const tune_request& request) {
  diag::report_environment();
  const auto settings = settle(request.options, diag::process_environment());
  auto outcome = detail::tuned_outcome(request, settings);
  detail::finish(outcome.report, request.options, settings.verbose);
  return outcome;
}

HONE_DECL callable_outcome ask_tuner(const callable_request& request) {
  diag::report_environment();
  const auto settings = settle(request.options, diag::process_environment());
  const auto found = find_tuner(settings.plugin_directory);
  if (found.tuner == nullptr)
    throw error(error_code::no_tuner, "nothing can tune " + request.name + ": the tuner, libhone-tuner.so: " + found.reason);
  detail::program_calls calls{nullptr, &request.call, request.options};
  const auto message = to_bytes(request);
  detail::tuner_reply reply(*found.tuner);
  const auto table = calls.table();
  found.tuner->tune_callable(detail::as_bytes(message), &table, reply.out());
  if (calls.thrown) std::rethrow_exception(calls.thrown);
  auto outcome = callable_outcome_of_reply(reply.bytes());
  detail::finish(outcome.report, request.options, settings.verbose);
  return outcome;
}

}  // namespace hone::core
