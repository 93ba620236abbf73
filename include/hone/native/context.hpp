// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the nodes of an operator look up by name when they are bound to a problem: axes, values, tensors.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include <hone/ast/problem.hpp>
#include <hone/diag/error.hpp>

namespace hone::core::native {

inline constexpr int max_axes = 16;  ///< spatial and reduction axes of one operator

/// One entry per axis of the operator, in the order of the symbols, and one for `no_axis`.
using axis_values = std::array<std::int64_t, max_axes + 1>;
inline constexpr int no_axis = max_axes;  ///< a slot on which nothing depends: the row of an output of rank 0

class context {
 public:
  context(const ast::problem& p, std::span<void* const> tensors) : problem_(&p), tensors_(tensors) {
    if (tensors.size() < p.op.symbols.size())
      throw internal_error("a native evaluation needs one address for each symbol of the operator");
  }

  std::int32_t symbol(std::string_view name, ast::symbol_kind kind) const {
    const auto& symbols = problem_->op.symbols;
    for (std::size_t k = 0; k < symbols.size(); ++k)
      if (symbols[k].kind == kind && symbols[k].label.view() == name) return static_cast<std::int32_t>(k);
    throw internal_error("the problem lacks a symbol of the operator that it is evaluated with");
  }
  std::int64_t value(std::string_view name, ast::symbol_kind kind) const { return value(symbol(name, kind)); }
  std::int64_t value(std::int32_t symbol) const { return problem_->values[static_cast<std::size_t>(symbol)]; }
  const ast::layout& layout(std::int32_t symbol) const { return problem_->layouts[static_cast<std::size_t>(symbol)]; }
  void* address(std::int32_t symbol) const { return tensors_[static_cast<std::size_t>(symbol)]; }

  /// The place of an axis symbol among the axes.
  int slot(std::int32_t symbol) const {
    int n = 0;
    for (std::int32_t k = 0; k < symbol; ++k)
      n += problem_->op.symbols[static_cast<std::size_t>(k)].kind == ast::symbol_kind::axis;
    if (n >= max_axes) throw error(error_code::bad_argument, "an operator may have at most 16 axes");
    return n;
  }

 private:
  const ast::problem* problem_;
  std::span<void* const> tensors_;
};

}  // namespace hone::core::native
