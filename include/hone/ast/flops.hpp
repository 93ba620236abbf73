// SPDX-License-Identifier: Apache-2.0
/// \file
/// How much arithmetic an operator is.
#pragma once

#include <hone/ast/problem.hpp>
#include <hone/config.hpp>

namespace hone::core::ast {

/// Operations of one execution: add, sub, mul, div, mod, min, max, a comparison and an elementary function count one
/// each, a step of a reduction one more, and so does `+=`. Index arithmetic, casts, selections and signs are free.
/// A matrix product has 2 M N K.
HONE_DECL double flops(const problem& bound);

}  // namespace hone::core::ast

#if !defined(HONE_COMPILED)
#include <hone/ast/impl/flops.ipp>
#endif
