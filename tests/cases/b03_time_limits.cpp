// SPDX-License-Identifier: Apache-2.0
// B03: one slow candidate hits the user's limit and is recorded so; the others are measured, and both limits hold.
#include <support/catch.hpp>
#include <support/measuring.hpp>

#include <hone/measure/clock.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::measure;

TEST_CASE("B03: a slow candidate hits its limit and takes nothing else down", "[measure]") {
  const support::doubling problem;
  auto o = support::options();
  o.limits.call_ms = 600'000;  // only the user's limit is left
  o.limits.candidate_ms = 2'000;
  const auto m = support::measurer_of(problem, o);
  // Right in the end, after some hours.
  const auto slow = std::string("for (volatile i64 r = 0; r < 10000000000000; ++r) {} ") + support::doubling::right;
  const double begun = wall_ns();
  for (int k = 0; k < 10; ++k) m->submit(k, problem.candidate(k == 4 ? slow : support::doubling::right), 0);
  for (int k = 0; k < 10; ++k) {
    const auto result = m->wait(k);
    INFO("candidate " << k << ": " << name_of(result.status) << " " << result.message);
    CHECK(result.status == (k == 4 ? status::run_timeout : status::ok));
    // The limit is the user's, not a multiple of it. The slack covers any load that the test survives at all.
    if (k == 4) CHECK(result.check_ms < 30'000);
  }
  CHECK(wall_ns() - begun < 60e9);
  CHECK(m->counts().run == 10);

  // The session goes on, and so does the next one.
  m->submit(10, problem.candidate(support::doubling::right), 0);
  CHECK(m->wait(10).status == status::ok);
  const auto later = support::measurer_of(problem);
  later->submit(0, problem.candidate(support::doubling::right), 0);
  CHECK(later->wait(0).status == status::ok);
}
