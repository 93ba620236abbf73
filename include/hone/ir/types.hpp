// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which operand types an operation takes. The builder and the verifier ask here.
#pragma once

#include <hone/ir/arithmetic.hpp>
#include <hone/ir/program.hpp>

namespace hone::core::ir {

/// Whether `reinterpret` can turn the one into the other.
constexpr bool same_bits(value_type a, value_type b) {
  return a.lanes == b.lanes && bytes_of(a.scalar) == bytes_of(b.scalar) && a.scalar != scalar_type::boolean &&
         b.scalar != scalar_type::boolean;
}

/// The rule that operands of types `a` and `b` (twice the same for one operand) break, or null. For `add` to `ceil`,
/// and the operations on bits.
constexpr const char* broken_rule(expr_kind kind, value_type a, value_type b) {
  const bool boolean = a.scalar == scalar_type::boolean;
  if (!(a == b)) return "operands have one type";
  if (is_logical(kind)) return boolean ? nullptr : "operands are bool";
  if (is_comparison(kind)) return nullptr;
  if (is_elementary(kind)) return is_float(a.scalar) ? nullptr : "the operand is floating-point";
  if (boolean) return "no arithmetic on bool";
  if (is_bitwise(kind) || kind == expr_kind::mod) return is_float(a.scalar) ? "operands are integers" : nullptr;
  return kind >= expr_kind::add && kind <= expr_kind::abs ? nullptr : "not an operation of this form";
}

}  // namespace hone::core::ir
