// SPDX-License-Identifier: Apache-2.0
/// \file
/// `op<"matmul">(C(i, j) = ...)`: a checked operator with a name.
#pragma once

#include <hone/diag/say.hpp>
#include <hone/dsl/assign.hpp>
#include <hone/dsl/check.hpp>
#include <hone/dsl/expression.hpp>

namespace hone::dsl {

/// Names a statement and refuses, with one sentence, what is no operator (dsl/check.hpp).
template <fixed_string Name, class Target, bool Accumulates, class Value>
constexpr auto op(const statement<Target, Accumulates, Value>& body) {
  diag::report<checked_label<Name>>();
  diag::report<checked_statement<Target, Value>>();
  return operator_definition<Name, statement<Target, Accumulates, Value>>(body);
}

}  // namespace hone::dsl
