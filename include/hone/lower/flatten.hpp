// SPDX-License-Identifier: Apache-2.0
/// \file
/// Accesses of several dimensions become one index into memory.
#pragma once

#include <hone/config.hpp>
#include <hone/ir/program.hpp>

namespace hone::core::lower {

/// Index of each access = sum of index * stride, vectors as ramps where they are regular. Backends see one index: the
/// distance in elements, or that of a buffer of one dimension, whose stride is still to be applied.
HONE_DECL ir::program flatten(const ir::program& p);

}  // namespace hone::core::lower

#if !defined(HONE_COMPILED)
#include <hone/lower/impl/flatten.ipp>
#endif
