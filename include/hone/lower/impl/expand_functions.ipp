// SPDX-License-Identifier: Apache-2.0
/// \file
/// Body of lower/expand_functions.hpp: finds the functions and wraps each statement in the names that they need.
#pragma once

#include <algorithm>
#include <utility>

#include <hone/ir/rewrite.hpp>
#include <hone/lower/expand_functions.hpp>
#include <hone/lower/functions/logarithm.hpp>
#include <hone/lower/functions/saturating.hpp>
#include <hone/lower/functions/trigonometric.hpp>

namespace hone::core::lower {
namespace detail {

struct expandable {
  ir::expr_kind kind;
  functions::term (*expand)(functions::term);
};

inline constexpr std::array expandables{
    expandable{ir::expr_kind::exp, functions::exponential},
    expandable{ir::expr_kind::log, functions::logarithm},
    expandable{ir::expr_kind::tanh, functions::hyperbolic_tangent},
    expandable{ir::expr_kind::sin, functions::sine},
    expandable{ir::expr_kind::cos, functions::cosine},
    expandable{ir::expr_kind::erf, functions::error_function},
};

inline const expandable* find_expandable(ir::expr_kind kind) {
  for (const auto& e : expandables)
    if (e.kind == kind) return &e;
  return nullptr;
}

class function_expander : public ir::rewriter {
 public:
  function_expander(const ir::program& p, bool use_fma) : rewriter(p), writer_{build(), use_fma, {}} {}

 private:
  ir::expr_id on_expression(ir::expr_id id) override {
    const ir::expr e = build().at(id);
    const auto* function = find_expandable(e.kind);
    if (function == nullptr) return rebuild_expression(id);
    const functions::term x{&writer_, expression(e.operands[0])};
    return named(info(e.kind).name.data(), function->expand(named("x", x))).id;
  }

  /// The names of a statement's own expressions stand around it alone, so what is remembered of others is void.
  ir::stmt_id on_statement(ir::stmt_id id) override {
    auto outer = std::exchange(writer_.bindings, {});
    forget();
    ir::stmt_id result = rebuild_statement(id);
    for (auto b = writer_.bindings.rbegin(); b != writer_.bindings.rend(); ++b)
      result = build().let(b->first, b->second, result);
    writer_.bindings = std::move(outer);
    return result;
  }

  functions::writer writer_;
};

}  // namespace detail

HONE_DECL ir::program expand_functions(const ir::program& p, bool use_fma) {
  const auto wanted = [](const ir::expr& e) { return detail::find_expandable(e.kind) != nullptr; };
  if (std::none_of(p.exprs.begin(), p.exprs.end(), wanted)) return p;
  return detail::function_expander(p, use_fma).run();
}

}  // namespace hone::core::lower
