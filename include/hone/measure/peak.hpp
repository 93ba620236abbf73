// SPDX-License-Identifier: Apache-2.0
/// \file
/// The most that one core can do in f32: what kernels are compared with.
#pragma once

#include <hone/config.hpp>
#include <hone/target/cpu.hpp>

namespace hone::core::measure {

/// GFLOP/s of one core in fused multiply-adds (or a multiply and an add, where there is none) on registers alone, with
/// the widest vectors that `target` has and this code knows (32 bytes): the best of many short windows of this thread's
/// processor time. Takes some 20 ms.
HONE_DECL double peak_gflops(const target::cpu& target);

}  // namespace hone::core::measure

#if !defined(HONE_COMPILED)
#include <hone/measure/impl/peak.ipp>
#endif
