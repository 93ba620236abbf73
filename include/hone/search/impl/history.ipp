// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of search/history.hpp.
#pragma once

#include <utility>

#include <hone/search/history.hpp>
#include <hone/space/text.hpp>

namespace hone::core::search {

HONE_DECL bool history::claim(const space::configuration& c) { return claimed_.insert(space::to_text(c)).second; }

HONE_DECL bool history::claimed(const space::configuration& c) const { return claimed_.count(space::to_text(c)) != 0; }

HONE_DECL void history::add(trial t) {
  const auto s = static_cast<std::size_t>(t.outcome.status);
  ++statuses_[s];
  if (messages_[s].empty()) messages_[s] = t.outcome.message;
  const bool better = t.outcome.usable() && (best_ < 0 || t.outcome.median_ns < best_ns());
  trials_.push_back(std::move(t));
  if (better) best_ = static_cast<int>(trials_.size()) - 1;
}

HONE_DECL double history::best_ns() const {
  return best_ < 0 ? 0 : trials_[static_cast<std::size_t>(best_)].outcome.median_ns;
}

}  // namespace hone::core::search
