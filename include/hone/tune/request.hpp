// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the templates hand to the tuner, and what they get back.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <hone/ast/problem.hpp>
#include <hone/dsl/knobs/term.hpp>
#include <hone/lower/plan.hpp>
#include <hone/meta/bytes.hpp>
#include <hone/space/configuration.hpp>
#include <hone/tune/options.hpp>

namespace hone::core {

/// The operator instantiated by the user's compiler. Addresses are by symbol of the tree, null for what is no tensor.
struct native_operator {
  using tensors = std::span<void* const>;
  std::function<void(tensors)> run;            ///< as declared
  std::function<void(tensors)> run_reference;  ///< floating point in double
  std::function<double(tensors, std::span<const std::int64_t>)> at;  ///< one element of the output, in double
};

/// Where the search space comes from.
enum class space_source : std::uint8_t {
  derived,  ///< from the operator
  edited,   ///< from the operator, changed by the knobs
  given,    ///< by the knobs
};
constexpr space_source last_of(space_source) { return space_source::given; }

struct tune_request {
  std::shared_ptr<const ast::problem> problem;
  space_source source = space_source::derived;
  dsl::plain_knobs knobs;
  native_operator native;
  tune_options options;
};

/// A kernel as it leaves the tuner: what the runtime needs to load it.
struct made_kernel {
  lower::plan plan;
  byte_string object;
};

/// The kernel, none when the native loops run, and what happened.
struct tune_outcome {
  std::optional<made_kernel> kernel;
  tuning_report report;
};

/// Code of the program that runs with a configuration. An exception is a failed trial.
using configured_call = std::function<void(const space::configuration&)>;

struct callable_request {
  std::string name;
  dsl::plain_knobs knobs;
  std::vector<std::int64_t> key;
  configured_call call;
  tune_options options;
};

struct callable_outcome {
  space::configuration best;
  tuning_report report;
};

}  // namespace hone::core
