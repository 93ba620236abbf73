// SPDX-License-Identifier: Apache-2.0
/// \file
/// Vectorised loops become vector expressions.
#pragma once

#include <hone/config.hpp>
#include <hone/ir/program.hpp>

namespace hone::core::lower {

/// The variable of a vectorised loop of extent n becomes the vector min, min + 1, ... of the next power of two lanes;
/// lanes past n are masked. Buffers that the body allocates get a value per lane.
HONE_DECL ir::program vectorize(const ir::program& p);

}  // namespace hone::core::lower

#if !defined(HONE_COMPILED)
#include <hone/lower/impl/vectorize.ipp>
#endif
