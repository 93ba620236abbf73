// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which cores this process may use, and keeping a worker on some of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hone/config.hpp>

namespace hone::core::measure {

/// Ascending; never empty (one unknown core is 0).
HONE_DECL std::vector<int> allowed_cores();

/// Keeps the calling thread, and the threads it starts, on these cores. False when the system refuses.
HONE_DECL bool stay_on(std::span<const int> cores);

/// "0,2,3" and back; what is no number is left out.
HONE_DECL std::string to_text(std::span<const int> cores);
HONE_DECL std::vector<int> cores_from_text(std::string_view text);

/// Who works where: the run worker has a core to itself wherever there are two.
struct core_plan {
  std::vector<int> build;
  std::vector<int> run;
  bool alternate = false;  ///< builds would disturb the clock: building and running take turns
};

/// `threads`: of the kernels. On one core, or when kernels use several, building and running alternate.
HONE_DECL core_plan plan_cores(std::span<const int> allowed, int threads);

}  // namespace hone::core::measure

#if !defined(HONE_COMPILED)
#include <hone/measure/impl/affinity.ipp>
#endif
