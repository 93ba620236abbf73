// SPDX-License-Identifier: Apache-2.0
/// \file
/// hone-records: shows, explains, merges and prunes the records of tuned operators.
#include <cstdio>
#include <exception>

#include <CLI/CLI.hpp>

#include <hone/records/record.hpp>

#include "commands.hpp"

namespace {

/// 0: done; 1: it could not be done, for the reason that was said; 2: the command line is not understood.
int run(int argc, char** argv) {
  CLI::App program("Looks after the records of operators that Hone has tuned.", "hone-records");
  program.set_version_flag("--version", hone::core::records::library_version());
  program.require_subcommand(1);
  program.footer("Exit status: 0 done, 1 not possible (one sentence says why), 2 command line not understood.");
  for (const auto add :
       {hone::tools::add_list, hone::tools::add_explain, hone::tools::add_merge, hone::tools::add_prune})
    add(program);
  try {
    program.parse(argc, argv);
    return 0;
  } catch (const CLI::ParseError& e) {
    return program.exit(e) == 0 ? 0 : 2;
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& e) {
    std::fflush(stdout);
    std::fprintf(stderr, "hone-records: %s\n", e.what());
    return 1;
  }
}
