// SPDX-License-Identifier: Apache-2.0
/// \file
/// The rules that every loop program keeps.
#pragma once

#include <optional>
#include <string>

#include <hone/config.hpp>
#include <hone/ir/program.hpp>

namespace hone::core::ir {

/// The first broken rule as a sentence that names the statement, or nothing. Rules: ids in range; operand types and
/// lanes agree; names unique and writable; variables defined where they are used and bound once in a nest; a parallel
/// loop only at the root; shared and register buffers allocated around their accesses; accesses with an index a
/// dimension or one (the distance in elements); predicates are bool; arguments stored to are writable; constant indices inside their buffers.
HONE_DECL std::optional<std::string> verify(const program& p);

/// Throws `internal_error` with that sentence.
HONE_DECL void verify_or_throw(const program& p);

}  // namespace hone::core::ir

#if !defined(HONE_COMPILED)
#include <hone/ir/impl/verify.ipp>
#endif
