// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether the knobs of a space fit each other and the operator.
#pragma once

#include <hone/ast/tree.hpp>
#include <hone/config.hpp>
#include <hone/space/definition.hpp>

namespace hone::core::space {

/// Throws `error{bad_space}` with the reason when knobs do not fit each other or the operator: a name twice, an axis
/// tiled twice, a loop that no tile makes, a parallel reduction, an unroll factor below 1.
HONE_DECL void verify(const definition& d, const ast::tree* op);

}  // namespace hone::core::space

#if !defined(HONE_COMPILED)
#include <hone/space/impl/verify.ipp>
#endif
