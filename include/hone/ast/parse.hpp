// SPDX-License-Identifier: Apache-2.0
/// \file
/// The reverse of `to_text`.
#pragma once

#include <string_view>

#include <hone/ast/tree.hpp>
#include <hone/config.hpp>

namespace hone::core::ast {

/// Reads what `to_text` writes: `parse(to_text(op)) == op`. Types are computed from the leaves up and have to agree.
/// Throws `error{bad_program}` with the line and what was expected there.
HONE_DECL tree parse(std::string_view text);

}  // namespace hone::core::ast

#if !defined(HONE_COMPILED)
#include <hone/ast/impl/parse.ipp>
#endif
