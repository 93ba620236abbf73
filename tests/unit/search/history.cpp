// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a search remembers.
#include <support/catch.hpp>

#include <hone/search/history.hpp>

#include "spaces.hpp"

using namespace search_test;
using search::history;

namespace {

space::configuration at(std::int64_t v) { return {{{"a", {v}}}}; }
std::size_t number(measure::status s) { return static_cast<std::size_t>(s); }

}  // namespace

TEST_CASE("a configuration is claimed once") {
  history h;
  CHECK_FALSE(h.claimed(at(1)));
  CHECK(h.claim(at(1)));
  CHECK_FALSE(h.claim(at(1)));
  CHECK(h.claimed(at(1)));
  CHECK(h.claim(at(2)));
  CHECK(h.claim(space::default_configuration()));
  CHECK_FALSE(h.claim(space::default_configuration()));
}

TEST_CASE("the best trial is the first of the fastest usable ones") {
  history h;
  CHECK((h.best() == -1 && h.best_ns() == 0 && h.since_best() == 0));
  h.add({at(0), failed(measure::status::crash, "it crashed")});
  CHECK((h.best() == -1 && h.since_best() == 1));
  h.add({at(1), timed(50)});
  h.add({at(2), timed(40)});
  h.add({at(3), timed(40)});
  auto dropped = timed(60);
  dropped.status = measure::status::dropped;
  h.add({at(4), dropped});
  CHECK((h.best() == 2 && h.best_ns() == 40 && h.since_best() == 2));
  auto wrong = timed(1);
  wrong.status = measure::status::wrong_result;  // its time counts for nothing
  h.add({at(5), wrong});
  CHECK((h.best() == 2 && h.since_best() == 3));
  dropped.median_ns = 30;
  h.add({at(6), dropped});
  CHECK((h.best() == 6 && h.since_best() == 0));
}

TEST_CASE("failures are counted, with the first message of each kind") {
  history h;
  h.add({at(0), failed(measure::status::build_error, "")});
  h.add({at(1), failed(measure::status::build_error, "no such register")});
  h.add({at(2), failed(measure::status::build_error, "another")});
  h.add({at(3), failed(measure::status::crash, "signal 11")});
  h.add({at(4), timed(5)});
  CHECK(h.statuses()[number(measure::status::build_error)] == 3);
  CHECK(h.statuses()[number(measure::status::crash)] == 1);
  CHECK(h.statuses()[number(measure::status::ok)] == 1);
  CHECK(h.statuses()[number(measure::status::limit)] == 0);
  CHECK(h.messages()[number(measure::status::build_error)] == "no such register");
  CHECK(h.messages()[number(measure::status::crash)] == "signal 11");
  CHECK(h.messages()[number(measure::status::ok)].empty());
}
