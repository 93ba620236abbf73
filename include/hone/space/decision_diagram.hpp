// SPDX-License-Identifier: Apache-2.0
/// \file
/// All points that satisfy the constraints, as a diagram in which points that can go on in the same ways share what
/// follows. It makes counting, uniform sampling and numbering exact for spaces far larger than memory.
///
/// Digits are decided in an order; a node stands for all decisions so far that agree in the digits that open
/// constraints still look at. Where nothing is looked at any more, all paths meet in one node: independent groups of
/// knobs cost the sum of their sizes, not the product.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <hone/config.hpp>
#include <hone/space/bound_constraint.hpp>
#include <hone/space/digits.hpp>
#include <hone/space/partial_point.hpp>

namespace hone::core::space {

class decision_diagram {
 public:
  /// None when it would have more than `max_edges` edges (of 16 bytes), or takes more than four times as many steps.
  static std::optional<decision_diagram> build(partial_point start, std::size_t max_edges);

  /// Number of points. Exact below 2^53.
  double count() const { return nodes_[root_].count; }
  /// Point number `index` of [0, count).
  point at(double index) const;
  /// The point of the smallest total cost, `cost(digit, candidate)` summed over the digits.
  point cheapest(const std::function<double(std::size_t, std::int32_t)>& cost) const;
  std::size_t edge_count() const { return edges_.size(); }

 private:
  struct edge {
    std::uint32_t node;       ///< where it leads
    std::int32_t candidate;
    double before;            ///< points of the edges before it in its node
  };
  struct node {
    std::uint32_t first = 0;  ///< edges [first, last)
    std::uint32_t last = 0;
    std::uint32_t digit = 0;  ///< that is decided here; the end decides none
    double count = 1;
  };
  struct builder;

  std::vector<node> nodes_{node{}};  ///< the end first; a node stands after all that it leads to
  std::vector<edge> edges_;
  std::uint32_t root_ = 0;
  std::size_t digit_count_ = 0;
};

}  // namespace hone::core::space

#if !defined(HONE_COMPILED)
#include <hone/space/impl/decision_diagram.ipp>
#endif
