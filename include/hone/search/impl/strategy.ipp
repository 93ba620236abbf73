// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of search/strategy.hpp.
#pragma once

#include <algorithm>

#include <hone/search/strategy.hpp>

namespace hone::core::search {
namespace detail {

/// Samples that may miss before the points that are left are listed.
inline constexpr int max_misses = 200;
/// The largest space whose points are listed.
inline constexpr double max_listed = 2e6;

}  // namespace detail

HONE_DECL void random_search::shuffle_all(const history& known, random_generator& random) {
  listed_ = true;
  if (!space_.size().exact || space_.size().value > detail::max_listed) return;
  const auto n = static_cast<std::uint64_t>(space_.size().value);
  for (std::uint64_t k = 0; k < n; ++k)
    if (!known.claimed(space_.at(k))) remaining_.push_back(k);
  for (std::size_t k = remaining_.size(); k > 1; --k) std::swap(remaining_[k - 1], remaining_[random.below(k)]);
}

HONE_DECL std::vector<space::configuration> random_search::propose(history& known, int count, random_generator& random) {
  std::vector<space::configuration> batch;
  const auto wanted = static_cast<std::size_t>(std::max(count, 0));
  for (int misses = 0; batch.size() < wanted && !listed_;) {
    auto c = space_.sample(random);
    if (known.claim(c)) batch.push_back(std::move(c));
    else if (++misses > detail::max_misses) shuffle_all(known, random);
  }
  while (batch.size() < wanted && !remaining_.empty()) {
    auto c = space_.at(remaining_.back());
    remaining_.pop_back();
    if (known.claim(c)) batch.push_back(std::move(c));
  }
  return batch;
}

HONE_DECL std::vector<space::configuration> grid_search::propose(history& known, int count, random_generator& random) {
  if (!space_.size().exact) return fallback_.propose(known, count, random);
  std::vector<space::configuration> batch;
  const auto size = static_cast<std::uint64_t>(space_.size().value);
  while (static_cast<int>(batch.size()) < count && next_ < size) {
    auto c = space_.at(next_++);
    if (known.claim(c)) batch.push_back(std::move(c));
  }
  return batch;
}

}  // namespace hone::core::search
