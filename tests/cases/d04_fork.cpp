// SPDX-License-Identifier: Apache-2.0
/// \file
/// D04: parallel kernels before, in and after a forked child.
#include <chrono>
#include <vector>

#include <support/catch.hpp>
#include <support/children.hpp>
#include <support/product.hpp>
#include <support/temporary_folder.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;
using namespace hone::core::test::small_product;
using namespace std::chrono_literals;

namespace {

auto tuned(std::int64_t n, const std::string& folder) {
  return tune(multiply, extents(i = n, j = n, k = n), threads(2), budget(60s), max_trials(4), verbose(0), cache_directory(folder));
}

template <class Kernel>
bool right(const Kernel& kernel, std::int64_t n) {
  const auto size = static_cast<std::size_t>(n * n);
  const std::vector<float> a(size, 1.0F), b(size, 2.0F);
  std::vector<float> c(size, -1.0F);
  kernel(A = a, B = b, C = c);
  for (const float v : c)
    if (v != static_cast<float>(2 * n)) return false;
  return true;
}

}  // namespace

TEST_CASE("D04: a parent and its forked children run parallel kernels, ten rounds") {
  const temporary_folder folder;
  const auto large = tuned(64, folder.path());
  const auto small = tuned(7, folder.path());
  for (int round = 0; round < 10; ++round) {
    REQUIRE(right(large, 64));
    // the child is ended by an alarm when it hangs
    CHECK(in_child([&] { return right(small, 7) && right(large, 64) ? 0 : 1; }) == 0);
    REQUIRE(right(large, 64));
    REQUIRE(right(small, 7));
  }
}

TEST_CASE("D04: a child tunes") {
  const temporary_folder folder;
  REQUIRE(right(tuned(64, folder.path()), 64));
  CHECK(in_child([&] { return right(tuned(24, folder.path()), 24) ? 0 : 1; }) == 0);
  CHECK(right(tuned(24, folder.path()), 24));
}
