// SPDX-License-Identifier: Apache-2.0
/// \file
/// The clocks: processor time of this thread for kernels on one thread, because other programs do not count there;
/// wall time for several.
#pragma once

#include <hone/config.hpp>

namespace hone::core::measure {

/// Nanoseconds on a clock that is never set back.
HONE_DECL double wall_ns();

/// Nanoseconds that this thread has run on a processor.
HONE_DECL double thread_cpu_ns();

/// The clock for a kernel on `threads` threads.
inline double now_ns(int threads) { return threads == 1 ? thread_cpu_ns() : wall_ns(); }

}  // namespace hone::core::measure

#if !defined(HONE_COMPILED)
#include <hone/measure/impl/clock.ipp>
#endif
