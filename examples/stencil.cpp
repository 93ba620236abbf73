// SPDX-License-Identifier: Apache-2.0
/// \file
/// A two-dimensional stencil: one step of the heat equation, with a coefficient that is given in each call.
#include <chrono>
#include <cstdio>
#include <vector>

#include <hone/hone.hpp>

#include "support/example.hpp"

using namespace hone;
using namespace std::chrono_literals;

constexpr axis<"i"> i;
constexpr axis<"j"> j;
constexpr shaped_tensor<"T", float, i, j> T;  // its extents: neighbours alone would not tell them
constexpr tensor<"next", float, 2> next;
constexpr scalar<"alpha", float> alpha;

/// Outside the plate it is 0 degrees.
constexpr auto heat = op<"heat">(next(i, j) = T(i, j) + alpha * (padded(T, 0)(i - 1, j) + padded(T, 0)(i + 1, j) +
                                                                 padded(T, 0)(i, j - 1) + padded(T, 0)(i, j + 1) -
                                                                 4 * T(i, j)));

namespace {

constexpr int rows = 301, columns = 517;

std::vector<float> by_hand(const std::vector<float>& t, float a) {
  const auto at = [&](int y, int x) {
    const bool inside = y >= 0 && y < rows && x >= 0 && x < columns;
    return inside ? t[static_cast<std::size_t>(y * columns + x)] : 0.0F;
  };
  std::vector<float> out;
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x)
      out.push_back(at(y, x) + a * (at(y - 1, x) + at(y + 1, x) + at(y, x - 1) + at(y, x + 1) - 4 * at(y, x)));
  return out;
}

}  // namespace

int main() {
  auto step = tune(heat, extents(i = rows, j = columns), budget(3s));
  auto plate = example::sample(rows * columns, 1);
  std::vector<float> after(plate.size());
  bool right = true;
  for (const float a : {0.1F, 0.2F}) {
    step(T = plate, alpha = a, next = after);
    right = example::agrees("heat", after, by_hand(plate, a), 10) && right;
    plate = after;
  }
  return right ? 0 : 1;
}
