// SPDX-License-Identifier: Apache-2.0
/// \file
/// Features as small integers: a bin per distinct value, or per quantile where there are too many.
#pragma once

#include <cstdint>
#include <vector>

#include <hone/config.hpp>
#include <hone/model/cost_model.hpp>

namespace hone::core::model::gbt {

inline constexpr std::size_t max_bins = 255;

/// The bins of a matrix. Columns with one value only are left out, for no split can use them, and so are columns that
/// order the rows like an earlier one.
struct binned {
  std::vector<std::size_t> columns;            ///< of the matrix
  std::vector<std::vector<float>> thresholds;  ///< by kept column, ascending: bin b holds values <= thresholds[b]
  std::vector<std::size_t> offsets{0};         ///< by kept column: bins of the columns before it; at the end, of all
  std::vector<std::uint8_t> by_row;            ///< row-major, one per kept column
  std::size_t rows = 0;

  std::uint8_t bin(std::size_t row, std::size_t kept) const { return by_row[row * columns.size() + kept]; }
};

/// NaN counts as the smallest value.
HONE_DECL binned bin(const feature_matrix& m);

}  // namespace hone::core::model::gbt

#if !defined(HONE_COMPILED)
#include <hone/model/gbt/impl/bins.ipp>
#endif
