// SPDX-License-Identifier: Apache-2.0
/// \file
/// A small matrix product whose result is known, as the operator of the tests of `tune`.
#pragma once

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include <hone/hone.hpp>

namespace hone::core::test::small_product {

inline constexpr axis<"i"> i;
inline constexpr axis<"j"> j;
inline constexpr axis<"k"> k;
inline constexpr tensor<"A", float, 2> A;
inline constexpr tensor<"B", float, 2> B;
inline constexpr tensor<"C", float, 2> C;
inline constexpr auto multiply = op<"multiply">(C(i, j) = sum(k)(A(i, k) * B(k, j)));

inline constexpr std::int64_t rows = 24, columns = 40, depth = 36;
inline constexpr auto sizes = extents(i = rows, j = columns, k = depth);

/// Operands, and room for the result.
struct data {
  std::vector<float> a, b, c;
  data()
      : a(static_cast<std::size_t>(rows * depth)),
        b(static_cast<std::size_t>(depth * columns), 2),
        c(static_cast<std::size_t>(rows * columns), -1) {
    for (std::size_t n = 0; n < a.size(); ++n) a[n] = static_cast<float>(n / static_cast<std::size_t>(depth));
  }
};

/// Whether a kernel of `multiply` computes what it should: row r is 2 r K everywhere.
template <class Kernel>
bool right(const Kernel& kernel) {
  data d;
  kernel(A = d.a, B = d.b, C = d.c);
  for (std::size_t n = 0; n < d.c.size(); ++n)
    if (d.c[n] != static_cast<float>(2 * depth * static_cast<std::int64_t>(n / static_cast<std::size_t>(columns))))
      return false;
  return true;
}

/// A short search with results in a folder.
template <class... Settings>
auto tuned_in(const std::string& folder, const Settings&... settings) {
  return tune(multiply, sizes, budget(std::chrono::seconds(60)), max_trials(6), verbose(0), cache_directory(folder),
              settings...);
}

}  // namespace hone::core::test::small_product
