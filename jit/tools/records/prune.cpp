// SPDX-License-Identifier: Apache-2.0
/// \file
/// hone-records prune: takes out of a folder what is of no further use.
#include <ctime>
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>

#include <hone/records/directory.hpp>
#include <hone/records/prune.hpp>
#include <hone/records/record.hpp>

#include "commands.hpp"
#include "folder.hpp"
#include "text.hpp"

namespace hone::tools {
namespace {

using namespace core::records;

struct options {
  std::string folder;
  int older_than_days = -1;
  prune_rules rules;
};

std::string sentences(const prune_result& r, bool dry_run) {
  std::string text = std::string(dry_run ? "would free " : "freed ") + std::to_string(r.bytes) +
                     " bytes: " + counted(r.superseded, "superseded record", "superseded records") + ", " +
                     counted(r.old, "old record", "old records") + ", " + counted(r.torn, "torn line", "torn lines") +
                     ", trials of " + counted(r.trials, "search", "searches") + ", " +
                     counted(r.objects, "object file", "object files") + "\n" +
                     counted(r.kept, "record stays", "records stay") + "\n";
  if (r.busy) text += "a search runs in this folder: trials and object files stay\n";
  if (r.unnamed > 0)
    text +=
        counted(r.unnamed, "record does", "records do") + " not say which object file is theirs: all of them stay\n";
  return text;
}

void prune_folder(options& o) {
  const auto folder = open_cache_directory(folder_of(o.folder));
  if (!folder.usable()) throw refusal(folder.reason);
  constexpr std::int64_t day = 24 * 60 * 60;
  if (o.older_than_days >= 0) o.rules.before = date_text(std::time(nullptr) - o.older_than_days * day);
  const auto result = prune(folder.path, o.rules);
  if (!result.reason.empty()) throw refusal(result.reason);
  std::cout << sentences(result, o.rules.dry_run);
}

}  // namespace

void add_prune(CLI::App& program) {
  const auto o = std::make_shared<options>();
  auto* command = program.add_subcommand(
      "prune", "Takes out superseded records, trials of finished searches and object files that no record names.");
  command->add_option("--dir", o->folder, "The folder of the records; without it the one that programs use");
  command->add_option("--keep", o->rules.keep, "How many of the fastest records of one key stay (default 1)")
      ->check(CLI::Range(1, 1000000));
  command
      ->add_option("--older-than", o->older_than_days,
                   "Days: older records go too, and so do the trials of searches that were given up before")
      ->check(CLI::Range(0, 36500));
  command->add_flag("--dry-run", o->rules.dry_run, "Only says what would go");
  command->callback([o] { prune_folder(*o); });
}

}  // namespace hone::tools
