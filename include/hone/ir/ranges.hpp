// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bounds of integer expressions when bounds of the variables are known.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <hone/config.hpp>
#include <hone/ir/linear.hpp>
#include <hone/ir/program.hpp>

namespace hone::core::ir {

/// low <= x <= high. When an operation may wrap, or nothing is known: everything.
struct interval {
  std::int64_t low = std::numeric_limits<std::int64_t>::min();
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
  friend bool operator==(const interval&, const interval&) = default;

  static interval point(std::int64_t x) { return {x, x}; }
  bool is_point() const { return low == high; }
  bool is_everything() const { return *this == interval{}; }
  bool contains(std::int64_t x) const { return low <= x && x <= high; }
  bool within(std::int64_t a, std::int64_t b) const { return a <= low && high <= b; }
};

/// What is known about variables.
class variable_ranges {
 public:
  interval of(variable_id v) const {
    const auto k = static_cast<std::size_t>(v);
    return k < known_.size() ? known_[k] : interval{};
  }
  void set(variable_id v, interval range) {
    const auto k = static_cast<std::size_t>(v);
    if (k >= known_.size()) known_.resize(k + 1);
    known_[k] = range;
  }

 private:
  std::vector<interval> known_;
};

/// Bounds over all lanes of an integer or bool expression. Sound; exact for linear forms of independent variables.
HONE_DECL interval bounds(const program& p, expr_id e, const variable_ranges& ranges);
HONE_DECL interval bounds(const program& p, const linear& form, const variable_ranges& ranges);

/// The values that a loop's variable takes: everything where the loop's own bounds are not known.
HONE_DECL interval loop_range(interval min, interval extent);

}  // namespace hone::core::ir

#if !defined(HONE_COMPILED)
#include <hone/ir/impl/ranges.ipp>
#endif
