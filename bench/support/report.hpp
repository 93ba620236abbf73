// SPDX-License-Identifier: Apache-2.0
/// \file
/// What every benchmark prints and writes: a table for people, and one JSON file in the form that docs/benchmarks.md
/// describes.
#pragma once

#include <cstdio>
#include <fstream>
#include <string>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <hone/target/describe.hpp>
#include <hone/target/detect.hpp>

namespace bench {

using json = nlohmann::ordered_json;

/// The options that all benchmarks have.
struct options {
  bool quick = false;
  std::string out;
};

/// Reads the command line; prints help and ends the program where that is asked for.
inline options parse(int argc, char** argv, const std::string& title) {
  options o;
  CLI::App app(title);
  app.add_flag("--quick", o.quick, "fewer and shorter measurements");
  app.add_option("--out", o.out, "write the JSON report to this file");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    std::exit(app.exit(e));
  }
  return o;
}

class report {
 public:
  explicit report(const std::string& name) {
    const auto cpu = hone::core::target::detect();
    root_ = {{"bench", name},
             {"machine", {{"model", cpu.model}, {"description", hone::core::target::describe(cpu)}}},
             {"rows", json::array()},
             {"summary", json::object()}};
  }
  json& add_row(const std::string& name) {
    root_["rows"].push_back({{"case", name}});
    return root_["rows"].back();
  }
  json& summary() { return root_["summary"]; }

  /// Prints the summary and writes the file.
  void finish(const options& o) const {
    for (const auto& [key, value] : root_["summary"].items()) std::printf("%s = %s\n", key.c_str(), value.dump().c_str());
    if (o.out.empty()) return;
    std::ofstream(o.out) << root_.dump(2) << "\n";
  }

 private:
  json root_;
};

}  // namespace bench
