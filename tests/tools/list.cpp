// SPDX-License-Identifier: Apache-2.0
/// \file
/// hone-records list on folders that the library made.
#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

#include <support/catch.hpp>
#include <support/example_store.hpp>

#include "program.hpp"

using namespace hone;
using namespace hone::core;
using namespace hone::core::records;
using namespace hone::core::test;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string short_id(const record& r) { return record_id(r).substr(0, 8); }

}  // namespace

TEST_CASE("list has a line a record") {
  const temporary_folder folder;
  REQUIRE(store_result(folder.path(), 512, 2000, 1));
  REQUIRE(store_result(folder.path(), 512, 1000, 2));
  REQUIRE(store_result(folder.path(), 64, 7, 3));
  const auto r = run_records({"list", "--dir", folder.path()});
  CHECK(r.code == 0);
  CHECK(r.err.empty());
  const auto line = [](const record& of, const std::string& shape, const std::string& time, const std::string& end) {
    return short_id(of) + "  matmul    " + shape + time + "2.00x    8.00x   37      2026-01-31  a \"processor\"  " +
           end;
  };
  CHECK(r.out ==
        "ID        OPERATOR  SHAPE      TIME              DEFAULT  NATIVE  TRIALS  DATE        DEVICE         "
        "SCHEDULE\n" +
            line(record_with_object(64, 7, 3), "i=64 j=8   ", "7 ns +- 1.0 %     ", "ti=6x2 u=4\n") +
            line(record_with_object(512, 1000, 2), "i=512 j=8  ", "1.00 us +- 1.0 %  ", "ti=6x2 u=4\n") +
            line(record_with_object(512, 2000, 1), "i=512 j=8  ", "2.00 us +- 1.0 %  ", "ti=6x2 u=4  (superseded)\n") +
            "3 records\n");
}

TEST_CASE("list says which lines it skipped") {
  const temporary_folder folder;
  const auto good = to_line(example_record(1, 10));
  std::ofstream(folder.path("records.jsonl"))
      << good + "\n" + good.substr(0, 60) + "\n{\"hone\":0}\n{\"hone\":2}\n{\"a\":1}\n" + good.substr(0, 70);
  const auto r = run_records({"list", "--dir", folder.path()});
  CHECK(r.code == 0);
  CHECK(contains(r.out,
                 "\n1 record; skipped 2 lines that are torn (2, 6), 1 line that is no record (5), 1 line of an "
                 "older version (3), 1 line of a newer version (4)\n"));
  const auto j = nlohmann::json::parse(run_records({"list", "--json", "--dir", folder.path()}).out);
  CHECK(j["skipped"] == nlohmann::json::parse(R"({"torn": [2, 6], "foreign": [5], "older": [3], "newer": [4]})"));
}

TEST_CASE("list --json has everything, under documented names") {
  const temporary_folder folder;
  auto r = record_with_object(512, 1000, 2);
  REQUIRE(store(folder.path(), {}).append(r));
  r.native_ns = 0;
  r.median_ns = 3000;
  r.operator_name = "a\x1b[2Jb";
  REQUIRE(store(folder.path(), {}).append(r));
  const auto j = nlohmann::json::parse(run_records({"list", "--json", "--dir", folder.path()}).out);
  CHECK(j["directory"] == folder.path());
  REQUIRE(j["records"].size() == 2);
  const auto& first = j["records"][1];
  r = record_with_object(512, 1000, 2);
  CHECK(first == nlohmann::json::parse(R"({"id": ")" + record_id(r) + R"(", "operator": "matmul", "shape": "i=512 j=8",
    "values": [512, 512, 512], "threads": 2, "device": "a \"processor\"", "fingerprint": ")" +
                                       r.key.device + R"(",
    "configuration": {"ti": [6, 2], "u": [4]}, "superseded": false, "best_ns": 999.0, "median_ns": 1000.0,
    "spread": 0.01, "default_ns": 2000.0, "native_ns": 8000.0, "gain_over_default": 2.0, "gain_over_native": 8.0,
    "trials": 37, "statuses": {"ok": 30, "wrong_result": 7}, "seed": 18446744073709551615, "library": "0.1.0",
    "compiler": "LLVM 19.1.7", "date": "2026-01-31T12:00:00Z", "object": ")" +
                                       r.object + R"("})"));
  CHECK(j["records"][0]["superseded"] == true);
  CHECK(j["records"][0]["gain_over_native"].is_null());
  // what a file says cannot control the terminal
  CHECK(contains(run_records({"list", "--dir", folder.path()}).out, "a?[2Jb"));
}
