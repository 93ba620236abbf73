// SPDX-License-Identifier: Apache-2.0
/// \file
/// A point while its digits are decided one by one: every constraint is looked at as soon as it can fail.
#pragma once

#include <cstdint>
#include <vector>

#include <hone/config.hpp>
#include <hone/space/bound_constraint.hpp>
#include <hone/space/digits.hpp>
#include <hone/space/interval.hpp>

namespace hone::core::space {

/// Digits are decided in an order of their own (`order`), not in that of the knobs: digits that share constraints come
/// together, so that few decided ones still matter to the open ones.
class partial_point {
 public:
  partial_point(const std::vector<digit>& digits, const std::vector<bound_constraint>& constraints);

  std::size_t depth() const { return depth_; }
  std::size_t digit_count() const { return order_.size(); }
  bool complete() const { return depth_ == order_.size(); }
  /// The next digit to decide, and how many candidates it has.
  std::size_t next() const { return order_[depth_]; }
  std::int32_t candidates() const { return static_cast<std::int32_t>((*digits_)[next()].values.size()); }

  /// Decides the next digit if no constraint then surely fails.
  bool descend(std::int32_t candidate);
  /// Opens the last decided digit again.
  void ascend();
  /// Candidates of the decided digits that share a constraint with an open one: points that agree in them can go on in
  /// the same ways.
  std::u32string frontier() const;
  /// By digit, not by depth; valid when complete.
  const point& decided() const { return point_; }

 private:
  const std::vector<digit>* digits_;
  const std::vector<bound_constraint>* constraints_;
  std::vector<std::size_t> order_;
  std::vector<std::vector<std::size_t>> touching_;   ///< by digit: its constraints
  std::vector<std::vector<std::size_t>> frontiers_;  ///< by depth: the digits that still matter
  std::vector<interval> ranges_;                     ///< by digit
  point point_;
  std::size_t depth_ = 0;
};

}  // namespace hone::core::space

#if !defined(HONE_COMPILED)
#include <hone/space/impl/partial_point.ipp>
#endif
