// SPDX-License-Identifier: Apache-2.0
/// \file
/// B02: when every candidate fails, the outcome says so, with a count and the first message of each cause; nothing is
/// stored, and the default kernel runs.
#include <chrono>
#include <string>
#include <vector>

#include <hone/hone.hpp>
#include <hone/records/store.hpp>
#include <hone/space/from_knobs.hpp>
#include <hone/space/space.hpp>
#include <hone/target/detect.hpp>
#include <support/catch.hpp>
#include <support/fake_evaluators.hpp>
#include <support/strategies.hpp>
#include <support/temporary_folder.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;
using namespace std::chrono_literals;

namespace {

constexpr axis<"i"> i;
constexpr axis<"j"> j;
constexpr axis<"k"> k;
constexpr tensor<"A", float, 2> A;
constexpr tensor<"B", float, 2> B;
constexpr tensor<"C", float, 2> C;
constexpr auto matmul = op<"matmul">(C(i, j) = sum(k)(A(i, k) * B(k, j)));

constexpr auto sizes =
    knobs(choice<"x">(1, 2, 4, 8, 16, 32, 64, 128, 256, 512), choice<"y">(1, 2, 4, 8, 16, 32, 64, 128));

std::int64_t count_of(const std::array<std::int64_t, measure::status_count>& counts, measure::status s) {
  return counts[static_cast<std::size_t>(s)];
}
std::string message_of(const std::array<std::string, measure::status_count>& messages, measure::status s) {
  return messages[static_cast<std::size_t>(s)];
}

}  // namespace

TEST_CASE("B02: causes are counted, the first message of each is kept, and no failure is a time") {
  const searched_space s(space::to_definition(sizes));
  for (const auto& strategy : s.strategies()) {
    std::string first_limit, first_refusal;
    fake_evaluator evaluator([&](const space::configuration& c) {
      const bool refused = space::number(c, "x") == 4;
      const auto message = space::to_text(c) + (refused ? " does not compile" : " has 2048 work items");
      auto& first = refused ? first_refusal : first_limit;
      if (first.empty()) first = message;
      auto m = fails(refused ? measure::status::build_error : measure::status::limit, message);
      m.median_ns = m.best_ns = 1;  // must not be taken for a time
      return m;
    });
    search::loop_options options;
    options.max_trials = 64;
    const auto found = search::run(*strategy, evaluator, options);
    CHECK(found.reason == search::stop_reason::trials);
    CHECK(found.known.trials().size() == 64);
    CHECK(found.known.best() == -1);
    CHECK(found.known.best_ns() == 0);
    const auto refused = count_of(found.known.statuses(), measure::status::build_error);
    CHECK(refused > 0);
    CHECK(count_of(found.known.statuses(), measure::status::limit) == 64 - refused);
    CHECK(message_of(found.known.messages(), measure::status::limit) == first_limit);
    CHECK(message_of(found.known.messages(), measure::status::build_error) == first_refusal);
  }
}

TEST_CASE("B02: where nothing meets its limit the default runs, and there is no record") {
  const temporary_folder folder;
  const auto tuned = [&](tune_mode how) {
    return tune(matmul, extents(i = 20, j = 24, k = 28), mode(how), budget(60s), max_trials(8), verbose(0),
                cache_directory(folder.path()),
                with([](tune_options& o) { o.limits.candidate_ms = 1e-6; }));  // nothing is that quick
  };
  const auto multiply = tuned(tune_mode::missing);
  const auto& r = multiply.report();
  CHECK(r.source == kernel_source::fallback);
  CHECK(r.note == "no candidate of the space works");
  CHECK(r.trials == 9);  // the default schedule and eight
  CHECK(count_of(r.statuses, measure::status::run_timeout) == 9);
  CHECK_FALSE(message_of(r.messages, measure::status::run_timeout).empty());
  CHECK(r.tuned.median_ns == 0);
  CHECK(r.stored.empty());
  const auto text = summary(r);
  CHECK(text.find("runs the default schedule: no candidate of the space works") != std::string::npos);
  CHECK(text.find("9 run_timeout: " + message_of(r.messages, measure::status::run_timeout).substr(0, 40)) !=
        std::string::npos);

  const records::store store(folder.path());
  CHECK(store.all().empty());
  const auto later = tuned(tune_mode::read);
  CHECK(later.report().source == kernel_source::fallback);
  for (const auto* kernel : {&multiply, &later}) {
    std::vector<float> a(20 * 28, 1), b(28 * 24, 2), c(20 * 24, -1);
    (*kernel)(A = a, B = b, C = c);
    CHECK(std::ranges::all_of(c, [](float x) { return x == 56; }));
  }
}
