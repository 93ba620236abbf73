// SPDX-License-Identifier: Apache-2.0
/// \file
/// A processor as bytes, for the way to a plug-in or worker on the same machine.
#pragma once

#include <hone/config.hpp>
#include <hone/meta/bytes.hpp>
#include <hone/target/cpu.hpp>

namespace hone::core::target {

HONE_DECL byte_string to_bytes(const cpu& c);

/// Throws `error{bad_program}` when the bytes are not those of a processor.
HONE_DECL cpu from_bytes(byte_view bytes);

}  // namespace hone::core::target

#if !defined(HONE_COMPILED)
#include <hone/target/impl/bytes.ipp>
#endif
