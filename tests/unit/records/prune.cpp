// SPDX-License-Identifier: Apache-2.0
/// \file
/// Pruning: what goes, what stays, and that nothing is lost beside programs that tune.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <hone/measure/device_lock.hpp>
#include <hone/records/journal.hpp>
#include <hone/records/prune.hpp>
#include <support/catch.hpp>
#include <support/children.hpp>
#include <support/example_store.hpp>
#include <support/temporary_folder.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::records;
using namespace hone::core::test;

namespace {

record dated(record r, const std::string& date) {
  r.date = date;
  return r;
}

std::vector<double> times_in(const std::string& folder) {
  std::vector<double> times;
  for (const auto& r : store::reading(folder).all()) times.push_back(r.median_ns);
  return times;
}

std::set<std::string> files_in(const std::string& folder) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) files.insert(entry.path());
  return files;
}

}  // namespace

TEST_CASE("superseded records go, and what only they named") {
  const temporary_folder folder;
  REQUIRE(store_result(folder.path(), 1, 30, 1));
  REQUIRE(store_result(folder.path(), 1, 10, 2));
  REQUIRE(store_result(folder.path(), 1, 20, 3));
  REQUIRE(store_result(folder.path(), 2, 99, 4));
  const auto size = [&] { return static_cast<std::int64_t>(std::filesystem::file_size(folder.path("records.jsonl"))); };
  const auto before = size();

  SECTION("all but the fastest") {
    const auto result = prune(folder.path(), {});
    CHECK(result.reason.empty());
    CHECK(result.superseded == 2);
    CHECK(result.kept == 2);
    CHECK(result.objects == 2);
    CHECK(result.bytes > before - size() + 200);
    CHECK(times_in(folder.path()) == std::vector<double>{10, 99});
    CHECK(has_object(folder.path(), 2));
    CHECK(has_object(folder.path(), 4));
    CHECK_FALSE(has_object(folder.path(), 1));
    CHECK(prune(folder.path(), {}).bytes == 0);  // what is pruned has nothing to prune
  }
  SECTION("all but the two fastest") {
    CHECK(prune(folder.path(), {2, "", false}).superseded == 1);
    CHECK(times_in(folder.path()) == std::vector<double>{10, 20, 99});
    CHECK(has_object(folder.path(), 3));
  }
  SECTION("a dry run says the same and does nothing") {
    const auto files = files_in(folder.path());
    const auto would = prune(folder.path(), {1, "", true});
    CHECK(size() == before);
    CHECK(files_in(folder.path()) == files);
    const auto did = prune(folder.path(), {});
    CHECK(would.superseded == did.superseded);
    CHECK(would.objects == did.objects);
    CHECK(would.bytes == did.bytes);
  }
}

TEST_CASE("old records go, the fastest too") {
  const temporary_folder folder;
  store s(folder.path(), {});
  s.append(dated(example_record(1, 10), "2025-01-01T00:00:00Z"));
  s.append(dated(example_record(1, 20), "2026-01-01T00:00:00Z"));
  s.append(dated(example_record(1, 30), "2026-01-01T00:00:00Z"));
  s.append(dated(example_record(2, 5), ""));  // nobody knows how old it is
  const auto result = prune(folder.path(), {1, "2025-06-01T00:00:00Z", false});
  CHECK(result.old == 1);
  CHECK(result.superseded == 1);
  CHECK(times_in(folder.path()) == std::vector<double>{20, 5});
}

TEST_CASE("torn lines go; foreign ones and those of other versions stay") {
  const temporary_folder folder;
  const auto file = folder.path("records.jsonl");
  const auto good = to_line(example_record(1, 10));
  const std::string others = "{\"hone\":0}\n{\"hone\":2,\"new\":true}\n{\"a\":1}\n";
  std::ofstream(file) << good.substr(0, 50) + "\n" + others + good;
  const auto result = prune(folder.path(), {});
  CHECK(result.torn == 1);
  CHECK(result.kept == 1);
  CHECK(*read_journal(file) == others + good + "\n");
}

