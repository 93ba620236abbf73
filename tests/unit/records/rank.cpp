// SPDX-License-Identifier: Apache-2.0
/// \file
/// Rivals: which records can stand for each other, and in which order.
#include <vector>

#include <hone/records/rank.hpp>
#include <support/catch.hpp>
#include <support/example_record.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::records;
using namespace hone::core::test;

TEST_CASE("rivals are ranked by time, the earlier of two equal ones first") {
  CHECK(ranks({}).empty());
  CHECK(ranks({example_record(1, 30), example_record(2, 5), example_record(1, 10), example_record(1, 30)}) ==
        std::vector<int>{1, 0, 0, 2});
}

TEST_CASE("records of other knobs are no rivals, whatever the values") {
  auto other = example_record(1, 10);
  other.configuration.knobs[1].knob = "another";
  CHECK(rivalry(other) != rivalry(example_record(1, 10)));
  CHECK(ranks({example_record(1, 30), other}) == std::vector<int>{0, 0});
  other = example_record(1, 10);
  other.configuration.knobs[1].values = {8};
  CHECK(rivalry(other) == rivalry(example_record(1, 30)));
  other.key.threads = 1;
  CHECK(rivalry(other) != rivalry(example_record(1, 30)));
}
