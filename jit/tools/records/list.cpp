// SPDX-License-Identifier: Apache-2.0
/// \file
/// hone-records list: one line a record.
#include <algorithm>
#include <iostream>
#include <memory>
#include <numeric>
#include <tuple>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <hone/records/rank.hpp>

#include "commands.hpp"
#include "folder.hpp"
#include "text.hpp"

namespace hone::tools {
namespace {

using namespace core::records;
using json = nlohmann::ordered_json;

struct options {
  std::string folder;
  bool as_json = false;
};

struct ranked_record {
  record value;
  bool superseded;
};

/// By operator, shape, device and time: rivals stand under each other, the fastest first.
std::vector<ranked_record> sorted_records(const store& s) {
  auto all = s.all();
  const auto places = ranks(all);
  std::vector<ranked_record> sorted;
  for (std::size_t k = 0; k < all.size(); ++k) sorted.push_back({std::move(all[k]), places[k] > 0});
  const auto order = [](const ranked_record& r) {
    return std::tie(r.value.operator_name, r.value.key.values, r.value.key.device, r.value.median_ns);
  };
  std::stable_sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) { return order(a) < order(b); });
  return sorted;
}

// ---- for people -----------------------------------------------------------------------------------------------------

std::string text_of(const store& s) {
  std::vector<std::vector<std::string>> rows{
      {"ID", "OPERATOR", "SHAPE", "TIME", "DEFAULT", "NATIVE", "TRIALS", "DATE", "DEVICE", "SCHEDULE"}};
  for (const auto& [r, superseded] : sorted_records(s))
    rows.push_back({short_id(r), printable(r.operator_name), shape_of(r), time_text(r.median_ns, r.spread),
                    gain_text(r.default_ns, r.median_ns), gain_text(r.native_ns, r.median_ns), std::to_string(r.trials),
                    printable(r.date.substr(0, 10)), shortened(printable(r.device_model), 32),
                    shortened(schedule_of(r.configuration), 48) + (superseded ? "  (superseded)" : "")});
  return table(rows) + s.report().sentence() + "\n";
}

// ---- for programs ---------------------------------------------------------------------------------------------------

json gain_of(double before_ns, double now_ns) {
  return before_ns > 0 && now_ns > 0 ? json(before_ns / now_ns) : json(nullptr);
}

json json_of(const ranked_record& entry) {
  const auto& r = entry.value;
  json configuration = json::object(), statuses = json::object();
  for (const auto& k : r.configuration.knobs) configuration[k.knob] = k.values;
  for (std::size_t k = 0; k < r.statuses.size(); ++k)
    if (r.statuses[k] != 0) statuses[std::string(core::measure::status_names[k])] = r.statuses[k];
  return {{"id", record_id(r)},
          {"operator", r.operator_name},
          {"shape", r.shape},
          {"values", r.key.values},
          {"threads", r.key.threads},
          {"device", r.device_model},
          {"fingerprint", r.key.device},
          {"configuration", configuration},
          {"superseded", entry.superseded},
          {"best_ns", r.best_ns},
          {"median_ns", r.median_ns},
          {"spread", r.spread},
          {"default_ns", r.default_ns},
          {"native_ns", r.native_ns},
          {"gain_over_default", gain_of(r.default_ns, r.median_ns)},
          {"gain_over_native", gain_of(r.native_ns, r.median_ns)},
          {"trials", r.trials},
          {"statuses", statuses},
          {"seed", r.seed},
          {"library", r.library},
          {"compiler", r.compiler},
          {"date", r.date},
          {"object", r.object}};
}

json json_of(const store& s) {
  json records = json::array();
  for (const auto& r : sorted_records(s)) records.push_back(json_of(r));
  const auto report = s.report();
  return {{"directory", s.directory()},
          {"records", records},
          {"skipped",
           {{"torn", report.torn}, {"foreign", report.foreign}, {"older", report.older}, {"newer", report.newer}}}};
}

void list(const options& o) {
  const auto s = open_folder(o.folder);
  if (o.as_json) std::cout << json_of(s).dump(2, ' ', false, json::error_handler_t::replace) << "\n";
  if (s.all().empty()) throw refusal(nothing_in(s));
  if (!o.as_json) std::cout << text_of(s);
}

}  // namespace

void add_list(CLI::App& program) {
  const auto o = std::make_shared<options>();
  auto* command = program.add_subcommand("list", "Shows one line a record, the fastest of rivals first.");
  command->add_option("--dir", o->folder, "The folder of the records; without it the one that programs use");
  command->add_flag("--json", o->as_json, "Everything, as one JSON document (docs/records.md)");
  command->callback([o] { list(*o); });
}

}  // namespace hone::tools
