// SPDX-License-Identifier: Apache-2.0
/// \file
/// How the next candidates are chosen: the interface, and the two strategies that learn nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <hone/config.hpp>
#include <hone/meta/random.hpp>
#include <hone/search/history.hpp>
#include <hone/space/space.hpp>

namespace hone::core::search {

class strategy {
 public:
  virtual ~strategy() = default;
  /// At most `count` points of the space that are not claimed yet; it claims what it returns. Fewer, or none, when the
  /// strategy knows no other. `random` is the search's own generator: the same history and state give the same points.
  virtual std::vector<space::configuration> propose(history& known, int count, random_generator& random) = 0;
};

/// Uniform over the points not yet proposed. Of a small space that is counted exactly it proposes every point once.
class random_search final : public strategy {
 public:
  explicit random_search(space::space s) : space_(std::move(s)) {}
  HONE_DECL std::vector<space::configuration> propose(history& known, int count, random_generator& random) override;

 private:
  HONE_DECL void shuffle_all(const history& known, random_generator& random);

  space::space space_;
  std::vector<std::uint64_t> remaining_;  ///< once sampling finds too few new points
  bool listed_ = false;
};

/// Every point in the order of the space's index; random where the space is too large to be counted.
class grid_search final : public strategy {
 public:
  explicit grid_search(space::space s) : space_(s), fallback_(std::move(s)) {}
  HONE_DECL std::vector<space::configuration> propose(history& known, int count, random_generator& random) override;

 private:
  space::space space_;
  random_search fallback_;
  std::uint64_t next_ = 0;
};

}  // namespace hone::core::search

#if !defined(HONE_COMPILED)
#include <hone/search/impl/strategy.ipp>
#endif
