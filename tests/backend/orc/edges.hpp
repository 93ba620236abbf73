// SPDX-License-Identifier: Apache-2.0
/// \file
/// The values at which arithmetic goes wrong, and pairs of them.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include <hone/meta/scalar_type.hpp>

#include "run.hpp"

namespace hone::core::test {

template <class T>
std::vector<T> edge_values() {
  using limits = std::numeric_limits<T>;
  if constexpr (std::is_floating_point_v<T>) {
    const T big = std::is_same_v<T, float> ? T(0x1p23) : T(0x1p52);  // from here on all values are integers
    return {0,
            T(-0.0),
            1,
            -1,
            T(0.5),
            T(-0.5),
            T(0.3),
            T(-0.7),
            T(1.5),
            T(-2.5),
            127,
            128,
            -128,
            -129,
            255,
            256,
            big,
            big - 1,
            -big,
            big + 1,
            T(2147483647.0),
            T(2147483648.0),
            T(-2147483648.0),
            T(0x1p63),
            T(-0x1p63),
            T(0x1.fffffep62),
            limits::max(),
            limits::lowest(),
            limits::min(),
            limits::denorm_min(),
            limits::infinity(),
            -limits::infinity(),
            limits::quiet_NaN(),
            T(0.49999997),
            T(-0.99999994),
            3};
  } else {
    std::vector<T> out{0, 1, 2, 3, 7, 8, 31, 33, 64, 100, 127, limits::max(), limits::min()};
    for (int k : {-1, -2, -3, -8, -100, -127}) out.push_back(static_cast<T>(k));  // large values of u8
    if constexpr (sizeof(T) > 1)
      for (std::int64_t v : {128, 255, 256, -128, -129, -32769, 65536, 16777217, 2147483646})
        out.push_back(static_cast<T>(v));
    if constexpr (sizeof(T) > 4)
      for (std::int64_t v : {2147483648, -2147483649, 4294967296, 9007199254740993}) out.push_back(static_cast<T>(v));
    return out;
  }
}

/// Every pair of edge values, then the edge values again until the number of pairs is a multiple of 96.
template <class T>
std::pair<std::vector<T>, std::vector<T>> edge_pairs() {
  std::pair<std::vector<T>, std::vector<T>> out;
  const auto values = edge_values<T>();
  for (const T a : values)
    for (const T b : values) {
      out.first.push_back(a);
      out.second.push_back(b);
    }
  while (out.first.size() % 96 != 0) {
    out.first.push_back(out.first[out.first.size() % values.size()]);
    out.second.push_back(values.back());
  }
  return out;
}

/// Calls `visit(T{})` for each type that a buffer can hold.
template <class Visit>
void for_each_type(Visit visit) {
  visit(double{});
  visit(float{});
  visit(std::int64_t{});
  visit(std::int32_t{});
  visit(std::int8_t{});
  visit(std::uint8_t{});
}

}  // namespace hone::core::test
