// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loop program to LLVM function.
#pragma once

#include <hone/ir/program.hpp>
#include <hone/target/cpu.hpp>

namespace llvm {
class Module;
}

namespace hone::core::orc {

/// Adds the program's entry (jit/backend.h) to the module. Throws `error{compile_failed}` for what the processor or a
/// CPU in general cannot do: grid and thread loops, elementary functions that lowering has not expanded.
void emit(const ir::program& program, const target::cpu& cpu, llvm::Module& module);

}  // namespace hone::core::orc
