// SPDX-License-Identifier: Apache-2.0
/// \file
/// A loop program as text.
///
///     kernel matmul
///     buffer A: f32[64, 32] strides [32, 1] argument 0
///     buffer C: f32[64, 48] strides [48, 1] argument 2 writable aligned 64
///     for i in [0, 64) parallel {
///       for j in [0, 6) {
///         C[i, ramp(j * 8, 1, 8)] = fma(broadcast(A[i, k], 8), B[k, ramp(j * 8, 1, 8)], C[i, ramp(j * 8, 1, 8)])
///       }
///     }
///
/// A loop that does not start at 0 is written with its extent: `for i in [m, +8)`. Constants other than i64 and bool carry their type, `f32(0.5)`, `i32x8(1)`; floating-point ones are shortest decimals
/// that read back exactly, `inf`, `nan`. A predicate follows the indices: `A[i, j | p]`.
#pragma once

#include <string>

#include <hone/config.hpp>
#include <hone/ir/program.hpp>

namespace hone::core::ir {

/// `parse` reads it back.
HONE_DECL std::string to_string(const program& p);
/// One expression, or one statement with all inside it.
HONE_DECL std::string expression_text(const program& p, expr_id e);
HONE_DECL std::string statement_text(const program& p, stmt_id s);

}  // namespace hone::core::ir

#if !defined(HONE_COMPILED)
#include <hone/ir/impl/print.ipp>
#endif
