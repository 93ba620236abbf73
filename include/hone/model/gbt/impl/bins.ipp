// SPDX-License-Identifier: Apache-2.0
/// \file
/// Body of model/gbt/bins.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <hone/model/gbt/bins.hpp>

namespace hone::core::model::gbt {
namespace detail {

HONE_DECL float ordered(float x) { return std::isnan(x) ? -std::numeric_limits<float>::infinity() : x; }

/// Upper bounds of the bins: every distinct value, or evenly spaced ones of them.
HONE_DECL std::vector<float> thresholds_of(std::vector<float> values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.size() <= max_bins) return values;
  std::vector<float> cuts;
  for (std::size_t k = 1; k <= max_bins; ++k) cuts.push_back(values[k * values.size() / max_bins - 1]);
  return cuts;
}

}  // namespace detail

HONE_DECL binned bin(const feature_matrix& m) {
  binned b;
  b.rows = m.rows();
  std::vector<std::vector<std::uint8_t>> kept;
  for (std::size_t c = 0; c < m.columns; ++c) {
    std::vector<float> column(b.rows);
    for (std::size_t r = 0; r < b.rows; ++r) column[r] = detail::ordered(m.row(r)[c]);
    auto cuts = detail::thresholds_of(column);
    if (cuts.size() < 2) continue;
    std::vector<std::uint8_t> bins(b.rows);
    for (std::size_t r = 0; r < b.rows; ++r)
      bins[r] = static_cast<std::uint8_t>(std::lower_bound(cuts.begin(), cuts.end(), column[r]) - cuts.begin());
    if (std::find(kept.begin(), kept.end(), bins) != kept.end()) continue;
    b.columns.push_back(c);
    b.offsets.push_back(b.offsets.back() + cuts.size());
    b.thresholds.push_back(std::move(cuts));
    kept.push_back(std::move(bins));
  }
  b.by_row.resize(b.rows * kept.size());
  for (std::size_t c = 0; c < kept.size(); ++c)
    for (std::size_t r = 0; r < b.rows; ++r) b.by_row[r * kept.size() + c] = kept[c][r];
  return b;
}

}  // namespace hone::core::model::gbt
