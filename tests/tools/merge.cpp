// SPDX-License-Identifier: Apache-2.0
/// \file
/// hone-records merge: the better of two, and nothing where a folder is not usable.
#include <filesystem>
#include <fstream>
#include <string>

#include <hone/records/journal.hpp>
#include <support/catch.hpp>
#include <support/example_store.hpp>

#include "program.hpp"

using namespace hone;
using namespace hone::core;
using namespace hone::core::records;
using namespace hone::core::test;

TEST_CASE("merge takes what is better from each folder") {
  const temporary_folder a, b, into;
  REQUIRE(store_result(a.path(), 1, 10, 1));
  REQUIRE(store_result(a.path(), 2, 20, 2));
  REQUIRE(store_result(b.path(), 1, 5, 3));
  REQUIRE(store_result(b.path(), 2, 30, 4));
  std::ofstream(b.path("records.jsonl"), std::ios::app) << "torn";
  const auto target = into.path("new/folder");
  const auto r = run_records({"merge", a.path(), b.path(), "--into", target});
  CHECK(r.code == 0);
  CHECK(r.err.empty());
  CHECK(r.out == a.path() + ": 2 records taken, 0 there already, 0 slower than what is there; 2 object files taken\n" +
                     b.path() +
                     ": 1 record taken, 0 there already, 1 slower than what is there; 1 object file taken (2 records; "
                     "skipped 1 line that is torn (3))\n");
  const auto s = store::reading(target);
  CHECK(s.all().size() == 3);
  CHECK(s.best(record_with_object(1, 0, 0).key)->median_ns == 5);
  CHECK(s.best(record_with_object(2, 0, 0).key)->median_ns == 20);
  for (const int object : {1, 2, 3}) CHECK(has_object(target, object));
  CHECK(*read_journal(b.path("records.jsonl")) ==
        to_line(record_with_object(1, 5, 3)) + "\n" + to_line(record_with_object(2, 30, 4)) + "\ntorn");

  const auto again = run_records({"merge", a.path(), "--into", target});
  CHECK(again.out ==
        a.path() + ": 0 records taken, 2 there already, 0 slower than what is there; 0 object files taken\n");
  CHECK(run_records({"merge", target, "--into", target}).code == 0);
  CHECK(store::reading(target).all().size() == 3);
}

TEST_CASE("merge writes nothing where one of the folders is not usable") {
  const temporary_folder a, into;
  REQUIRE(store_result(a.path(), 1, 10, 1));
  CHECK(run_records({"merge", a.path(), a.path("nowhere"), "--into", into.path("new")}).code == 1);
  CHECK(std::filesystem::is_empty(into.path()));
  std::ofstream(into.path("file")) << "x";
  CHECK(
      refused(run_records({"merge", a.path(), "--into", into.path("file")}), into.path("file") + ": Not a directory"));
}
