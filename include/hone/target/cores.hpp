// SPDX-License-Identifier: Apache-2.0
/// \file
/// How many processors this process may use.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <hone/config.hpp>

namespace hone::core::target {

/// Processors that a quota allows, rounded up: "150000 100000" (cgroup v2, cpu.max) gives 2; "max ..." gives none.
HONE_DECL std::optional<std::int32_t> cores_from_quota(std::string_view cpu_max);

/// By affinity and quota, now; at least 1. Reads files.
HONE_DECL std::int32_t usable_cores();

}  // namespace hone::core::target

#if !defined(HONE_COMPILED)
#include <hone/target/impl/cores.ipp>
#endif
