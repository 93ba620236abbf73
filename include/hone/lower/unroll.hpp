// SPDX-License-Identifier: Apache-2.0
/// \file
/// Unrolled loops become copies of their body.
#pragma once

#include <hone/config.hpp>
#include <hone/ir/program.hpp>

namespace hone::core::lower {

/// No unrolled loop is left (each must have a constant extent): iteration k is the body with the variable replaced. Buffers
/// that the body allocates are told apart, so that each copy can stay in registers. Throws `error{bad_configuration}` when
/// the program would hold more than `max_unrolled_statements` stores.
HONE_DECL ir::program unroll(const ir::program& p);

/// Beyond this a candidate costs more to compile than it can gain.
inline constexpr int max_unrolled_statements = 4096;

}  // namespace hone::core::lower

#if !defined(HONE_COMPILED)
#include <hone/lower/impl/unroll.ipp>
#endif
