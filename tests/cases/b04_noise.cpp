// SPDX-License-Identifier: Apache-2.0
/// \file
/// B04: noise that is larger than the gaps between candidates. A fake clock gives true times within 5 %, noise of 10 %
/// and an outlier of three times in one of 50 runs.
#include <algorithm>
#include <vector>

#include <hone/measure/statistics.hpp>
#include <hone/meta/random.hpp>
#include <support/catch.hpp>

using namespace hone;
using namespace hone::core;

namespace {

/// A candidate's runs by the fake clock.
class noisy_clock {
 public:
  noisy_clock(double true_ns, std::uint64_t seed) : true_ns_(true_ns), random_(seed) {}
  double run() {
    const double noise = 1 + 0.1 * (2 * random_.uniform() - 1);
    return true_ns_ * (random_.below(50) == 0 ? 3.0 : noise);
  }

 private:
  double true_ns_;
  random_generator random_;
};

/// Times the finalists interleaved, round by round, as a session does.
std::vector<measure::measurement> compared(const std::vector<double>& true_ns, std::uint64_t seed, int rounds) {
  std::vector<noisy_clock> clocks;
  for (std::size_t c = 0; c < true_ns.size(); ++c) clocks.emplace_back(true_ns[c], splitmix64(seed) + c);
  std::vector<std::vector<double>> samples(true_ns.size());
  for (int round = 0; round < rounds; ++round)
    for (std::size_t c = 0; c < clocks.size(); ++c) samples[c].push_back(clocks[c].run());
  std::vector<measure::measurement> timings(true_ns.size());
  for (std::size_t c = 0; c < timings.size(); ++c) {
    measure::summarise(samples[c], timings[c]);
    timings[c].status = measure::status::ok;
  }
  return timings;
}

}  // namespace

TEST_CASE("B04: the pick is within 5 % of the best, and an outlier moves no median far") {
  std::vector<double> true_ns;
  for (int c = 0; c < 16; ++c) true_ns.push_back(1000 * (1 + 0.05 * c / 15));
  int good = 0;
  for (std::uint64_t run = 0; run < 10; ++run) {
    const auto timings = compared(true_ns, run, 15);
    const auto best = std::min_element(timings.begin(), timings.end(),
                                       [](const auto& a, const auto& b) { return a.median_ns < b.median_ns; });
    good += true_ns[static_cast<std::size_t>(best - timings.begin())] <= 1050;
    for (std::size_t c = 0; c < timings.size(); ++c) {
      CHECK(timings[c].median_ns > 0.9 * true_ns[c]);
      CHECK(timings[c].median_ns < 1.1 * true_ns[c]);
      CHECK(timings[c].spread > 0.01);
    }
  }
  CHECK(good >= 9);
}

TEST_CASE("B04: nothing is better unless it is better than the noise") {
  int wrongly_better = 0, rightly_better = 0;
  for (std::uint64_t run = 0; run < 200; ++run) {
    const auto same = compared({1000, 1000}, run, 15);
    wrongly_better += measure::better_than(same[0], same[1]);
    const auto faster = compared({600, 1000}, run, 15);
    rightly_better += measure::better_than(faster[0], faster[1]);
    CHECK_FALSE(measure::better_than(faster[1], faster[0]));
  }
  CHECK(wrongly_better <= 20);
  CHECK(rightly_better >= 195);
}
