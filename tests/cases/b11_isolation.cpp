// SPDX-License-Identifier: Apache-2.0
// B11: of 20 candidates no. 7 writes out of bounds, no. 11 does not compile, no. 15 never returns; 17 are measured.
#include <array>

#include <support/catch.hpp>
#include <support/measuring.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::measure;

TEST_CASE("B11: bad candidates have their own cause, the others are measured", "[measure]") {
  const support::doubling problem;
  const auto m = support::measurer_of(problem);
  for (int k = 1; k <= 20; ++k) {
    auto candidate = problem.candidate(support::doubling::right);
    if (k == 7) candidate = problem.candidate(std::string(support::doubling::right) + " y[5000] = 1;");
    if (k == 11) candidate = support::ordered(problem.plan, "refuse");
    if (k == 15) candidate = problem.candidate("for (;;) { __asm__ volatile(\"\"); }");
    m->submit(k, std::move(candidate), 0);
  }
  std::array<int, status_count> counts{};
  for (int k = 1; k <= 20; ++k) {
    const auto result = m->wait(k);
    INFO("candidate " << k << ": " << name_of(result.status) << " " << result.message);
    ++counts[static_cast<std::size_t>(result.status)];
    switch (k) {
      case 7:
        CHECK(result.status == status::crash);
        CHECK(result.message.find("past the end of y") != std::string::npos);
        break;
      case 11:
        CHECK(result.status == status::build_error);
        CHECK(result.message == "this cannot be compiled");
        break;
      case 15:
        CHECK(result.status == status::run_timeout);
        CHECK(result.message.find("no answer within") != std::string::npos);
        break;
      default: CHECK(result.status == status::ok); CHECK(result.median_ns > 0);
    }
  }
  CHECK(counts[static_cast<std::size_t>(status::ok)] == 17);
  m->submit(21, problem.candidate(support::doubling::right), 0);
  CHECK(m->wait(21).status == status::ok);
}
