// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a search asks of a learned model: fit to measured candidates, score new ones.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace hone::core::model {

/// Rows of features, one candidate each.
struct feature_matrix {
  std::size_t columns = 0;
  std::vector<float> values;  ///< row by row

  std::size_t rows() const { return columns == 0 ? 0 : values.size() / columns; }
  const float* row(std::size_t r) const { return values.data() + r * columns; }
};

/// Scores have no unit: only their order counts, a higher one is a faster candidate.
class cost_model {
 public:
  virtual ~cost_model() = default;
  /// Learns from scratch. `quality` is one number per row in [0, 1]: best time over time, 0 for a failure. Fewer than
  /// two rows, or equal qualities, leave the model without an opinion (every score 0).
  virtual void fit(const feature_matrix& candidates, std::span<const double> quality) = 0;
  /// One score per row. Rows of another width than the model was fitted to score 0.
  virtual void score(const feature_matrix& candidates, std::span<double> scores) const = 0;
  /// Whether scores mean anything yet.
  virtual bool ready() const = 0;
};

}  // namespace hone::core::model
