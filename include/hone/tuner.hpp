// SPDX-License-Identifier: Apache-2.0
/// \file
/// The tuner itself, for programs that have Hone as headers only and no plug-in for it: included by any one source of the
/// program, it becomes part of the program. That source takes about a minute to compile; the others stay as quick as
/// they are. With hone::compiled there is nothing to include.
#pragma once

#include <hone/engine/service.hpp>
#include <hone/tune/tuner.hpp>

#if !defined(HONE_COMPILED)
namespace hone::core::detail {
inline const bool tuner_is_included =
    (included_tuner.store(&engine::service(), std::memory_order_release), true);
}  // namespace hone::core::detail
#endif
