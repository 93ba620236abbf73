// SPDX-License-Identifier: Apache-2.0
/// \file
/// Knobs without an operator: any code of the program, timed in process.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hone/config.hpp>
#include <hone/dsl/knobs.hpp>
#include <hone/meta/fixed_string.hpp>
#include <hone/space/configuration.hpp>
#include <hone/space/text.hpp>
#include <hone/tune/options.hpp>
#include <hone/tune/request.hpp>
#include <hone/tune/tuner.hpp>

namespace hone::core {

/// The values of knobs by name: `values["threads"]`.
class knob_values {
 public:
  explicit knob_values(space::configuration c) : configuration_(std::move(c)) {}
  /// The number of a knob; throws `error{unknown_name}` for a name that the space does not have.
  std::int64_t operator[](std::string_view knob) const { return space::number(configuration_, knob); }
  const space::configuration& configuration() const { return configuration_; }

 private:
  space::configuration configuration_;
};

/// What distinguishes problems of one callable: sizes, modes. Part of the record's key.
template <class... Numbers>
std::vector<std::int64_t> key(Numbers... numbers) {
  return {static_cast<std::int64_t>(numbers)...};
}

/// A callable and its best configuration.
template <class Callable>
class tuned_callable {
 public:
  tuned_callable(Callable call, callable_outcome outcome)
      : call_(std::move(call)), values_(std::move(outcome.best)), report_(std::move(outcome.report)) {}
  decltype(auto) operator()() { return call_(values_); }
  const knob_values& values() const { return values_; }
  const tuning_report& report() const { return report_; }

 private:
  Callable call_;
  knob_values values_;
  tuning_report report_;
};

/// Tunes any code:
///
///     auto solve = tune<"solver">([&](const knob_values& v) { run(v["threads"]); }, knobs(choice<"threads">(1, 2, 4)), key(n));
///     solve();
///
/// Throws `error{empty_space}`, `error{bad_configuration}` when every configuration fails, and `error{no_tuner}`.
///
/// The callable runs in this process, many times, on the program's own data: it must give the same result each time.
template <fixed_string Name, class Callable, class... Knobs, TuneSetting... Settings>
auto tune(Callable call, const dsl::knob_set<Knobs...>& knobs, const std::vector<std::int64_t>& key,
          const Settings&... settings) {
  callable_request request{std::string(Name.view()), knobs.plain(), key,
                           [&call](const space::configuration& c) { call(knob_values(c)); }, {}};
  (settings(request.options), ...);
  auto outcome = ask_tuner(request);
  return tuned_callable<Callable>(std::move(call), std::move(outcome));
}

}  // namespace hone::core

namespace hone {
using core::key;
using core::knob_values;
using core::tune;
}  // namespace hone
