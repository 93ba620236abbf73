// SPDX-License-Identifier: Apache-2.0
/// \file
/// hone-records prune: what it frees and says, also beside programs that tune.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <support/catch.hpp>
#include <support/example_store.hpp>

#include "program.hpp"

using namespace hone;
using namespace hone::core;
using namespace hone::core::records;
using namespace hone::core::test;

TEST_CASE("prune says what it freed") {
  const temporary_folder folder;
  REQUIRE(store_result(folder.path(), 1, 20, 1));
  REQUIRE(store_result(folder.path(), 1, 10, 2));
  store(folder.path(), {}).append_trial(record_with_object(1, 0, 0).key, example_trial(4));
  std::ofstream(folder.path("records.jsonl"), std::ios::app) << "torn";
  const auto bytes =
      to_line(record_with_object(1, 20, 1)).size() + 1 + 4 +
      std::filesystem::file_size(object_cache(folder.path()).path(example_programs(1), example_device())) +
      to_line(example_trial(4)).size() + 1;
  const auto freed = "free" + std::string(" ") + std::to_string(bytes) +
                     " bytes: 1 superseded record, 0 old records, 1 torn line, trials of 1 search, 1 object file\n"
                     "1 record stays\n";
  const auto dry = run_records({"prune", "--dry-run", "--dir", folder.path()});
  CHECK(dry.code == 0);
  CHECK(dry.out == "would " + freed);
  CHECK(store::reading(folder.path()).all().size() == 2);
  const auto r = run_records({"prune", "--dir", folder.path()});
  CHECK(r.code == 0);
  CHECK(r.out == "freed" + freed.substr(4));
  CHECK(store::reading(folder.path()).all() == std::vector<record>{record_with_object(1, 10, 2)});
  CHECK_FALSE(has_object(folder.path(), 1));
  CHECK(has_object(folder.path(), 2));
}

TEST_CASE("prune keeps as many as it is told, and none that is older") {
  const temporary_folder folder;
  store s(folder.path(), {});
  for (const int time : {30, 10, 20}) s.append(example_record(1, time));
  REQUIRE(run_records({"prune", "--keep", "2", "--dir", folder.path()}).code == 0);
  CHECK(store::reading(folder.path()).all().size() == 2);
  auto recent = example_record(1, 50);
  recent.date = current_date();
  s.append(recent);
  REQUIRE(run_records({"prune", "--older-than", "1", "--dir", folder.path()}).code == 0);
  CHECK(store::reading(folder.path()).all() == std::vector<record>{recent});
}

TEST_CASE("prune and merge beside programs that tune lose nothing") {
  const temporary_folder folder, other;
  for (int k = 5000; k < 5050; ++k) REQUIRE(store(other.path(), {}).append(example_record(k, 10)));
  constexpr int processes = 3, each = 200;
  std::vector<pid_t> children;
  for (int p = 0; p < processes; ++p)
    children.push_back(start_child([&] {
      store s(folder.path(), {});
      for (int k = 0; k < each; ++k)
        if (!s.append(example_record(p * each + k, 100)) || !s.append(example_record(p * each + k, 50))) return 1;
      return 0;
    }));
  for (int k = 0; k < 10; ++k) {
    CHECK(run_records({"prune", "--dir", folder.path()}).code == 0);
    CHECK(run_records({"merge", other.path(), "--into", folder.path()}).code == 0);
  }
  for (const auto child : children) CHECK(wait_for(child) == 0);
  CHECK(run_records({"prune", "--dir", folder.path()}).code == 0);
  const auto left = store::reading(folder.path());
  CHECK(left.report().clean());
  CHECK(left.all().size() == processes * each + 50);
  const auto all = left.all();
  CHECK(std::all_of(all.begin(), all.end(), [](const record& r) { return r.median_ns <= 50; }));
}
