// SPDX-License-Identifier: Apache-2.0
/// \file
/// The store: the best of a key, hints, trials, several processes, memory only.
#include <atomic>
#include <filesystem>
#include <set>
#include <thread>
#include <vector>

#include <hone/records/store.hpp>
#include <support/captured_stderr.hpp>
#include <support/catch.hpp>
#include <support/children.hpp>
#include <support/example_record.hpp>
#include <support/temporary_folder.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::records;
using namespace hone::core::test;

TEST_CASE("the fastest record of a key is found, in this process and the next") {
  const temporary_folder folder;
  {
    store s(folder.path(), {});
    CHECK(s.directory() == folder.path());
    CHECK_FALSE(s.best(example_key()));
    CHECK(s.append(example_record(512, 300)));
    CHECK(s.append(example_record(512, 200)));
    CHECK(s.append(example_record(512, 250)));
    CHECK(s.append(example_record(64, 7)));
    CHECK(s.best(example_key())->median_ns == 200);
  }
  const store s(folder.path(), {});
  CHECK(s.report().good == 4);
  CHECK(s.report().clean());
  CHECK(*s.best(example_key()) == example_record(512, 200));
  CHECK(s.best(example_key(64))->median_ns == 7);
  auto other = example_key();
  other.threads = 1;
  CHECK_FALSE(s.best(other));
  CHECK(s.related(other).size() == 4);
  other.operation = "another";
  CHECK(s.related(other).empty());
}

TEST_CASE("a refresh sees what others added and keeps what is only here") {
  const temporary_folder folder;
  store mine(folder.path(), {}), theirs(folder.path(), {});
  theirs.append(example_record(1, 10));
  CHECK_FALSE(mine.best(example_key(1)));
  mine.append(example_record(2, 10));
  mine.refresh();
  CHECK(mine.best(example_key(1)));
  CHECK(mine.best(example_key(2)));
  CHECK(mine.all().size() == 2);
}

TEST_CASE("a store in memory works alike") {
  auto s = store::in_memory();
  CHECK(s.directory().empty());
  CHECK_FALSE(s.reason().empty());
  CHECK_FALSE(s.append(example_record()));
  CHECK(s.best(example_key()));
  s.refresh();
  CHECK(s.best(example_key()));
  CHECK_FALSE(s.append_trial(example_key(), example_trial(2)));
  CHECK(s.trials(example_key()).size() == 1);
  CHECK(s.trials(example_key(3)).empty());
}

TEST_CASE("trials are kept by key, in order, and outlive the process") {
  const temporary_folder folder;
  const int child = in_child([&] {
    store s(folder.path(), {});
    for (int k = 1; k <= 3; ++k)
      if (!s.append_trial(example_key(), example_trial(k))) return 1;
    return 0;
  });
  CHECK(child == 0);
  const store s(folder.path(), {});
  const auto trials = s.trials(example_key());
  REQUIRE(trials.size() == 3);
  for (std::size_t k = 0; k < 3; ++k)
    CHECK(trials[k].configuration.knobs[0].values[0] == static_cast<std::int64_t>(k + 1));
  CHECK(s.trials(example_key(3)).empty());
}

TEST_CASE("eight processes with five hundred records each lose none") {
  const temporary_folder folder;
  constexpr int processes = 8, each = 500;
  std::vector<pid_t> children;
  for (int p = 0; p < processes; ++p)
    children.push_back(start_child([&] {
      store s(folder.path(), {});
      for (int k = 0; k < each; ++k)
        if (!s.append(example_record(p * each + k, 100 + p))) return 1;
      return 0;
    }));
  for (const auto child : children) CHECK(wait_for(child) == 0);
  const store s(folder.path(), {});
  CHECK(s.report().good == processes * each);
  CHECK(s.report().clean());
  std::set<std::int64_t> extents;
  for (const auto& r : s.all()) extents.insert(r.key.values[0]);
  CHECK(extents.size() == processes * each);
}

TEST_CASE("many threads use one store") {
  const temporary_folder folder;
  store s(folder.path(), {});
  std::atomic<int> found{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int k = 0; k < 20; ++k) {
        s.append(example_record(t * 20 + k, 5));
        if (k % 10 == 0) s.refresh();
        if (s.best(example_key(t * 20 + k))) ++found;
      }
    });
  for (auto& t : threads) t.join();
  CHECK(found == 80);
  CHECK(store(folder.path(), {}).report().good == 80);
}

TEST_CASE("a store for reading changes nothing") {
  const temporary_folder folder;
  store writing(folder.path(), {});
  writing.append(example_record(1, 10));
  writing.append_trial(example_key(1), example_trial(2));
  auto s = store::reading(folder.path());
  CHECK(s.directory() == folder.path());
  CHECK(s.best(example_key(1)));
  CHECK(s.trials(example_key(1)).size() == 1);
  CHECK_FALSE(s.append(example_record(2, 10)));
  CHECK_FALSE(s.append_trial(example_key(2), example_trial(2)));
  CHECK(store(folder.path(), {}).report().good == 1);
  CHECK(store(folder.path(), {}).trials(example_key(2)).empty());

  const captured_stderr captured;
  const auto nowhere = store::reading(folder.path("nowhere"));
  CHECK(nowhere.directory().empty());
  CHECK(nowhere.reason() == folder.path("nowhere") + ": No such file or directory");
  CHECK_FALSE(std::filesystem::exists(folder.path("nowhere")));
  CHECK(store::reading(folder.path("records.jsonl")).reason() == folder.path("records.jsonl") + ": Not a directory");
  CHECK(captured.text().empty());
}
