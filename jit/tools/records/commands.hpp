// SPDX-License-Identifier: Apache-2.0
/// \file
/// The commands of hone-records. Each is a file that adds a subcommand with its options to the program's command line.
#pragma once

namespace CLI {
class App;
}

namespace hone::tools {

void add_list(CLI::App& program);
void add_explain(CLI::App& program);
void add_merge(CLI::App& program);
void add_prune(CLI::App& program);

}  // namespace hone::tools
