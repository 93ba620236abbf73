// SPDX-License-Identifier: Apache-2.0
/// \file
/// hone-records explain: why this kernel.
#include <algorithm>
#include <iostream>
#include <limits>
#include <memory>

#include <CLI/CLI.hpp>

#include <hone/measure/statistics.hpp>
#include <hone/tune/text.hpp>

#include "commands.hpp"
#include "folder.hpp"
#include "text.hpp"

namespace hone::tools {
namespace {

using namespace core::records;
using core::measure::measurement;
using core::space::configuration;

struct options {
  std::string folder;
  std::vector<std::string> names;
};

/// A record with the trials that are still stored of its key, the fastest usable ones first.
class explanation {
 public:
  explanation(const store& s, record r) : record_(std::move(r)), trials_(s.trials(record_.key)) {
    std::stable_sort(trials_.begin(), trials_.end(), [](const trial& a, const trial& b) { return time(a) < time(b); });
  }

  std::string text() const { return head() + choices() + rivals() + certainty() + provenance(); }

 private:
  static double time(const trial& t) {
    return t.outcome.usable() && t.outcome.median_ns > 0 ? t.outcome.median_ns
                                                         : std::numeric_limits<double>::infinity();
  }
  static bool has_time(const trial& t) { return time(t) < std::numeric_limits<double>::infinity(); }

  std::string head() const {
    std::string tensors;
    for (const auto& t : record_.key.tensors) {
      tensors += (tensors.empty() ? "" : ", ") + std::string(name_of(t.type));
      for (std::size_t d = 0; d < t.extents.size(); ++d) tensors += (d == 0 ? " " : "x") + std::to_string(t.extents[d]);
    }
    return printable(record_.operator_name) + "  [" + shape_of(record_) + "]  " + record_id(record_) + "\n" +
           (tensors.empty() ? "" : "  tensors   " + tensors + "\n") + "  threads   " +
           std::to_string(record_.key.threads) + "\n  time      " + time_text(record_.median_ns, record_.spread) +
           "\n" + compared("default", record_.default_ns) + compared("native", record_.native_ns);
  }

  std::string compared(std::string label, double before_ns) const {
    label.resize(10, ' ');
    if (before_ns <= 0) return "  " + label + "not measured\n";
    return "  " + label + core::detail::spelled_time(before_ns) + ", so this is " +
           gain_text(before_ns, record_.median_ns) + " as fast\n";
  }

  // ---- which choices ------------------------------------------------------------------------------------------------

  std::string choices() const {
    if (core::space::is_default(record_.configuration)) return "\nIt is the default schedule: no knob is turned.\n";
    std::string text = "\nIts choices\n";
    std::vector<std::vector<std::string>> rows;
    for (const auto& k : record_.configuration.knobs) rows.push_back({"  " + schedule_of({{k}}), best_otherwise(k)});
    return text + table(rows);
  }

  /// The fastest stored trial that turned this knob in another way.
  std::string best_otherwise(const core::space::knob_value& chosen) const {
    for (const auto& t : trials_) {
      if (!has_time(t)) break;
      for (const auto& k : t.configuration.knobs)
        if (k.knob == chosen.knob && k.values != chosen.values)
          return "otherwise " + core::detail::spelled_time(time(t)) + " at best, with " + schedule_of({{k}});
    }
    return {};
  }

  // ---- against which rivals
  // -------------------------------------------------------------------------------------------

  std::string rivals() const {
    std::string text = "\nIts rivals\n  " + counted(record_.trials, "trial", "trials") + " in its search";
    if (const auto counts = counts_text(record_.statuses); !counts.empty()) text += ": " + counts;
    text += "\n";
    if (trials_.empty()) return text + "  none of them is stored any more\n";
    std::vector<std::vector<std::string>> rows;
    for (const auto& t : trials_) {
      if (!has_time(t) || rows.size() == 5) break;
      rows.push_back({"  " + core::detail::spelled_time(time(t)), schedule_of(t.configuration),
                      t.configuration == record_.configuration ? "<- this one" : ""});
    }
    text += "  " + counted(static_cast<std::int64_t>(trials_.size()), "trial", "trials") +
            " of this key stored: " + counts_text(stored_statuses()) +
            (rows.empty() ? "" : "; the fastest, as the search timed them:") + "\n";
    return text + table(rows);
  }

  std::array<std::int64_t, core::measure::status_count> stored_statuses() const {
    std::array<std::int64_t, core::measure::status_count> counts{};
    for (const auto& t : trials_) ++counts[static_cast<std::size_t>(t.outcome.status)];
    return counts;
  }

  // ---- how sure
  // -------------------------------------------------------------------------------------------------------

  /// A time of the record, with the number of runs and the spread (where that is not known) of the stored trial.
  measurement timing(const configuration& c, double median_ns, double spread) const {
    measurement m;
    m.status = core::measure::status::ok;
    m.median_ns = median_ns;
    m.spread = spread;
    m.runs = 1;
    const auto same = std::find_if(trials_.begin(), trials_.end(),
                                   [&](const trial& t) { return has_time(t) && t.configuration == c; });
    if (same == trials_.end()) return m;
    m.runs = std::max(same->outcome.runs, 1);
    if (core::space::is_default(c)) m.spread = same->outcome.spread;
    return m;
  }

  std::string certainty() const {
    const std::string begin = "\nHow sure\n  the runs of this kernel spread by " +
                              core::detail::formatted("%.1f %%", 100 * record_.spread) + "\n  ";
    if (core::space::is_default(record_.configuration))
      return begin +
             "when the best were timed against each other, none beat the default schedule by more than the noise\n";
    if (record_.default_ns <= 0) return begin + "the default schedule was not measured beside it\n";
    const auto mine = timing(record_.configuration, record_.median_ns, record_.spread);
    const auto before = timing(core::space::default_configuration(), record_.default_ns, record_.spread);
    return begin + (core::measure::better_than(mine, before)
                        ? "it is faster than the default schedule by more than the noise\n"
                        : "its gain over the default schedule is within the noise\n");
  }

  std::string provenance() const {
    const auto said = [](const std::string& text) { return text.empty() ? std::string("not known") : printable(text); };
    return "\nMade\n  with      Hone " + said(record_.library) + ", compiler " + said(record_.compiler) +
           "\n  on        " + said(record_.device_model) + "\n            " + said(record_.key.device) +
           "\n  at        " + said(record_.date) + ", seed " + std::to_string(record_.seed) + "\n";
  }

  record record_;
  std::vector<trial> trials_;
};

void explain(const options& o) {
  const auto s = open_folder(o.folder);
  std::string text;
  for (const auto& name : o.names) text += (text.empty() ? "" : "\n") + explanation(s, find_record(s, name)).text();
  std::cout << text;
}

}  // namespace

void add_explain(CLI::App& program) {
  const auto o = std::make_shared<options>();
  auto* command = program.add_subcommand(
      "explain", "Says of a record what was chosen, against which rivals, how sure that is and where it was made.");
  command->add_option("record", o->names, "Ids, or their first digits, or names of operators")->required();
  command->add_option("--dir", o->folder, "The folder of the records; without it the one that programs use");
  command->callback([o] { explain(*o); });
}

}  // namespace hone::tools
