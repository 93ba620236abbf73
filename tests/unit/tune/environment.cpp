// SPDX-License-Identifier: Apache-2.0
/// \file
/// The environment of a program that tunes.
#include <algorithm>
#include <filesystem>

#include <hone/diag/environment.hpp>
#include <hone/jit/plugin.hpp>
#include <hone/tune/settings.hpp>

#include "child.hpp"

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;

namespace {

std::string plugin_folder() {
  const auto plugin = jit::find_plugin("orc");
  REQUIRE(plugin.found());
  return std::filesystem::path(plugin.path).parent_path().string();
}

/// A child whose results go to a folder, and who is silent but for notices.
child_outcome run_with(const std::string& cache, variables more) {
  more.insert({{"HONE_CACHE_DIR", cache},
               {"HONE_PLUGIN_DIR", plugin_folder()},
               {"HONE_VERBOSE", "0"},
               {"HONE_BUDGET_MS", "60000"}});
  return run_child(more);
}

}  // namespace

TEST_CASE("missing: tuned at the first call, found at the second and at the next start") {
  const temporary_folder folder;
  const auto first = run_with(folder.path(), {});
  CHECK(first.status == 0);
  CHECK(first.out.find("source=tuned trials=7 right=1") < first.out.find("source=record trials=0 right=1"));
  CHECK(first.err.empty());
  const auto second = run_with(folder.path(), {{"HONE_TUNE", "missing"}});
  CHECK_FALSE(second.says("source=tuned"));
  CHECK(second.says("source=record trials=0 right=1"));
}

TEST_CASE("read: a record is used, a missing one is reported and not made") {
  const temporary_folder folder;
  const auto frozen = run_with(folder.path(), {{"HONE_TUNE", "read"}});
  CHECK(frozen.says("source=fallback trials=0 right=1 threads=1 note=no record, and tuning is off"));
  CHECK_FALSE(frozen.says("tuned"));
  CHECK_FALSE(std::filesystem::exists(folder.path("trials")));
  REQUIRE(run_with(folder.path(), {}).says("source=tuned"));
  CHECK(run_with(folder.path(), {{"HONE_TUNE", "read"}}).says("source=record trials=0 right=1"));
}

TEST_CASE("off: neither search nor record") {
  const temporary_folder folder;
  REQUIRE(run_with(folder.path(), {}).says("source=tuned"));
  const auto off = run_with(folder.path(), {{"HONE_TUNE", "off"}});
  CHECK(off.says("source=fallback trials=0 right=1"));
  CHECK_FALSE(off.says("source=record"));
}

TEST_CASE("force: tuned at every call") {
  const temporary_folder folder;
  const auto forced = run_with(folder.path(), {{"HONE_TUNE", "force"}});
  CHECK_FALSE(forced.says("source=record"));
  CHECK(forced.out.find("source=tuned trials=7") != forced.out.rfind("source=tuned trials=7"));
}

TEST_CASE("a backend that is asked for by the environment") {
  const temporary_folder folder;
  const auto native = run_with(folder.path(), {{"HONE_BACKEND", "native"}});
  CHECK(native.says("source=native trials=0 right=1 threads=1 note=the native backend was asked for"));
  CHECK(native.err.empty());
  const auto absent = run_with(folder.path(), {{"HONE_BACKEND", "opencl"}});
  CHECK(absent.says("source=native trials=0 right=1"));
  CHECK(std::count(absent.err.begin(), absent.err.end(), '\n') == 1);
}

TEST_CASE("words of the environment that are not understood are said once") {
  const temporary_folder folder;
  const auto o = run_with(folder.path(), {{"HONE_TUNE", "read"}, {"HONE_SEED", "many"}});
  CHECK(o.says("right=1"));
  CHECK(o.err.starts_with("hone: HONE_SEED=many is not understood"));
  CHECK(std::count(o.err.begin(), o.err.end(), '\n') == 1);
}

TEST_CASE("a summary by default, trials on request, nothing at 0") {
  const temporary_folder folder;
  const auto summarised = run_with(folder.path(), {{"HONE_TUNE", "force"}, {"HONE_VERBOSE", "1"}});
  CHECK(summarised.err.find("hone: multiply: C(i, j) = ") != std::string::npos);
  CHECK(summarised.err.find("7 trials of ") != std::string::npos);
  const auto each = run_with(folder.path(), {{"HONE_TUNE", "force"}, {"HONE_VERBOSE", "2"}});
  CHECK(each.err.find("hone: trial 1 ok") != std::string::npos);
  CHECK(each.err.find("hone: trial 7 ") != std::string::npos);
}

TEST_CASE("what the program says wins over the environment, but not over off") {
  diag::environment e;
  e.tune = tune_mode::force;
  e.budget_ms = 1500;
  e.threads = 3;
  e.seed = 9;
  e.verbose = 2;
  e.backend = "cuda";
  const auto open = settle({}, e);
  CHECK(open.mode == tune_mode::force);
  CHECK(open.budget_seconds == 1.5);
  CHECK(open.threads == 3);
  CHECK(open.seed == 9);
  CHECK(open.verbose == 2);
  CHECK(open.backend == "cuda");
  CHECK_FALSE(open.backend_demanded);

  tune_options o;
  o.mode = tune_mode::read;
  o.budget_seconds = 4;
  o.threads = 2;
  o.seed = 1;
  o.verbose = 0;
  o.backend = "orc";
  const auto closed = settle(o, e);
  CHECK(closed.mode == tune_mode::read);
  CHECK(closed.budget_seconds == 4);
  CHECK(closed.threads == 2);
  CHECK(closed.seed == 1);
  CHECK(closed.verbose == 0);
  CHECK(closed.backend == "orc");
  CHECK(closed.backend_demanded);
  e.tune = tune_mode::off;
  CHECK(settle(o, e).mode == tune_mode::off);

  const auto defaults = settle({}, {});
  CHECK(defaults.mode == tune_mode::missing);
  CHECK(defaults.threads == 1);
  CHECK(defaults.backend == "orc");
}
