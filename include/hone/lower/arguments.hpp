// SPDX-License-Identifier: Apache-2.0
/// \file
/// The tensors that a kernel of an operator takes.
#pragma once

#include <vector>

#include <hone/ast/problem.hpp>
#include <hone/config.hpp>
#include <hone/lower/plan.hpp>

namespace hone::core::lower {

/// The arguments that every plan of the problem has: one per tensor, in the order of the symbols.
HONE_DECL std::vector<argument> arguments_of(const ast::problem& problem);

}  // namespace hone::core::lower

#if !defined(HONE_COMPILED)
#include <hone/lower/impl/arguments.ipp>
#endif
