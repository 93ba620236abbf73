// SPDX-License-Identifier: Apache-2.0
/// \file
/// Elementary functions become arithmetic, the same on every backend.
///
/// | function | f32, ulp | f64, ulp | arguments |
/// | --- | --- | --- | --- |
/// | exp  | 2 | 2 | all; subnormal results are rounded gradually |
/// | log  | 2 | 2 | all, subnormal ones included |
/// | tanh | 2 | 2 | all |
/// | sin, cos | 2 | 2 | f32: up to 1e8 in magnitude, f64: up to 1e6; NaN beyond |
/// | erf  | 2 | 2 | all |
///
/// NaN gives NaN, exp(-inf) = 0, log(0) = -inf, log of a negative number is NaN, tanh and erf saturate at +-1, and an
/// odd function keeps the sign of zero. docs/functions.md says how, with the errors that the tests have observed.
#pragma once

#include <hone/config.hpp>
#include <hone/ir/program.hpp>

namespace hone::core::lower {

/// Replaces `exp`, `log`, `tanh`, `sin`, `cos` and `erf` of any number of lanes. What is used more than once gets a
/// name by `let`, around the statement. `use_fma`: multiply-adds are `fma`, else a product and a sum; the bounds hold
/// for both, the results may differ in the last place.
HONE_DECL ir::program expand_functions(const ir::program& p, bool use_fma);

}  // namespace hone::core::lower

#if !defined(HONE_COMPILED)
#include <hone/lower/impl/expand_functions.ipp>
#endif
