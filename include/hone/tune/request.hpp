// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the templates hand to the engine: a bound operator as data, and its native loops behind function pointers.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <hone/ast/problem.hpp>
#include <hone/measure/options.hpp>
#include <hone/runtime/kernel.hpp>
#include <hone/space/definition.hpp>
#include <hone/tune/options.hpp>

namespace hone::core {

/// The operator instantiated by the user's compiler. Addresses are by symbol of the tree, null for what is no tensor.
struct native_operator {
  using tensors = std::span<void* const>;
  std::function<void(tensors)> run;            ///< as declared
  std::function<void(tensors)> run_reference;  ///< floating point in double
  /// One element of the output (index per dimension): its value in double, and a bound on the error of a sound kernel.
  std::function<std::pair<double, double>(tensors, std::span<const std::int64_t>)> at;
};

struct tune_request {
  std::shared_ptr<const ast::problem> problem;
  std::optional<space::definition> knobs;  ///< none: derived from the operator
  native_operator native;
  tune_options options;
};

/// The kernel, none when the native loops run, and what happened.
struct tune_outcome {
  std::optional<runtime::compiled_plan> kernel;
  tuning_report report;
};

}  // namespace hone::core
