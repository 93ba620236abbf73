// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `store.hpp`.
#pragma once

#include <hone/records/store.hpp>

#include <mutex>
#include <unordered_map>
#include <utility>

#include <hone/diag/notice.hpp>
#include <hone/records/directory.hpp>
#include <hone/records/journal.hpp>

namespace hone::core::records {

struct store::contents {
  mutable std::mutex guard;
  std::string directory;  ///< "" in memory only
  std::string reason;
  bool silent = false;
  bool read_only = false;
  load_report report;
  std::vector<record> records;                                 ///< those of the file, then those that are only here
  std::size_t on_disk = 0;                                     ///< how many of them are in the file
  std::unordered_map<std::string, std::size_t> best;           ///< by the key's text
  std::unordered_map<std::string, std::vector<trial>> trials;  ///< that are only here, by the key's hash

  std::string file() const { return directory + "/records.jsonl"; }
  std::string trial_file(const record_key& key) const { return trial_folder() + "/" + key.hash() + ".jsonl"; }
  std::string trial_folder() const { return directory + "/trials"; }

  void say_once(const std::string& sentence) const {
    if (!silent) diag::notice_once(sentence);
  }
  void load();
  void index();
  void index_one(std::size_t k);
  bool append_to(const std::string& path, const std::string& line) const;
};

namespace detail {

/// "57, 58, 61 to 65"; at most a handful of groups.
HONE_DECL std::string line_numbers(const std::vector<int>& lines) {
  std::string text;
  int groups = 0;
  for (std::size_t k = 0; k < lines.size();) {
    auto last = k;
    while (last + 1 < lines.size() && lines[last + 1] == lines[last] + 1) ++last;
    if (++groups > 8) return text + ", ...";
    text.append(text.empty() ? "" : ", ").append(std::to_string(lines[k]));
    if (last > k) text.append(last == k + 1 ? ", " : " to ").append(std::to_string(lines[last]));
    k = last + 1;
  }
  return text;
}

HONE_DECL void count_line(load_report& report, line_kind kind, int number) {
  switch (kind) {
    case line_kind::good: ++report.good; break;
    case line_kind::torn: report.torn.push_back(number); break;
    case line_kind::foreign: report.foreign.push_back(number); break;
    case line_kind::older: report.older.push_back(number); break;
    case line_kind::newer: report.newer.push_back(number); break;
  }
}

HONE_DECL bool is_better(const record& a, const record& b) { return a.median_ns < b.median_ns; }

}  // namespace detail

HONE_DECL std::string load_report::sentence() const {
  std::string text = std::to_string(good) + (good == 1 ? " record" : " records");
  bool first = true;
  const auto skipped = [&](const std::vector<int>& lines, std::string_view one, std::string_view many) {
    if (lines.empty()) return;
    text.append(std::exchange(first, false) ? "; skipped " : ", ").append(std::to_string(lines.size()));
    text.append(lines.size() == 1 ? " line " : " lines ").append(lines.size() == 1 ? one : many);
    text.append(" (").append(detail::line_numbers(lines)).append(")");
  };
  skipped(torn, "that is torn", "that are torn");
  skipped(foreign, "that is no record", "that are no records");
  skipped(older, "of an older version", "of an older version");
  skipped(newer, "of a newer version", "of a newer version");
  return text;
}

HONE_DECL void store::contents::load() {
  const std::vector<record> only_here(records.begin() + static_cast<std::ptrdiff_t>(on_disk), records.end());
  records.clear();
  report = {};
  if (!directory.empty()) {
    const auto text = read_journal(file());
    if (!text) say_once(file() + " cannot be read");
    for_each_line(text.value_or(""), [&](int number, std::string_view line) {
      auto parsed = record_from_line(line);
      detail::count_line(report, parsed.kind, number);
      if (parsed.kind == line_kind::good) records.push_back(std::move(parsed.value));
    });
    if (!report.clean()) say_once(file() + ": " + report.sentence());
  }
  on_disk = records.size();
  records.insert(records.end(), only_here.begin(), only_here.end());
  index();
}

HONE_DECL void store::contents::index_one(std::size_t k) {
  const auto [at, is_new] = best.emplace(records[k].key.text(), k);
  if (!is_new && detail::is_better(records[k], records[at->second])) at->second = k;
}

HONE_DECL void store::contents::index() {
  best.clear();
  for (std::size_t k = 0; k < records.size(); ++k) index_one(k);
}

HONE_DECL bool store::contents::append_to(const std::string& path, const std::string& line) const {
  if (directory.empty() || read_only) return false;
  const auto problem = append_line(path, line);
  if (!problem.empty()) say_once("results are kept in memory only: " + problem);
  return problem.empty();
}

HONE_DECL store::store(std::unique_ptr<contents> c) : contents_(std::move(c)) {}
HONE_DECL store::store(store&&) noexcept = default;
HONE_DECL store& store::operator=(store&&) noexcept = default;
HONE_DECL store::~store() = default;

HONE_DECL store::store(std::string_view chosen, const diag::environment& environment)
    : contents_(std::make_unique<contents>()) {
  auto folder = open_cache_directory(cache_directory_name(chosen, environment));
  contents_->silent = environment.verbose == 0;
  contents_->directory = std::move(folder.path);
  contents_->reason = std::move(folder.reason);
  if (!contents_->reason.empty()) contents_->say_once("results are kept in memory only: " + contents_->reason);
  contents_->load();
}

HONE_DECL store store::in_memory() {
  auto c = std::make_unique<contents>();
  c->reason = "the program asked for memory only";
  return store(std::move(c));
}

HONE_DECL store store::reading(const std::string& path) {
  auto folder = find_cache_directory(path);
  auto c = std::make_unique<contents>();
  c->silent = c->read_only = true;
  c->directory = std::move(folder.path);
  c->reason = std::move(folder.reason);
  c->load();
  return store(std::move(c));
}

HONE_DECL const std::string& store::directory() const { return contents_->directory; }
HONE_DECL const std::string& store::reason() const { return contents_->reason; }

HONE_DECL load_report store::report() const {
  const std::lock_guard lock(contents_->guard);
  return contents_->report;
}

HONE_DECL std::optional<record> store::best(const record_key& key) const {
  const std::lock_guard lock(contents_->guard);
  const auto at = contents_->best.find(key.text());
  return at == contents_->best.end() ? std::nullopt : std::optional(contents_->records[at->second]);
}

HONE_DECL std::vector<record> store::related(const record_key& key) const {
  auto records = all();
  std::erase_if(records, [&](const record& r) { return r.key.operation != key.operation; });
  return records;
}

HONE_DECL std::vector<record> store::all() const {
  const std::lock_guard lock(contents_->guard);
  return contents_->records;
}

HONE_DECL bool store::append(const record& r) {
  const std::lock_guard lock(contents_->guard);
  auto& c = *contents_;
  const bool stored = c.append_to(c.file(), to_line(r));
  // the part that is on disk stays in front: a refresh reads it again
  const auto place = stored ? c.on_disk++ : c.records.size();
  c.records.insert(c.records.begin() + static_cast<std::ptrdiff_t>(place), r);
  if (place + 1 == c.records.size())
    c.index_one(place);
  else
    c.index();
  return stored;
}

HONE_DECL std::vector<trial> store::trials(const record_key& key) const {
  const std::lock_guard lock(contents_->guard);
  std::vector<trial> found;
  if (!contents_->directory.empty())
    for_each_line(read_journal(contents_->trial_file(key)).value_or(""), [&](int, std::string_view line) {
      if (auto parsed = trial_from_line(line); parsed.kind == line_kind::good) found.push_back(std::move(parsed.value));
    });
  if (const auto here = contents_->trials.find(key.hash()); here != contents_->trials.end())
    found.insert(found.end(), here->second.begin(), here->second.end());
  return found;
}

HONE_DECL bool store::append_trial(const record_key& key, const trial& t) {
  const std::lock_guard lock(contents_->guard);
  auto& c = *contents_;
  if (!c.directory.empty() && !c.read_only) detail::make_folders(c.trial_folder());
  const bool stored = c.append_to(c.trial_file(key), to_line(t));
  if (!stored) c.trials[key.hash()].push_back(t);
  return stored;
}

HONE_DECL void store::refresh() {
  const std::lock_guard lock(contents_->guard);
  contents_->load();
}

}  // namespace hone::core::records
