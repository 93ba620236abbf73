// SPDX-License-Identifier: Apache-2.0
/// \file
/// A constraint of a search space as plain data: an integer expression over knobs, extents and the target.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <hone/config.hpp>
#include <hone/dsl/knobs/term.hpp>
#include <hone/dsl/node_kind.hpp>

namespace hone::core::space {

using dsl::fact;

/// What a term of a constraint stands for.
enum class term_kind : std::uint8_t {
  constant,   ///< `value`
  extent,     ///< of axis, size or attribute `subject` of the operator
  fact,       ///< of the target; `subject` is a `space::fact`
  level,      ///< trip count of loop `level` of tile `subject` (a knob)
  value,      ///< the number that knob `subject` has: of a choice, unroll or pack its value, else the place of the
              ///< alternative
  operation,  ///< `operation` applied to the terms before
};

struct term {
  term_kind kind = term_kind::constant;
  node_kind operation = node_kind::literal;
  std::int32_t subject = -1;
  std::int32_t level = 0;
  std::int64_t value = 0;
  friend bool operator==(const term&, const term&) = default;
};

/// An expression in postfix order: a point belongs to the space when the value is not 0.
struct constraint {
  std::vector<term> terms;
  std::string text;   ///< as the user wrote it, or the reason of a built-in one: errors quote this
  bool soft = false;  ///< keeps slow points out; dropped when it would leave nothing
  friend bool operator==(const constraint&, const constraint&) = default;
};

/// Builds constraints in code: `(level(ti, 2) * level(tj, 2) <= 96).terms`. Knobs are numbers of a definition's knobs.
struct expression {
  std::vector<term> terms;
};
HONE_DECL expression constant(std::int64_t value);
HONE_DECL expression extent(std::int32_t symbol);
HONE_DECL expression target_fact(fact f);
HONE_DECL expression level(std::int32_t knob, std::int32_t level);
HONE_DECL expression value_of(std::int32_t knob);
HONE_DECL expression combine(node_kind operation, const expression& a, const expression& b);
/// a / b rounded up.
HONE_DECL expression ceil_div(const expression& a, const expression& b);

inline expression operator+(const expression& a, const expression& b) { return combine(node_kind::add, a, b); }
inline expression operator-(const expression& a, const expression& b) { return combine(node_kind::sub, a, b); }
inline expression operator*(const expression& a, const expression& b) { return combine(node_kind::mul, a, b); }
inline expression operator/(const expression& a, const expression& b) { return combine(node_kind::div, a, b); }
inline expression operator%(const expression& a, const expression& b) { return combine(node_kind::mod, a, b); }
inline expression operator<=(const expression& a, const expression& b) { return combine(node_kind::le, a, b); }
inline expression operator>=(const expression& a, const expression& b) { return combine(node_kind::ge, a, b); }
inline expression operator==(const expression& a, const expression& b) { return combine(node_kind::eq, a, b); }
inline expression operator!=(const expression& a, const expression& b) { return combine(node_kind::ne, a, b); }
inline expression operator&&(const expression& a, const expression& b) { return combine(node_kind::logical_and, a, b); }
inline expression operator||(const expression& a, const expression& b) { return combine(node_kind::logical_or, a, b); }

}  // namespace hone::core::space

#if !defined(HONE_COMPILED)
#include <hone/space/impl/constraint.ipp>
#endif
