// SPDX-License-Identifier: Apache-2.0
/// \file
/// The constraints that every space has: no two points that mean the same loops, and no points that cannot be fast.
#pragma once

#include <vector>

#include <hone/ast/problem.hpp>
#include <hone/config.hpp>
#include <hone/space/constraint.hpp>
#include <hone/space/definition.hpp>
#include <hone/target/cpu.hpp>

namespace hone::core::space {

/// Unrolled operations (multiply-adds, in vectors where there are any) in one block. Beyond it LLVM keeps too many
/// values alive and spills even when the register tile fits: 288 gave 201 stack references, 96 none.
inline constexpr std::int64_t max_unrolled_operations = 100;

/// Hard: a tile's levels make no trip that the extent does not need; an unroll factor is at most its loop's trips.
/// Soft: the register tile and the values that feed it fit into the registers; the vector loop is whole vectors, or a
/// power of two below one; unrolled code is not longer than `max_unrolled_operations`.
HONE_DECL std::vector<constraint> built_in_constraints(const definition& d, const ast::problem* problem,
                                                       const target::cpu& target);

}  // namespace hone::core::space

#if !defined(HONE_COMPILED)
#include <hone/space/impl/validity.ipp>
#endif
