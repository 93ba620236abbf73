// SPDX-License-Identifier: Apache-2.0
/// \file
/// The linear form of an index expression: constant + sum of coefficient * term. Terms are variables and whatever is
/// not linear. Coefficients wrap like the arithmetic that they come from, so the form always has the expression's value.
#pragma once

#include <cstdint>
#include <vector>

#include <hone/config.hpp>
#include <hone/ir/builder.hpp>
#include <hone/ir/program.hpp>

namespace hone::core::ir {

struct linear_term {
  expr_id id = none;  ///< a variable, or an expression that is not linear
  std::int64_t coefficient = 0;
  friend bool operator==(const linear_term&, const linear_term&) = default;
};

struct linear {
  std::int64_t constant = 0;
  std::vector<linear_term> terms;  ///< by ascending id, no coefficient is 0
  friend bool operator==(const linear&, const linear&) = default;

  bool is_constant() const { return terms.empty(); }
};

HONE_DECL linear operator+(const linear& a, const linear& b);
HONE_DECL linear operator-(const linear& a, const linear& b);

/// Of an i64 scalar.
HONE_DECL linear linear_form(const program& p, expr_id e);

/// form += factor * e.
HONE_DECL void add_to(linear& form, const program& p, expr_id e, std::int64_t factor);

/// The coefficient of a variable itself; terms that are not linear may hold the variable too.
HONE_DECL std::int64_t coefficient(const program& p, const linear& form, variable_id v);

/// The expression of a form: terms in an order that does not depend on numbering, so equal forms are equal expressions.
HONE_DECL expr_id to_expression(builder& b, const linear& form);

/// Order of expressions by structure: negative, zero or positive. Zero for equal ones only.
HONE_DECL int compare(const program& p, expr_id a, expr_id b);

}  // namespace hone::core::ir

#if !defined(HONE_COMPILED)
#include <hone/ir/impl/linear.ipp>
#endif
