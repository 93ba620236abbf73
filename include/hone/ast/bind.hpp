// SPDX-License-Identifier: Apache-2.0
/// \file
/// Extents and attributes put into an operator: from here on every size is known.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include <hone/ast/problem.hpp>
#include <hone/ast/reify.hpp>
#include <hone/ast/tree.hpp>
#include <hone/config.hpp>
#include <hone/dsl/arguments.hpp>

namespace hone::core::ast {

using dsl::named_value;

/// Binds every axis, size and attribute of `op`. Layouts are dense, row-major. Extents may be 0. Throws `error`:
/// - `missing_extent`: a name without a value, or a tensor whose extents neither its indices nor a declaration give;
/// - `unknown_name`: a value for a name that the operator does not have;
/// - `bad_extent`: negative, given twice with two values, contradicting another axis, too large for 64 bits, a
///   division by an attribute that is 0, or the minimum or maximum over an empty axis;
/// - `out_of_bounds`: a read that is not `padded` and can leave its tensor.
HONE_DECL problem bind(const tree& op, std::span<const named_value> values);

template <fixed_string Name, class Statement, std::size_t Count>
problem bind(const dsl::operator_definition<Name, Statement>& op, const dsl::extent_list<Count>& values) {
  return bind(reify_tree(op), values);
}

/// A dense row-major layout.
HONE_DECL layout dense_layout(std::span<const std::int64_t> extents);

/// Gives a tensor another layout: the same extents, strides not negative, those of the output not 0 and without two
/// elements in one place. Throws `error{unknown_name}` or `error{bad_argument}`.
HONE_DECL void set_layout(problem& bound, std::string_view tensor, const layout& wanted);

}  // namespace hone::core::ast

#if !defined(HONE_COMPILED)
#include <hone/ast/impl/bind.ipp>
#endif
