// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of folder.hpp.
#include "folder.hpp"

#include <filesystem>
#include <map>

#include <hone/records/directory.hpp>

#include "text.hpp"

namespace hone::tools {

using namespace core::records;

std::string folder_of(const std::string& given) {
  auto name = cache_directory_name(given, diag::process_environment());
  if (name.empty()) throw refusal("there is no folder to look at: " + open_cache_directory(name).reason);
  std::error_code failure;
  if (!std::filesystem::exists(name, failure)) throw refusal("there is no folder " + name);
  return name;
}

store open_folder(const std::string& given) {
  auto s = store::reading(folder_of(given));
  if (s.directory().empty()) throw refusal(s.reason());
  return s;
}

std::string nothing_in(const store& s) {
  const auto report = s.report();
  return s.directory() + (report.clean() ? " holds no records" : " holds " + report.sentence());
}

std::string shape_of(const record& r) {
  if (!r.shape.empty()) return printable(r.shape);
  std::string text;
  for (const auto v : r.key.values) text += (text.empty() ? "" : " ") + std::to_string(v);
  return text;
}

std::string short_id(const record& r) { return record_id(r).substr(0, 8); }

record find_record(const store& s, const std::string& name) {
  const auto all = s.all();
  if (all.empty()) throw refusal(nothing_in(s));
  std::map<std::string, record> fastest, named;  // by key; by id, so that a line appended twice is one record
  for (const auto& r : all) {
    if (r.operator_name != name) continue;
    const auto [at, is_new] = fastest.emplace(r.key.text(), r);
    if (!is_new && r.median_ns < at->second.median_ns) at->second = r;
  }
  for (const auto& [key, r] : fastest) named.emplace(record_id(r), r);
  if (named.empty() && name.size() >= 4)
    for (const auto& r : all)
      if (record_id(r).starts_with(name)) named.emplace(record_id(r), r);
  if (named.empty()) throw refusal("no record in " + s.directory() + " has the id or the operator '" + name + "'");
  if (named.size() == 1) return named.begin()->second;
  std::string list;
  for (const auto& [id, r] : named) list += (list.empty() ? "" : ", ") + short_id(r) + " (" + shape_of(r) + ")";
  throw refusal("'" + name + "' is the name of " + std::to_string(named.size()) + " records; say which one: " + list);
}

}  // namespace hone::tools
