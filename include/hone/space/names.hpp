// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loops and constraints with the user's names, for errors and reports.
#pragma once

#include <string>

#include <hone/ast/tree.hpp>
#include <hone/config.hpp>
#include <hone/space/constraint.hpp>
#include <hone/space/definition.hpp>

namespace hone::core::space {

/// "i"
HONE_DECL std::string spell_symbol(std::int32_t symbol, const ast::tree* op);
/// "ti[2]", or by the axis where the tile has no name: "i[2]".
HONE_DECL std::string spell(const loop_ref& loop, const definition& d, const ast::tree* op);
/// "ti[2] * tj[2] <= 96"
HONE_DECL std::string spell(const constraint& c, const definition& d, const ast::tree* op);

}  // namespace hone::core::space

#if !defined(HONE_COMPILED)
#include <hone/space/impl/names.ipp>
#endif
