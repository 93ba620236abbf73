// SPDX-License-Identifier: Apache-2.0
/// \file
/// What every benchmark prints and writes: a table of rows, and the same as JSON.
///
///     bench::report report("tuner", argc, argv);
///     report.add({"matmul 256", 21.5, {{"openblas", 20.1}}, "GFLOP/s"});
///     report.summary["candidates_per_second"] = 25;
///     report.finish();
#pragma once

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <hone/target/detect.hpp>

namespace bench {

using json = nlohmann::ordered_json;

/// One line of a benchmark.
struct row {
  std::string name;
  double ours = 0;
  std::map<std::string, double> peers;  ///< in the same unit
  std::string unit;                     ///< of a time (s, ms, us, ns) less is better, of anything else more
  json further = json::object();        ///< what this benchmark alone tells of a case
};

/// How many times better than the best peer: above 1 when ours is. NaN without peers.
inline double ratio(const row& r) {
  const bool time = r.unit == "s" || r.unit == "ms" || r.unit == "us" || r.unit == "ns";
  double least = std::numeric_limits<double>::quiet_NaN();
  for (const auto& [name, value] : r.peers) least = std::fmin(least, time ? value / r.ours : r.ours / value);
  return least;
}

class report {
 public:
  json summary = json::object();
  std::vector<std::string> arguments;  ///< what is neither --quick nor --out

  report(std::string name, int argc, char** argv) : name_(std::move(name)) {
    for (int k = 1; k < argc; ++k) {
      const std::string argument = argv[k];
      if (argument == "--quick") quick_ = true;
      else if (argument == "--out" && k + 1 < argc) out_ = argv[++k];
      else arguments.push_back(argument);
    }
  }

  bool quick() const { return quick_; }

  /// Prints the row at once, so that a long benchmark shows how far it is.
  void add(row r) {
    std::printf("%-40s %10.3f %-8s", r.name.c_str(), r.ours, r.unit.c_str());
    for (const auto& [peer, value] : r.peers) std::printf("  %s %.3f", peer.c_str(), value);
    if (!r.peers.empty()) std::printf("  ratio %.3f", ratio(r));
    for (const auto& [key, value] : r.further.items()) std::printf("  %s %s", key.c_str(), value.dump().c_str());
    std::printf("\n");
    std::fflush(stdout);
    rows_.push_back(std::move(r));
  }

  /// Prints the summary and writes the JSON where --out says.
  void finish() {
    if (const double mean = geomean(); std::isfinite(mean)) summary["geomean_ratio"] = mean;
    for (const auto& [key, value] : summary.items()) std::printf("%s: %s\n", key.c_str(), value.dump().c_str());
    if (out_.empty()) return;
    if (const auto folder = std::filesystem::path(out_).parent_path(); !folder.empty())
      std::filesystem::create_directories(folder);
    std::ofstream(out_) << to_json().dump(2) << "\n";
  }

 private:
  /// Over the rows that have peers; NaN when none has.
  double geomean() const {
    double logarithms = 0;
    int count = 0;
    for (const auto& r : rows_)
      if (!r.peers.empty()) logarithms += std::log(ratio(r)), ++count;
    return count == 0 ? std::numeric_limits<double>::quiet_NaN() : std::exp(logarithms / count);
  }

  static json to_json(const row& r) {
    json line{{"case", r.name}, {"ours", r.ours}, {"peers", r.peers}, {"unit", r.unit}, {"ratio", nullptr}};
    if (!r.peers.empty()) line["ratio"] = ratio(r);
    line.update(r.further);
    return line;
  }

  json to_json() const {
    const auto cpu = hone::target::detect();
    json rows = json::array();
    for (const auto& r : rows_) rows.push_back(to_json(r));
    return {{"bench", name_},
            {"machine", {{"cpu", cpu.model}, {"cores", cpu.cores}, {"vector_bytes", cpu.vector_bytes}}},
            {"rows", rows},
            {"summary", summary}};
  }

  std::string name_;
  std::string out_;
  bool quick_ = false;
  std::vector<row> rows_;
};

}  // namespace bench
