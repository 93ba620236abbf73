// SPDX-License-Identifier: Apache-2.0
/// \file
/// What an object uses, read off its instructions.
#pragma once

#include <hone/jit/backend.h>
#include <hone/meta/bytes.hpp>

namespace llvm {
class TargetMachine;
}

namespace hone::core::orc {

/// Code size over all entries; the largest stack frame; loads and stores of the stack inside innermost loops. One
/// spilled accumulator there costs a factor of two to three. Throws `internal_error` for an object that refers to
/// something outside itself.
hone_resources inspect(byte_view object, const llvm::TargetMachine& machine);

}  // namespace hone::core::orc
