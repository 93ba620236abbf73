// SPDX-License-Identifier: Apache-2.0
/// \file
/// Merging: the faster of two wins, nothing is taken away, objects come along where they fit.
#include <fstream>
#include <string>
#include <vector>

#include <hone/records/journal.hpp>
#include <hone/records/merge.hpp>
#include <support/catch.hpp>
#include <support/children.hpp>
#include <support/example_store.hpp>
#include <support/temporary_folder.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::records;
using namespace hone::core::test;

TEST_CASE("of two records of a key the faster wins, and the other stays in its file") {
  const temporary_folder theirs, mine;
  REQUIRE(store_result(theirs.path(), 1, 10, 1));  // faster than mine
  REQUIRE(store_result(theirs.path(), 2, 99, 2));  // slower than mine
  REQUIRE(store_result(theirs.path(), 3, 50, 3));  // new, but superseded by the next
  REQUIRE(store_result(theirs.path(), 3, 40, 4));  // new
  REQUIRE(store_result(theirs.path(), 5, 7, 5));   // the same record
  REQUIRE(store_result(mine.path(), 1, 20, 11));
  REQUIRE(store_result(mine.path(), 2, 30, 12));
  REQUIRE(store(mine.path(), {}).append(record_with_object(5, 7, 5)));
  const auto before = *read_journal(mine.path("records.jsonl")), source = *read_journal(theirs.path("records.jsonl"));

  store into(mine.path(), {});
  const auto result = merge(store::reading(theirs.path()), into);
  CHECK(result.reason.empty());
  CHECK(result.taken == 2);
  CHECK(result.slower == 2);
  CHECK(result.known == 1);
  CHECK(result.objects == 3);  // that of the record which was there without one included
  CHECK(read_journal(mine.path("records.jsonl"))->starts_with(before));
  CHECK(*read_journal(theirs.path("records.jsonl")) == source);
  const auto time = [&](std::int64_t extent) { return into.best(record_with_object(extent, 0, 0).key)->median_ns; };
  CHECK(time(1) == 10);
  CHECK(time(2) == 30);
  CHECK(time(3) == 40);
  for (const int object : {1, 4, 5, 11, 12}) CHECK(has_object(mine.path(), object));
  for (const int object : {2, 3}) CHECK_FALSE(has_object(mine.path(), object));

  const auto again = merge(store::reading(theirs.path()), into);
  CHECK(again.taken == 0);
  CHECK(again.known == 3);
  CHECK(again.objects == 0);
}

TEST_CASE("an object that was compiled for other features stays where it is") {
  const temporary_folder theirs, mine;
  auto r = record_with_object(1, 10, 1);
  r.key.device = target::fingerprint(target::known::avx512());
  REQUIRE(save_object(theirs.path(), 1));
  REQUIRE(store(theirs.path(), {}).append(r));
  store into(mine.path(), {});
  const auto result = merge(store::reading(theirs.path()), into);
  CHECK(result.taken == 1);
  CHECK(result.objects == 0);
}

TEST_CASE("looking into the folder that is merged creates nothing there") {
  const temporary_folder theirs, mine;
  REQUIRE(store(theirs.path(), {}).append(record_with_object(1, 10, 1)));
  store into(mine.path(), {});
  CHECK(merge(store::reading(theirs.path()), into).taken == 1);
  CHECK(std::distance(std::filesystem::directory_iterator(theirs.path()), {}) == 1);
}

TEST_CASE("programs that tune into the folder meanwhile lose nothing") {
  const temporary_folder theirs, mine;
  for (int k = 0; k < 100; ++k) REQUIRE(store(theirs.path(), {}).append(example_record(k, 10)));
  const auto child = start_child([&] {
    store s(mine.path(), {});
    for (int k = 1000; k < 1200; ++k)
      if (!s.append(example_record(k, 10))) return 1;
    return 0;
  });
  store into(mine.path(), {});
  CHECK(merge(store::reading(theirs.path()), into).taken == 100);
  CHECK(wait_for(child) == 0);
  CHECK(store(mine.path(), {}).report().good == 300);
}
