// SPDX-License-Identifier: Apache-2.0
/// \file
/// Knobs without an operator.
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include <hone/hone.hpp>
#include <support/captured_stderr.hpp>
#include <support/catch.hpp>
#include <support/temporary_folder.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;
using namespace std::chrono_literals;

namespace {

constexpr auto steps = knobs(choice<"wait">(64, 1, 16, 32), choice<"flag">(false, true));

/// Far apart, so that no load of the machine changes their order.
void wait_for(const knob_values& v) { std::this_thread::sleep_for(std::chrono::milliseconds(v["wait"])); }

}  // namespace

TEST_CASE("the fastest configuration of a callable is found, stored and found again") {
  const temporary_folder folder;
  int calls = 0;
  const auto work = [&](const knob_values& v) {
    ++calls;
    wait_for(v);
    return v["wait"];
  };
  auto tuned = tune<"waiting">(work, steps, key(3), budget(30s), verbose(0), cache_directory(folder.path()));
  CHECK(tuned.values()["wait"] == 1);
  CHECK(tuned() == 1);
  CHECK(tuned.report().source == kernel_source::tuned);
  CHECK(tuned.report().trials == 8);
  CHECK(tuned.report().stopped == search::stop_reason::exhausted);
  CHECK(tuned.report().seconds > 0);
  CHECK_FALSE(tuned.report().stored.empty());

  calls = 0;
  const auto again = tune<"waiting">(work, steps, key(3), verbose(0), cache_directory(folder.path()));
  CHECK(calls == 0);
  CHECK(again.report().from_record());
  CHECK(again.values()["wait"] == 1);
  CHECK(again.values().configuration() == tuned.values().configuration());

  // another size or another name is another problem
  const auto read = [&](auto tune_it) { return tune_it(mode(tune_mode::read)).report().source; };
  CHECK(read([&](auto m) {
          return tune<"waiting">(work, steps, key(4), m, verbose(0), cache_directory(folder.path()));
        }) == kernel_source::fallback);
  CHECK(read([&](auto m) {
          return tune<"other">(work, steps, key(3), m, verbose(0), cache_directory(folder.path()));
        }) == kernel_source::fallback);
}

TEST_CASE("a configuration that throws is a failed trial") {
  const temporary_folder folder;
  auto tuned = tune<"picky">(
      [](const knob_values& v) {
        if (v["wait"] == 1) throw std::runtime_error("not this one");
        wait_for(v);
      },
      steps, key(), budget(30s), verbose(0), cache_directory(folder.path()));
  CHECK(tuned.values()["wait"] == 16);
  CHECK(tuned.report().statuses[static_cast<std::size_t>(measure::status::crash)] == 2);
  CHECK(tuned.report().messages[static_cast<std::size_t>(measure::status::crash)] == "not this one");
}

TEST_CASE("a callable of which every configuration fails is an error with the first reason") {
  const temporary_folder folder;
  try {
    tune<"broken">([](const knob_values&) { throw std::runtime_error("never"); }, steps, key(), verbose(0),
                   cache_directory(folder.path()));
    FAIL("it was tuned");
  } catch (const error& e) {
    CHECK(e.code() == error_code::bad_configuration);
    CHECK(std::string(e.what()) == "every configuration of broken failed: never");
  }
}

TEST_CASE("a knob that is not there is an error") {
  CHECK_THROWS_AS(knob_values({{{"a", {1}}}})["b"], error);
  CHECK(knob_values({{{"a", {1}}}})["a"] == 1);
}

TEST_CASE("a callable says what it did, where it may") {
  const temporary_folder folder;
  const captured_stderr captured;
  tune<"talking">(wait_for, steps, key(), verbose(1), cache_directory(folder.path()));
  CHECK(captured.text().find("hone: talking") != std::string::npos);
  CHECK(captured.text().find("wait=1") != std::string::npos);
}
