// SPDX-License-Identifier: Apache-2.0
/// \file
/// The text that a search ends with.
#include <hone/tune/report.hpp>
#include <hone/tune/text.hpp>
#include <support/golden.hpp>

using namespace hone;
using namespace hone::core;

namespace {

measure::measurement timed(double ns, double spread) {
  measure::measurement m;
  m.status = measure::status::ok;
  m.best_ns = m.median_ns = ns;
  m.spread = spread;
  return m;
}

tuning_report tuned_product() {
  tuning_report r;
  r.operation = "multiply: C(i, j) = sum(k)(A(i, k) * B(k, j))";
  r.shape = "i=512 j=512 k=512";
  r.flops = 2.0 * 512 * 512 * 512;
  r.source = kernel_source::tuned;
  r.schedule = "ti=6x2 tj=4x16 tk=256";
  r.native = timed(61.25e6, 0.012);
  r.fallback = timed(7.125e6, 0.004);
  r.tuned = timed(4.5e6, 0.002);
  r.space_size = 123456;
  r.trials = 64;
  r.statuses[static_cast<std::size_t>(measure::status::ok)] = 41;
  r.statuses[static_cast<std::size_t>(measure::status::dropped)] = 19;
  r.statuses[static_cast<std::size_t>(measure::status::build_timeout)] = 1;
  r.statuses[static_cast<std::size_t>(measure::status::wrong_result)] = 3;
  r.messages[static_cast<std::size_t>(measure::status::wrong_result)] = "C: element 7 is 3 instead of 4";
  r.stopped = search::stop_reason::time;
  r.seconds = 2.0;
  r.backend = "orc (LLVM 19.1.7)";
  r.stored = "/home/user/.cache/hone";
  return r;
}

}  // namespace

TEST_CASE("the summary of a search") { test::check_golden("tune/summary_tuned", summary(tuned_product())); }

TEST_CASE("the summary of a record, of a fallback and of native loops") {
  auto r = tuned_product();
  r.source = kernel_source::record;
  r.statuses = {};
  r.trials = 0;
  test::check_golden("tune/summary_record", summary(r));

  tuning_report plain;
  plain.operation = "scale: y(i) = alpha * x(i)";
  plain.shape = "i=5";
  plain.threads = 4;
  plain.source = kernel_source::fallback;
  plain.schedule = "the default schedule";
  plain.note = "no record, and tuning is off";
  test::check_golden("tune/summary_fallback", summary(plain));

  plain.source = kernel_source::native;
  plain.note = "there is nothing to compute";
  test::check_golden("tune/summary_native", summary(plain));
}

TEST_CASE("times have the unit that suits them") {
  CHECK(core::detail::spelled_time(12) == "12 ns");
  CHECK(core::detail::spelled_time(1234) == "1.23 us");
  CHECK(core::detail::spelled_time(1234567) == "1.235 ms");
  CHECK(core::detail::spelled_time(2.5e9) == "2.50 s");
}
