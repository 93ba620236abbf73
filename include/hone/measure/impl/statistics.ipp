// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of measure/statistics.hpp.
#pragma once

#include <hone/measure/statistics.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace hone::core::measure {

namespace detail {

/// Standard error of a median of `runs` samples whose MAD over median is `spread`, relative to the median. A single
/// sample says nothing about its own noise.
HONE_DECL double relative_error(const measurement& m) {
  if (m.runs < 2) return 0.05;
  return 1.2533 * 1.4826 * m.spread / std::sqrt(static_cast<double>(m.runs));
}

}  // namespace detail

HONE_DECL double median_of(std::span<const double> values) {
  if (values.empty()) return 0;
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const auto middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

HONE_DECL double spread_of(std::span<const double> values) {
  const double middle = median_of(values);
  if (values.size() < 2 || middle == 0) return 0;
  std::vector<double> deviations;
  deviations.reserve(values.size());
  for (const double v : values) deviations.push_back(std::abs(v - middle));
  return median_of(deviations) / std::abs(middle);
}

HONE_DECL void summarise(std::span<const double> samples, measurement& result) {
  if (samples.empty()) return;
  result.best_ns = *std::min_element(samples.begin(), samples.end());
  result.median_ns = median_of(samples);
  result.spread = spread_of(samples);
  result.runs = static_cast<std::int32_t>(samples.size());
}

HONE_DECL bool better_than(const measurement& a, const measurement& b) {
  if (!a.usable()) return false;
  if (!b.usable()) return true;
  const double gain = b.median_ns - a.median_ns;
  const double noise = 2 * std::hypot(detail::relative_error(a) * a.median_ns, detail::relative_error(b) * b.median_ns);
  return gain > noise && gain > noise_floor * b.median_ns;
}

}  // namespace hone::core::measure
