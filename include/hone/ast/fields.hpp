// SPDX-License-Identifier: Apache-2.0
/// \file
/// The fields of trees and problems (meta/fields.hpp): how an operator crosses a boundary as bytes.
#pragma once

#include <hone/ast/problem.hpp>
#include <hone/meta/fields.hpp>

namespace hone::core::ast {

template <FieldsOf<name> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.text); }

template <FieldsOf<extent_source> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.kind, x.value); }

template <FieldsOf<symbol> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.kind, x.label, x.reduced, x.output, x.type, x.rank, x.extents); }

template <FieldsOf<node> T, class Visit>
void each_field(T& x, Visit&& visit) {
  visit(x.kind, x.type, x.combine, x.symbol, x.operand_count, x.operands, x.bits);
}

template <FieldsOf<assignment> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.target, x.rank, x.indices, x.accumulates, x.root); }

template <FieldsOf<tree> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.label, x.symbols, x.nodes, x.assignments); }

template <FieldsOf<layout> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.rank, x.extents, x.strides, x.alignment); }

template <FieldsOf<problem> T, class Visit>
void each_field(T& x, Visit&& visit) { visit(x.op, x.values, x.layouts); }

}  // namespace hone::core::ast
