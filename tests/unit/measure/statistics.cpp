// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <random>
#include <vector>

#include <hone/measure/clock.hpp>
#include <hone/measure/statistics.hpp>

#include <support/catch.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::measure;

namespace {

measurement of(const std::vector<double>& samples) {
  measurement m;
  m.status = status::ok;
  summarise(samples, m);
  return m;
}

/// Samples around a time, with one outlier now and then.
measurement noisy(std::mt19937& random, double time, double noise) {
  std::vector<double> samples;
  for (int k = 0; k < 15; ++k)
    samples.push_back(time * (1 + noise * std::uniform_real_distribution<>(-1, 1)(random)) *
                      (random() % 50 == 0 ? 3 : 1));
  return of(samples);
}

}  // namespace

TEST_CASE("median, spread and best", "[measure]") {
  CHECK(median_of({}) == 0);
  CHECK(median_of(std::vector{3.0, 1.0, 2.0}) == 2);
  CHECK(median_of(std::vector{4.0, 1.0, 2.0, 3.0}) == 2.5);
  CHECK(spread_of(std::vector{5.0}) == 0);
  CHECK(spread_of(std::vector{8.0, 10.0, 12.0, 10.0, 100.0}) == Approx(0.2));
  const auto m = of({8, 10, 12});
  CHECK(m.best_ns == 8);
  CHECK(m.median_ns == 10);
  CHECK(m.runs == 3);
}

TEST_CASE("noise makes no winner, a clear gap does", "[measure]") {
  std::mt19937 random(1);
  int false_winners = 0;
  int found = 0;
  for (int k = 0; k < 1000; ++k) {
    false_winners += better_than(noisy(random, 100, 0.1), noisy(random, 100, 0.1)) ? 1 : 0;
    found += better_than(noisy(random, 80, 0.1), noisy(random, 100, 0.1)) ? 1 : 0;
  }
  CHECK(false_winners < 50);
  CHECK(found > 950);
}

TEST_CASE("a difference below the noise floor is a tie, however still the clock", "[measure]") {
  const auto a = of(std::vector<double>(15, 100));
  const auto b = of(std::vector<double>(15, 100.5));
  const auto c = of(std::vector<double>(15, 102));
  CHECK_FALSE(better_than(a, b));
  CHECK(better_than(a, c));
  CHECK_FALSE(better_than(c, a));
}

TEST_CASE("one sample does not beat a close rival, and a failure beats nobody", "[measure]") {
  CHECK_FALSE(better_than(of({100}), of({105})));
  CHECK(better_than(of({100}), of({150})));
  measurement failed;
  failed.status = status::crash;
  CHECK_FALSE(better_than(failed, of({100})));
  CHECK(better_than(of({100}), failed));
}

TEST_CASE("the clocks go on", "[measure]") {
  const double wall = wall_ns();
  const double cpu = thread_cpu_ns();
  volatile int work = 0;
  while (thread_cpu_ns() == cpu) work = work + 1;
  CHECK(wall_ns() > wall);
  CHECK(thread_cpu_ns() > cpu);
}
