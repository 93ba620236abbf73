// SPDX-License-Identifier: Apache-2.0
/// \file
/// The tuner behind its C interface (tune/tuner.h).
#pragma once

#include <hone/config.hpp>
#include <hone/tune/tuner.h>

namespace hone::core::engine {

/// The table of this copy of the tuner. No exception leaves its functions.
HONE_DECL const hone_tuner& service() noexcept;

}  // namespace hone::core::engine

#if !defined(HONE_COMPILED)
#include <hone/engine/impl/service.ipp>
#endif
