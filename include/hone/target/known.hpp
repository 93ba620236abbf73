// SPDX-License-Identifier: Apache-2.0
/// \file
/// Descriptions of processors that need not be there: for tests, and for code made on one machine for another.
#pragma once

#include <hone/config.hpp>
#include <hone/target/cpu.hpp>

namespace hone::core::target::known {

/// Any 64-bit x86: SSE2 and nothing else, four cores.
HONE_DECL cpu baseline();
/// AVX2 and FMA, in the manner of Haswell and Zen: 16 registers of 32 bytes, four cores.
HONE_DECL cpu avx2();
/// AVX-512 with BW, CD, DQ, VL: 32 registers of 64 bytes, eight cores.
HONE_DECL cpu avx512();

}  // namespace hone::core::target::known

#if !defined(HONE_COMPILED)
#include <hone/target/impl/known.ipp>
#endif