TEST_CASE("trials of finished searches go, those of others stay until they are old") {
  const temporary_folder folder;
  store s(folder.path(), {});
  s.append(example_record(1, 10));
  for (int extent = 1; extent <= 3; ++extent) s.append_trial(example_key(extent), example_trial(4));
  const auto file = [&](int extent) { return folder.path("trials/" + example_key(extent).hash() + ".jsonl"); };
  std::filesystem::last_write_time(file(3), std::filesystem::file_time_type::clock::now() - std::chrono::hours(48));
  CHECK(prune(folder.path(), {}).trials == 1);
  CHECK_FALSE(std::filesystem::exists(file(1)));
  CHECK(std::filesystem::exists(file(2)));
  CHECK(std::filesystem::exists(file(3)));
  const auto yesterday = date_text(std::time(nullptr) - 24 * 60 * 60);
  CHECK(prune(folder.path(), {1, yesterday, false}).trials == 1);
  CHECK(std::filesystem::exists(file(2)));
  CHECK_FALSE(std::filesystem::exists(file(3)));
}

TEST_CASE("while a search runs, its trials and objects stay") {
  const temporary_folder folder;
  REQUIRE(store_result(folder.path(), 1, 20, 1));
  REQUIRE(store_result(folder.path(), 1, 10, 2));
  REQUIRE(save_object(folder.path(), 9));  // whose record comes in a moment
  store(folder.path(), {}).append_trial(record_with_object(1, 0, 0).key, example_trial(4));
  {
    const measure::device_lock search(folder.path("measuring.lock"), 0);
    REQUIRE(search.held());
    const auto result = prune(folder.path(), {});
    CHECK(result.busy);
    CHECK(result.superseded == 1);
    CHECK(result.objects + result.trials == 0);
    CHECK(has_object(folder.path(), 1));
    CHECK(has_object(folder.path(), 9));
  }
  const auto result = prune(folder.path(), {});
  CHECK_FALSE(result.busy);
  CHECK(result.objects == 2);
  CHECK(result.trials == 1);
}

TEST_CASE("objects stay while a record does not say which one is its own") {
  const temporary_folder folder;
  REQUIRE(store_result(folder.path(), 1, 10, 1));
  REQUIRE(save_object(folder.path(), 2));
  store s(folder.path(), {});
  auto plain_code = example_record(3, 10);
  plain_code.key.tensors.clear();  // has no object
  s.append(plain_code);
  SECTION("none") { CHECK(prune(folder.path(), {}).objects == 1); }
  SECTION("one") {
    s.append(example_record(2, 10));
    const auto result = prune(folder.path(), {});
    CHECK(result.unnamed == 1);
    CHECK(result.objects == 0);
    CHECK(has_object(folder.path(), 2));
  }
}

TEST_CASE("a folder with nothing in it has nothing to prune") {
  const temporary_folder folder;
  for (const bool dry_run : {true, false}) {
    const auto result = prune(folder.path(), {1, "", dry_run});
    CHECK(result.reason.empty());
    CHECK(result.bytes == 0);
    if (dry_run) CHECK(files_in(folder.path()).empty());
  }
}

TEST_CASE("programs that tune beside a pruning lose no record that is not superseded") {
  const temporary_folder folder;
  constexpr int processes = 3, each = 150;
  std::vector<pid_t> children;
  for (int p = 0; p < processes; ++p)
    children.push_back(start_child([&] {
      store s(folder.path(), {});
      for (int k = 0; k < each; ++k)
        if (!s.append(example_record(p * each + k, 100)) || !s.append(example_record(p * each + k, 50))) return 1;
      return 0;
    }));
  int superseded = 0;
  for (int k = 0; k < 30; ++k) superseded += prune(folder.path(), {}).superseded;
  for (const auto child : children) CHECK(wait_for(child) == 0);
  superseded += prune(folder.path(), {}).superseded;
  CHECK(superseded == processes * each);
  const auto left = times_in(folder.path());
  CHECK(left.size() == processes * each);
  for (const auto time : left) REQUIRE(time == 50);
}
