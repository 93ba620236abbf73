// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loop programs as bytes, to cross a process or a plug-in boundary.
#pragma once

#include <vector>

#include <hone/config.hpp>
#include <hone/ir/program.hpp>
#include <hone/meta/bytes.hpp>

namespace hone::core::ir {

HONE_DECL byte_string to_bytes(const std::vector<program>& programs);

/// Throws `error{bad_program}` for bytes of another version, bytes that end early, and programs that do not verify.
HONE_DECL std::vector<program> programs_from_bytes(byte_view bytes);

}  // namespace hone::core::ir

#if !defined(HONE_COMPILED)
#include <hone/ir/impl/bytes.ipp>
#endif
