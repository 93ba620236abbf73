// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loop programs to object code.
#pragma once

#include <cstdint>
#include <vector>

#include <hone/jit/backend.h>
#include <hone/ir/program.hpp>
#include <hone/meta/bytes.hpp>
#include <hone/target/cpu.hpp>

namespace hone::core::orc {

struct compiled {
  byte_string object;  ///< or text, by the flags
  hone_resources resources{-1, -1, -1, -1, -1};
};

/// One object with an entry for each program. `flags` as HONE_COMPILE_*. Safe on many threads at once: each call has
/// its own LLVM context and target machine. Throws `hone::error` for what cannot be compiled.
compiled compile(const std::vector<ir::program>& programs, const target::cpu& cpu, std::uint32_t flags);

/// "LLVM 19.1.7".
const char* compiler_name();

}  // namespace hone::core::orc
