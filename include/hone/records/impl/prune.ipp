// SPDX-License-Identifier: Apache-2.0
/// \file
/// Body of `prune.hpp`.
#pragma once

#include <hone/records/prune.hpp>

#include <filesystem>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include <sys/stat.h>

#include <hone/measure/device_lock.hpp>
#include <hone/records/journal.hpp>
#include <hone/records/objects.hpp>
#include <hone/records/rank.hpp>
#include <hone/records/record.hpp>

namespace hone::core::records {
namespace detail {

class pruning {
 public:
  pruning(const std::string& directory, const prune_rules& rules) : directory_(directory), rules_(rules) {}

  prune_result run() {
    // a search writes trials, and an object before the record that names it: they stay while one runs
    const measure::device_lock searches(lock_file(), 0);
    result_.busy = !searches.held();
    // before the records are read: a merge appends a record before it brings the record's object
    const object_cache cache(std::filesystem::exists(directory_ + "/objects") ? directory_ : std::string());
    const auto objects = cache.names();
    prune_records();
    if (result_.busy || !result_.reason.empty()) return result_;
    prune_trials();
    if (result_.unnamed == 0) prune_objects(cache, objects);
    return result_;
  }

 private:
  struct journal_line {
    std::string_view text;
    std::optional<std::size_t> record;  ///< its place in `records`
    bool is_torn = false;
  };

  /// Looking creates nothing.
  std::string lock_file() const {
    auto file = directory_ + "/measuring.lock";
    return rules_.dry_run && !std::filesystem::exists(file) ? std::string() : file;
  }

  // ---- records ----------------------------------------------------------------------------------------------------

  void prune_records() {
    const auto file = directory_ + "/records.jsonl";
    if (!rules_.dry_run) {
      result_.reason = rewrite_journal(file, [this](std::string_view text) { return without_dropped(text); });
    } else if (const auto text = read_journal(file)) {
      without_dropped(*text);
    } else {
      result_.reason = file + " cannot be read";
    }
  }

  /// Nothing when every line stays.
  std::optional<std::string> without_dropped(std::string_view text) {
    std::vector<journal_line> lines;
    std::vector<record> records;
    for_each_line(text, [&](int, std::string_view line) {
      auto parsed = record_from_line(line);
      lines.push_back({line, std::nullopt, parsed.kind == line_kind::torn});
      if (parsed.kind != line_kind::good) return;
      finished_.insert(parsed.value.key.hash());
      if (is_before(parsed.value.date)) {
        lines.pop_back();
        ++result_.old;
      } else {
        lines.back().record = records.size();
        records.push_back(std::move(parsed.value));
      }
    });
    const auto places = ranks(records);
    std::string kept;
    for (const auto& line : lines) {
      if (line.is_torn)
        ++result_.torn;
      else if (line.record && places[*line.record] >= rules_.keep)
        ++result_.superseded;
      else
        kept.append(line.text).append("\n");
      if (line.record && places[*line.record] < rules_.keep) note(records[*line.record]);
    }
    if (result_.old + result_.torn + result_.superseded == 0) return std::nullopt;
    result_.bytes += static_cast<std::int64_t>(text.size()) - static_cast<std::int64_t>(kept.size());
    return kept;
  }

  void note(const record& r) {
    ++result_.kept;
    named_.insert(r.object);
    // plain code has no tensors, and no object either
    if (r.object.empty() && !r.key.tensors.empty()) ++result_.unnamed;
  }

  bool is_before(std::string_view date) const { return !date.empty() && date < rules_.before; }

  // ---- files ------------------------------------------------------------------------------------------------------

  void prune_trials() {
    std::error_code none;
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(directory_ + "/trials", none)) {
      struct ::stat s {};
      const auto& path = entry.path();
      if (path.extension() != ".jsonl" || ::stat(path.c_str(), &s) != 0) continue;
      if (finished_.contains(path.stem().string()) || is_before(date_text(s.st_mtime))) files.push_back(path);
    }
    for (const auto& file : files) {
      const auto bytes = size_of(file);
      if (!rules_.dry_run) result_.reason = remove_journal(file);
      if (!result_.reason.empty()) return;
      ++result_.trials;
      result_.bytes += bytes;
    }
  }

  void prune_objects(const object_cache& cache, const std::vector<std::string>& names) {
    for (const auto& name : names) {
      if (named_.contains(name)) continue;
      ++result_.objects;
      result_.bytes += size_of(cache.path(name));
      if (!rules_.dry_run) cache.forget(name);
    }
  }

  static std::int64_t size_of(const std::string& file) {
    struct ::stat s {};
    return ::stat(file.c_str(), &s) == 0 ? s.st_size : 0;
  }

  const std::string& directory_;
  const prune_rules& rules_;
  prune_result result_;
  std::unordered_set<std::string> finished_;  ///< keys' hashes that have a record, one that goes included
  std::unordered_set<std::string> named_;     ///< objects of the records that stay
};

}  // namespace detail

HONE_DECL prune_result prune(const std::string& directory, const prune_rules& rules) {
  return detail::pruning(directory, rules).run();
}

}  // namespace hone::core::records
