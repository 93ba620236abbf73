// SPDX-License-Identifier: Apache-2.0
/// \file
/// A constraint over the digits of one problem: extents and facts are numbers now, loops are products of digits.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <hone/ast/problem.hpp>
#include <hone/config.hpp>
#include <hone/space/constraint.hpp>
#include <hone/space/definition.hpp>
#include <hone/space/digits.hpp>
#include <hone/space/interval.hpp>
#include <hone/target/cpu.hpp>

namespace hone::core::space {

struct bound_term {
  enum class kind_type : std::uint8_t { constant, digit, operation } kind = kind_type::constant;
  node_kind operation = node_kind::literal;
  std::int32_t digit = -1;
  std::int64_t value = 0;
};

struct bound_constraint {
  std::vector<bound_term> terms;     ///< postfix
  std::vector<std::int32_t> digits;  ///< that occur, ascending, each once
  std::string text;
  bool soft = false;
};

HONE_DECL bound_constraint bind(const constraint& c, const definition& d, const digit_list& digits,
                                const ast::problem* problem, const target::cpu& target);

/// The range of values that the constraint can have when digit k is in `digits[k]`.
HONE_DECL interval evaluate(const bound_constraint& c, const std::vector<interval>& digits);

}  // namespace hone::core::space

#if !defined(HONE_COMPILED)
#include <hone/space/impl/bound_constraint.ipp>
#endif
