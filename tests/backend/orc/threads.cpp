// SPDX-License-Identifier: Apache-2.0
/// \file
/// Many threads compile at once.
#include <thread>

#include <hone/target/known.hpp>

#include "kernels.hpp"
#include "run.hpp"

namespace hone::core::test {

TEST_CASE("compilations on several threads do not disturb each other") {
  const auto cpu = target::known::avx2();
  const auto make = [&](std::int64_t rows) { return compile({micro_kernel(rows, 16, 64)}, cpu).object; };
  std::vector<byte_string> expected, found(24);
  for (std::int64_t rows = 1; rows <= 6; ++rows) expected.push_back(make(rows));
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (std::size_t k = 0; k < 6; ++k) found[6 * t + k] = make(static_cast<std::int64_t>((k + t) % 6) + 1);
    });
  for (auto& thread : threads) thread.join();
  for (std::size_t t = 0; t < 4; ++t)
    for (std::size_t k = 0; k < 6; ++k) CHECK(found[6 * t + k] == expected[(k + t) % 6]);
}

}  // namespace hone::core::test
