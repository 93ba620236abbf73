// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of measure/clock.hpp.
#pragma once

#include <hone/measure/clock.hpp>

#include <ctime>

namespace hone::core::measure {

namespace detail {

HONE_DECL double read_clock(clockid_t clock) {
  timespec t{};
  ::clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

}  // namespace detail

HONE_DECL double wall_ns() { return detail::read_clock(CLOCK_MONOTONIC); }

HONE_DECL double thread_cpu_ns() { return detail::read_clock(CLOCK_THREAD_CPUTIME_ID); }

}  // namespace hone::core::measure
