// SPDX-License-Identifier: Apache-2.0
/// \file
/// Products that are added become fused multiply-adds.
#pragma once

#include <hone/config.hpp>
#include <hone/ir/program.hpp>

namespace hone::core::lower {

/// a * b + c in floating point, and its variants with minus, become fma: one rounding instead of two.
HONE_DECL ir::program contract(const ir::program& p);

}  // namespace hone::core::lower

#if !defined(HONE_COMPILED)
#include <hone/lower/impl/contract.ipp>
#endif
