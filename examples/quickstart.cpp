// SPDX-License-Identifier: Apache-2.0
/// \file
/// The main job: a matrix product is written as an expression, tuned for this machine, checked and called.
///
/// With --json the last line is a JSON object with the figures.
#include <chrono>
#include <cstdio>
#include <ctime>
#include <vector>

#include <hone/hone.hpp>
#include <hone/measure/peak.hpp>
#include <hone/target/detect.hpp>

#include "support/example.hpp"

using namespace hone;
using namespace std::chrono_literals;

constexpr axis<"i"> i;
constexpr axis<"j"> j;
constexpr axis<"k"> k;
constexpr tensor<"A", float, 2> A;
constexpr tensor<"B", float, 2> B;
constexpr tensor<"C", float, 2> C;

constexpr auto matmul = op<"matmul">(C(i, j) = sum(k)(A(i, k) * B(k, j)));

namespace {

constexpr std::int64_t n = 512;

/// Seconds since the process was started: wall time since `main` began, and the processor time spent before it (in
/// loading the program, which waits for nobody).
class stopwatch {
 public:
  stopwatch() : before_main_(static_cast<double>(std::clock()) / CLOCKS_PER_SEC) {}
  double seconds() const {
    return before_main_ + std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  }

 private:
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  double before_main_;
};

bool check(const std::vector<float>& a, const std::vector<float>& b, const std::vector<float>& c) {
  std::vector<float> expected(c.size());
  for (std::size_t row = 0; row < n; ++row)
    for (std::size_t inner = 0; inner < n; ++inner)
      for (std::size_t column = 0; column < n; ++column)
        expected[row * n + column] += a[row * n + inner] * b[inner * n + column];
  return example::agrees("C = A B", c, expected, static_cast<double>(n));
}

void print_json(const tuning_report& r, double peak, double ready_ms) {
  std::printf(
      "{\"operator\": \"matmul 512x512x512 f32\", \"trials\": %lld, \"seconds\": %.3f, \"native_gflops\": %.2f, "
      "\"default_gflops\": %.2f, \"tuned_gflops\": %.2f, \"peak_gflops\": %.2f, \"from_record\": %s, \"ready_ms\": %.2f}\n",
      static_cast<long long>(r.trials), r.seconds, r.gflops(r.native), r.gflops(r.fallback), r.gflops(r.tuned), peak,
      r.from_record() ? "true" : "false", ready_ms);
}

}  // namespace

int main(int argc, char** argv) {
  const stopwatch since_start;
  const auto a = example::sample(n * n, 1), b = example::sample(n * n, 2);
  std::vector<float> c(n * n);

  auto multiply = tune(matmul, extents(i = n, j = n, k = n), budget(20s));
  multiply(A = a, B = b, C = c);
  const double ready_ms = 1e3 * since_start.seconds();

  const auto& report = multiply.report();
  const double peak = core::measure::peak_gflops(core::target::detect());
  if (report.from_record()) std::fputs(summary(report).c_str(), stdout);
  std::printf("peak of one core: %.1f GFLOP/s; tuned reaches %.0f %% of it\n", peak, 100 * report.gflops(report.tuned) / peak);
  std::printf("first result %.1f ms after the start of the program%s\n", ready_ms,
              report.from_record() ? " (the kernel was tuned before)" : "; the next start reads the record");
  const bool right = check(a, b, c);
  if (example::has_flag(argc, argv, "--json")) print_json(report, peak, ready_ms);
  return right ? 0 : 1;
}
