// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the tests start as a process of its own.
#include "child.hpp"

#include <array>
#include <cstdio>

#include <support/product.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;

TEST_CASE("a product is tuned twice", "[.child]") {
  constexpr std::array<const char*, 4> sources{"native", "fallback", "tuned", "record"};
  for (int call = 0; call < 2; ++call) {
    const auto kernel = tune(small_product::multiply, small_product::sizes, max_trials(6));
    const auto& r = kernel.report();
    std::printf("source=%s trials=%lld right=%d threads=%d note=%s\n", sources[static_cast<std::size_t>(r.source)],
                static_cast<long long>(r.from_record() ? 0 : r.trials), small_product::right(kernel) ? 1 : 0, r.threads,
                r.note.c_str());
  }
  std::fflush(stdout);
  CHECK(true);
}
