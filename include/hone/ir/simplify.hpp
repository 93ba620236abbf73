// SPDX-License-Identifier: Apache-2.0
/// \file
/// Smaller index arithmetic and fewer statements, same meaning.
#pragma once

#include <hone/config.hpp>
#include <hone/ir/program.hpp>

namespace hone::core::ir {

/// With the ranges of loop variables: index expressions in linear normal form; min, max, comparisons, div and mod that
/// the ranges decide; branches on constants; loops that never run or run once; lets of constants or unused; register
/// and shared buffers that nothing reads. Floating-point arithmetic stays as it is.
/// With min(8, 64 - 8 * i) and i in [0, 7] it finds 8. A program in which nothing is to be done comes back equal (in
/// canonical numbering).
HONE_DECL program simplify(const program& p);

}  // namespace hone::core::ir

#if !defined(HONE_COMPILED)
#include <hone/ir/impl/simplify.ipp>
#endif
