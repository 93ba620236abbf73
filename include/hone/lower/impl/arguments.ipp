// SPDX-License-Identifier: Apache-2.0
/// \file
/// Body of lower/arguments.hpp.
#pragma once

#include <algorithm>
#include <string>

#include <hone/lower/arguments.hpp>

namespace hone::lower {

HONE_DECL std::vector<argument> arguments_of(const ast::problem& problem) {
  std::vector<argument> arguments;
  for (std::size_t s = 0; s < problem.op.symbols.size(); ++s) {
    const auto& symbol = problem.op.symbols[s];
    if (symbol.kind != ast::symbol_kind::tensor) continue;
    const bool accumulates = std::any_of(problem.op.assignments.begin(), problem.op.assignments.end(), [&](const auto& a) {
      return a.target == static_cast<std::int32_t>(s) && a.accumulates;
    });
    arguments.push_back({std::string(symbol.label.view()), symbol.type, problem.layouts[s], symbol.output,
                         !symbol.output || accumulates});
  }
  return arguments;
}

}  // namespace hone::lower
