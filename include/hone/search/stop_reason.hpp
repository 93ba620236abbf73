// SPDX-License-Identifier: Apache-2.0
/// \file
/// Why a search ended.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace hone::core::search {

enum class stop_reason : std::uint8_t {
  time,       ///< the budget is spent
  trials,     ///< as many trials as allowed
  plateau,    ///< no better candidate for a while
  target,     ///< fast enough
  exhausted,  ///< every point of the space is measured
};
inline constexpr std::array<std::string_view, 5> stop_reason_names{"time", "trials", "plateau", "target", "exhausted"};
constexpr std::string_view name_of(stop_reason reason) { return stop_reason_names[static_cast<std::size_t>(reason)]; }
constexpr stop_reason last_of(stop_reason) { return stop_reason::exhausted; }

}  // namespace hone::core::search
