// SPDX-License-Identifier: Apache-2.0
/// \file
/// What samples of a noisy clock say: best, median, spread, and when one kernel is better than another.
#pragma once

#include <span>

#include <hone/config.hpp>
#include <hone/measure/measurement.hpp>

namespace hone::core::measure {

/// The middle of the values; the mean of the two middle ones for an even number. 0 for none.
HONE_DECL double median_of(std::span<const double> values);

/// Median absolute deviation over median: 0 for fewer than two values.
HONE_DECL double spread_of(std::span<const double> values);

/// Sets best, median, spread and runs from the samples (nanoseconds of one call).
HONE_DECL void summarise(std::span<const double> samples, measurement& result);

/// Differences below this share are never called a gain: repeated runs of one kernel differ as much
/// (reference/performance.md, section 0).
inline constexpr double noise_floor = 0.01;

/// Whether `a` is faster than `b` by more than the noise of both: the medians differ by more than twice the standard
/// error of their difference (1.2533 * 1.4826 * MAD / sqrt(n) each, normal theory) and by `noise_floor`.
HONE_DECL bool better_than(const measurement& a, const measurement& b);

}  // namespace hone::core::measure

#if !defined(HONE_COMPILED)
#include <hone/measure/impl/statistics.ipp>
#endif
