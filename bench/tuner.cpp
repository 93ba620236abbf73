// SPDX-License-Identifier: Apache-2.0
/// \file
/// How fast the tuner tunes: candidates per second, where the time goes, and whether memory stays flat.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include <hone/hone.hpp>
#include <hone/ops/conv2d.hpp>
#include <hone/ops/matmul.hpp>

#include "support/memory.hpp"
#include "support/report.hpp"

using namespace hone;
using namespace hone::core;

namespace {

/// Memory of the tuning program and its workers over a session. Workers that are replaced start a count of their own.
class memory_watch {
 public:
  void sample(std::size_t trial) {
    if (trial % 50 != 0 || trial < first_trial) return;
    record("self", bench::own_megabytes("self"));
    for (const auto& child : bench::children()) record(child, bench::own_megabytes(child));
  }
  /// The largest growth of one process since trial 200, in megabytes.
  double growth() const {
    double most = 0;
    for (const auto& [process, seen] : ranges_) most = std::max(most, seen.last - seen.first);
    return most;
  }
  static constexpr std::size_t first_trial = 200;

 private:
  struct range {
    double first = 0, last = 0;
  };
  void record(const std::string& process, double megabytes) {
    const auto [at, fresh] = ranges_.try_emplace(process, range{megabytes, megabytes});
    if (!fresh) at->second.last = megabytes;
  }
  std::map<std::string, range> ranges_;
};

struct outcome {
  tuning_report report;
  double growth_mb = 0;
};

template <class Operator, class Extents>
outcome tune_many(const Operator& op, const Extents& values, int trials) {
  memory_watch memory;
  outcome o;
  auto kernel = tune(op, values, budget(std::chrono::hours(1)), mode(tune_mode::force), max_trials(trials), seed(1),
                     cache_directory("/dev/null/hone"), on_finish([&](const tuning_report& r) { o.report = r; }),
                     on_trial([&](const trial_event& t) { memory.sample(static_cast<std::size_t>(t.number)); }));
  o.growth_mb = memory.growth();
  return o;
}

void add(bench::report& report, const std::string& name, const outcome& o) {
  const auto& r = o.report;
  const auto trials = static_cast<double>(r.trials);
  const double busy = r.lower_ms + r.compile_ms + r.check_ms + r.measure_ms + r.model_ms;
  auto& row = report.add_row(name);
  row["ours"] = trials / r.seconds;
  row["unit"] = "candidates/s";
  row["peers"] = bench::json::object();
  row["trials"] = r.trials;
  row["seconds"] = r.seconds;
  row["model_ms_per_trial"] = r.model_ms / trials;
  for (const auto& [key, ms] : {std::pair{"lower", r.lower_ms}, {"compile", r.compile_ms}, {"check", r.check_ms}, {"measure", r.measure_ms},
                                {"model", r.model_ms}}) {
    row["share"][key] = ms / busy;
    row["ms_per_trial"][key] = ms / trials;
  }
  for (std::size_t s = 0; s < r.statuses.size(); ++s)
    if (r.statuses[s] > 0) row["statuses"][std::string(measure::name_of(static_cast<measure::status>(s)))] = r.statuses[s];
  row["memory_growth_mb"] = o.growth_mb;
  row["tuned_gflops"] = r.gflops(r.tuned);
  row["default_gflops"] = r.gflops(r.fallback);
  std::printf("%-12s %6.1f candidates/s  lower %5.2f  compile %5.1f  check %5.2f  measure %5.1f  model and search %5.2f ms a trial  memory +%.1f MB  "
              "tuned %.1f, default %.1f GFLOP/s\n",
              name.c_str(), trials / r.seconds, r.lower_ms / trials, r.compile_ms / trials, r.check_ms / trials, r.measure_ms / trials,
              r.model_ms / trials, o.growth_mb, r.gflops(r.tuned), r.gflops(r.fallback));
  for (std::size_t s = 2; s < r.statuses.size(); ++s)
    if (r.statuses[s] > 0)
      std::printf("  %lld %s: %s\n", static_cast<long long>(r.statuses[s]),
                  std::string(measure::name_of(static_cast<measure::status>(s))).c_str(), r.messages[s].c_str());
}

}  // namespace

int main(int argc, char** argv) {
  const auto options = bench::parse(argc, argv, "Candidates per second of the tuner, by activity");
  const int trials = options.quick ? 250 : 2000;
  constexpr axis<"i"> i;
  constexpr axis<"j"> j;
  constexpr axis<"k"> k;
  constexpr axis<"n"> n;
  constexpr axis<"f"> f;
  constexpr axis<"y"> y;
  constexpr axis<"x"> x;
  constexpr axis<"c"> c;
  constexpr axis<"r"> r;
  constexpr axis<"s"> s;
  constexpr size<"h"> h;
  constexpr size<"w"> w;
  constexpr attribute<"stride"> stride;
  constexpr attribute<"pad"> pad;

  bench::report report("tuner");
  const auto product = tune_many(ops::matmul<float>, extents(i = 256, j = 256, k = 256), trials);
  add(report, "matmul 256", product);
  const auto c6 = tune_many(ops::conv2d<float>,
                            extents(n = 1, f = 128, y = 28, x = 28, c = 128, r = 3, s = 3, h = 28, w = 28, stride = 1, pad = 1),
                            trials);
  add(report, "C6", c6);
  const auto rate = [](const outcome& o) { return static_cast<double>(o.report.trials) / o.report.seconds; };
  const auto model = [](const outcome& o) { return o.report.model_ms / static_cast<double>(o.report.trials); };
  report.summary()["candidates_per_second"] = std::min(rate(product), rate(c6));
  report.summary()["model_ms_per_trial"] = std::max(model(product), model(c6));
  report.summary()["memory_growth_mb"] = std::max(product.growth_mb, c6.growth_mb);
  report.finish(options);
  return 0;
}
