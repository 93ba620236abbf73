// SPDX-License-Identifier: Apache-2.0
/// \file
/// Body of `merge.hpp`.
#pragma once

#include <hone/records/merge.hpp>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include <unistd.h>

#include <hone/records/objects.hpp>
#include <hone/records/rank.hpp>
#include <hone/target/describe.hpp>

namespace hone::core::records {
namespace detail {

class merging {
 public:
  merging(const store& from, store& into)
      : into_(into), theirs_(from.all()), from_objects_(objects_of(from)), objects_(into.directory()) {
    into.refresh();
    for (const auto& r : into.all()) {
      ids_.insert(record_id(r));
      const auto [at, is_new] = fastest_.emplace(rivalry(r), r.median_ns);
      if (!is_new) at->second = std::min(at->second, r.median_ns);
    }
  }

  merge_result run() {
    const auto places = ranks(theirs_);
    for (std::size_t k = 0; k < theirs_.size() && result_.reason.empty(); ++k) take(theirs_[k], places[k] == 0);
    return result_;
  }

 private:
  /// Looking at a folder creates nothing in it.
  static object_cache objects_of(const store& s) {
    const bool any = !s.directory().empty() && ::access((s.directory() + "/objects").c_str(), X_OK) == 0;
    return object_cache(any ? s.directory() : std::string());
  }

  void take(const record& r, bool wins_there) {
    if (ids_.contains(record_id(r))) {
      ++result_.known;
    } else if (const auto rival = fastest_.find(rivalry(r));
               !wins_there || (rival != fastest_.end() && rival->second <= r.median_ns)) {
      ++result_.slower;
      return;
    } else if (into_.append(r)) {
      ++result_.taken;
    } else {
      result_.reason = into_.directory() + "/records.jsonl cannot be written";
      return;
    }
    // after the record: who prunes meanwhile lists the objects first, and so finds none that no record names
    take_object(r);
  }

  void take_object(const record& r) {
    const auto file = objects_.path(r.object);
    if (file.empty() || ::access(file.c_str(), F_OK) == 0) return;
    if (objects_.adopt(from_objects_, r.object, target::from_fingerprint(r.key.device))) ++result_.objects;
  }

  store& into_;
  std::vector<record> theirs_;
  object_cache from_objects_, objects_;
  std::unordered_set<std::string> ids_;
  std::unordered_map<std::string, double> fastest_;
  merge_result result_;
};

}  // namespace detail

HONE_DECL merge_result merge(const store& from, store& into) { return detail::merging(from, into).run(); }

}  // namespace hone::core::records
