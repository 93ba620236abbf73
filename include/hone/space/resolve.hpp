// SPDX-License-Identifier: Apache-2.0
/// \file
/// A configuration to a complete schedule: what no knob decides gets its default here.
#pragma once

#include <hone/ast/problem.hpp>
#include <hone/config.hpp>
#include <hone/space/configuration.hpp>
#include <hone/space/definition.hpp>
#include <hone/space/schedule.hpp>
#include <hone/target/cpu.hpp>

namespace hone::core::space {

/// A register tile that no knob asks for has at most this many elements, or vectors where one of its loops is the
/// vector.
inline constexpr std::int64_t max_default_register_tile = 128;

/// - Order: level by level, spatial axes in the order of the output, then the reductions; the last spatial level is
///   innermost. i0 j0 k0 i1 j1 k1 i2 j2. A parallel loop goes outermost.
/// - Register tile: the innermost spatial loop of each axis, where it stands after the last reduction, as long as they
///   are small enough together; of an operator without reductions, the vector loop and the loops inside it. Its loops go
///   innermost.
/// Throws `error{bad_configuration}` when a knob has no value or values that do not fit.
HONE_DECL schedule resolve(const definition& d, const configuration& c, const ast::problem& problem,
                           const target::cpu& target);

}  // namespace hone::core::space

#if !defined(HONE_COMPILED)
#include <hone/space/impl/resolve.ipp>
#endif
