// SPDX-License-Identifier: Apache-2.0
/// \file
/// A loop program from the text of `ir/print.hpp`.
#pragma once

#include <string_view>

#include <hone/config.hpp>
#include <hone/ir/program.hpp>

namespace hone::core::ir {

/// In canonical numbering: parse(to_string(p)) == canonical(p). Throws `error{bad_program}` with the line and what was
/// expected there. Types are checked as they are read, the other rules by `verify`.
HONE_DECL program parse(std::string_view text);

}  // namespace hone::core::ir

#if !defined(HONE_COMPILED)
#include <hone/ir/impl/parse.ipp>
#endif
