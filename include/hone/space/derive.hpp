// SPDX-License-Identifier: Apache-2.0
/// \file
/// A search space from the operator alone.
#pragma once

#include <hone/ast/problem.hpp>
#include <hone/config.hpp>
#include <hone/space/definition.hpp>
#include <hone/target/cpu.hpp>

namespace hone::core::space {

/// Three loops for each of the (at most three) axes of the register tile, two for long reductions, the vector axis, the
/// packing of operands that are read again and again, unrolling, and the parallel loop. Knobs are named after what they
/// decide: `tile_i`, `pack_B`, `unroll_k`, `vector`.
HONE_DECL definition derive(const ast::problem& problem, const target::cpu& target);

}  // namespace hone::core::space

#if !defined(HONE_COMPILED)
#include <hone/space/impl/derive.ipp>
#endif
