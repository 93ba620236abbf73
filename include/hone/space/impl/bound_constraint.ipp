// SPDX-License-Identifier: Apache-2.0
/// \file
/// Binding constraints and evaluating them.
#pragma once

#include <algorithm>
#include <array>

#include <hone/diag/error.hpp>
#include <hone/space/bound_constraint.hpp>

namespace hone::core::space {

namespace detail {

/// Operands that wait for their operation while a constraint is evaluated.
inline constexpr std::size_t max_constraint_depth = 64;

inline std::int64_t value_of_fact(fact f, const target::cpu& target) {
  switch (f) {
    case fact::vector_registers: return target.vector_registers;
    case fact::vector_bytes: return target.vector_bytes;
    case fact::l1_bytes: return target.l1_bytes;
    case fact::l2_bytes: return target.l2_bytes;
    case fact::l3_bytes: return target.l3_bytes;
    case fact::cores: return target.cores;
  }
  throw internal_error("a constraint with an unknown fact");
}

struct constraint_binder {
  const definition& d;
  const digit_list& digits;
  const ast::problem* problem;
  const target::cpu& target;
  bound_constraint result;

  void constant(std::int64_t value) { result.terms.push_back({bound_term::kind_type::constant, {}, -1, value}); }
  void digit(std::int32_t k) {
    result.terms.push_back({bound_term::kind_type::digit, {}, k, 0});
    result.digits.push_back(k);
  }
  void operation(node_kind op) { result.terms.push_back({bound_term::kind_type::operation, op, -1, 0}); }

  void inner_product(const knob& tile, std::int32_t first) {
    constant(1);
    for (std::int32_t n = 0; n + 1 < tile.levels; ++n) {
      digit(first + n);
      operation(node_kind::mul);
    }
  }
  /// Loop 0 makes as many trips as the extent needs: (extent + inner - 1) / inner.
  void level(std::int32_t k, std::int32_t level) {
    const auto& tile = d.at(k);
    const auto first = digits.first_of(k);
    if (level > 0) return digit(first + level - 1);
    constant(tiled_extent(tile, problem) - 1);
    inner_product(tile, first);
    operation(node_kind::add);
    inner_product(tile, first);
    operation(node_kind::div);
  }
  void extent(std::int32_t symbol) {
    if (!problem) throw error(error_code::bad_space, "a constraint uses an extent, but the space has no operator");
    constant(problem->values[static_cast<std::size_t>(symbol)]);
  }

  void add(const term& t) {
    switch (t.kind) {
      case term_kind::constant: return constant(t.value);
      case term_kind::extent: return extent(t.subject);
      case term_kind::fact: return constant(value_of_fact(static_cast<fact>(t.subject), target));
      case term_kind::level: return level(t.subject, t.level);
      case term_kind::value: return digit(digits.first_of(t.subject));
      case term_kind::operation: return operation(t.operation);
    }
  }
};

inline bool is_unary(node_kind k) { return info(k).arity == 1; }

inline std::size_t depth_of(const bound_constraint& c) {
  std::size_t depth = 0;
  std::size_t deepest = 0;
  for (const auto& t : c.terms) {
    if (t.kind != bound_term::kind_type::operation) ++depth;
    else if (!is_unary(t.operation)) --depth;
    deepest = std::max(deepest, depth);
  }
  return deepest;
}

}  // namespace detail

HONE_DECL bound_constraint bind(const constraint& c, const definition& d, const digit_list& digits,
                                const ast::problem* problem, const target::cpu& target) {
  detail::constraint_binder binder{d, digits, problem, target, {}};
  for (const auto& t : c.terms) binder.add(t);
  auto& result = binder.result;
  std::sort(result.digits.begin(), result.digits.end());
  result.digits.erase(std::unique(result.digits.begin(), result.digits.end()), result.digits.end());
  result.text = c.text;
  result.soft = c.soft;
  if (detail::depth_of(result) > detail::max_constraint_depth)
    throw error(error_code::bad_space, "the constraint " + c.text + " is nested too deeply");
  return std::move(result);
}

HONE_DECL interval evaluate(const bound_constraint& c, const std::vector<interval>& digits) {
  std::array<interval, detail::max_constraint_depth> stack;
  std::size_t top = 0;  // of the stack; its elements are [0, top)
  for (const auto& t : c.terms) {
    switch (t.kind) {
      case bound_term::kind_type::constant: stack[top++] = {t.value, t.value}; break;
      case bound_term::kind_type::digit: stack[top++] = digits[static_cast<std::size_t>(t.digit)]; break;
      case bound_term::kind_type::operation:
        if (!detail::is_unary(t.operation)) --top;
        // a unary operation ignores the second operand
        stack[top - 1] = apply(t.operation, stack[top - 1], stack[top % detail::max_constraint_depth]);
        break;
    }
  }
  return stack[0];
}

}  // namespace hone::core::space
