// SPDX-License-Identifier: Apache-2.0
/// \file
/// hone-records merge: takes over the records of other folders.
#include <iostream>
#include <memory>
#include <vector>

#include <CLI/CLI.hpp>

#include <hone/records/merge.hpp>

#include "commands.hpp"
#include "folder.hpp"
#include "text.hpp"

namespace hone::tools {
namespace {

using namespace core::records;

struct options {
  std::vector<std::string> from;
  std::string into;
};

store open_target(const std::string& path) {
  diag::environment environment;
  environment.verbose = 0;  // the reason is said here
  store s(path, environment);
  if (s.directory().empty()) throw refusal(s.reason());
  return s;
}

std::string sentence(const store& from, const merge_result& r) {
  std::string text = from.directory() + ": " + counted(r.taken, "record", "records") + " taken, " +
                     std::to_string(r.known) + " there already, " + std::to_string(r.slower) +
                     " slower than what is there; " + counted(r.objects, "object file", "object files") + " taken";
  if (!from.report().clean()) text += " (" + from.report().sentence() + ")";
  return text + "\n";
}

void merge_folders(const options& o) {
  std::vector<store> sources;  // all of them are there before anything is written
  for (const auto& from : o.from) {
    sources.push_back(open_folder(from));
    if (sources.back().all().empty()) throw refusal(nothing_in(sources.back()));
  }
  auto into = open_target(o.into);
  for (const auto& from : sources) {
    const auto result = merge(from, into);
    if (!result.reason.empty()) throw refusal(result.reason);
    std::cout << sentence(from, result);
  }
}

}  // namespace

void add_merge(CLI::App& program) {
  const auto o = std::make_shared<options>();
  auto* command = program.add_subcommand(
      "merge", "Takes over records and their object code; of two of one key the faster wins, and nothing is lost.");
  command->add_option("from", o->from, "Folders to take records from")->required();
  command->add_option("--into", o->into, "The folder that gets them; created where it is missing")->required();
  command->callback([o] { merge_folders(*o); });
}

}  // namespace hone::tools
