// SPDX-License-Identifier: Apache-2.0
/// \file
/// Affine forms of index expressions, and that the region that a copy covers holds every index.
#include <support/catch.hpp>

#include <algorithm>
#include <limits>
#include <vector>

#include <hone/ast/symbols.hpp>
#include <hone/lower/region.hpp>
#include <hone/meta/random.hpp>

#include "operators.hpp"

using namespace lower_test;

namespace {

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0); }

/// An index expression where each axis has its value.
std::int64_t evaluate(const ast::problem& problem, std::int32_t n) {
  const auto& node = node_at(problem.op, n);
  const auto operand = [&](std::size_t o) { return evaluate(problem, node.operands[o]); };
  switch (node.kind) {
    case node_kind::literal: return node.bits;
    case node_kind::add: return operand(0) + operand(1);
    case node_kind::sub: return operand(0) - operand(1);
    case node_kind::mul: return operand(0) * operand(1);
    case node_kind::neg: return -operand(0);
    case node_kind::div: return floor_div(operand(0), operand(1));
    case node_kind::mod: return operand(0) - operand(1) * floor_div(operand(0), operand(1));
    default: return problem.values[static_cast<std::size_t>(node.symbol)];
  }
}

constexpr attribute<"s"> s;
constexpr attribute<"d"> d;

/// Index expressions of many kinds, as the reads of one operator.
constexpr auto indices = op<"indices">(
    C(i, j) = padded(U, 0)(i * s + j - 4, -i) + padded(U, 0)(2 * (i - j) - (3 - j), (i + 1) / 3) +
              padded(U, 0)((i - j) / -2 + j, i * 3 % 7) + padded(U, 0)(d - (i / 2 + j) * 2, -((i + j) % 4) - i) +
              padded(U, 0)((i / 2 + j / 3) / 2, (s * i + d) % -5) + padded(U, 0)(j % 3 + i % 4, (2 * i - j / 2) * -3));

}  // namespace

TEST_CASE("a region holds every index of a window, and no more than it says") {
  auto problem = ast::bind(indices, extents(i = 100, j = 100, p = 10, q = 10, s = 3, d = 2));
  const auto axis_i = static_cast<std::size_t>(ast::find_symbol(problem.op, "i"));
  const auto axis_j = static_cast<std::size_t>(ast::find_symbol(problem.op, "j"));
  const auto reads = lower::reads_of(problem.op, ast::find_symbol(problem.op, "U"));
  REQUIRE(reads.size() == 6);
  random_generator random(5);
  for (int n = 0; n < 200; ++n) {
    std::vector<std::int64_t> windows(problem.op.symbols.size(), 1);
    windows[axis_i] = 1 + static_cast<std::int64_t>(random.below(6));
    windows[axis_j] = 1 + static_cast<std::int64_t>(random.below(6));
    const auto base_i = static_cast<std::int64_t>(random.below(20)), base_j = static_cast<std::int64_t>(random.below(20));
    for (const auto read : reads)
      for (const auto index : lower::index_nodes(problem.op, read)) {
        std::int64_t low = std::numeric_limits<std::int64_t>::max(), high = std::numeric_limits<std::int64_t>::min();
        for (std::int64_t x = 0; x < windows[axis_i]; ++x)
          for (std::int64_t y = 0; y < windows[axis_j]; ++y) {
            problem.values[axis_i] = base_i + x;
            problem.values[axis_j] = base_j + y;
            const auto value = evaluate(problem, index);
            low = std::min(low, value);
            high = std::max(high, value);
          }
        CHECK(high - low + 1 <= lower::covered_extent(problem, index, windows));
      }
  }
}

TEST_CASE("affine forms") {
  const auto problem = ast::bind(indices, extents(i = 100, j = 100, p = 10, q = 10, s = 3, d = 2));
  const auto axis_i = static_cast<std::size_t>(ast::find_symbol(problem.op, "i"));
  const auto axis_j = static_cast<std::size_t>(ast::find_symbol(problem.op, "j"));
  const auto reads = lower::reads_of(problem.op, ast::find_symbol(problem.op, "U"));
  const auto form = [&](std::size_t read, std::size_t dimension) {
    return lower::form_of(problem, lower::index_nodes(problem.op, reads[read])[dimension]);
  };
  const auto strided = form(0, 0);
  CHECK((strided.offset == -4 && strided.coefficients[axis_i] == 3 && strided.coefficients[axis_j] == 1));
  CHECK(strided.opaque.empty());
  const auto nested_sums = form(1, 0);  // 2 i - 2 j - 3 + j
  CHECK((nested_sums.offset == -3 && nested_sums.coefficients[axis_i] == 2 && nested_sums.coefficients[axis_j] == -1));
  const auto quotient = form(2, 0);
  CHECK((quotient.opaque.size() == 1 && quotient.coefficients[axis_i] == 0 && quotient.coefficients[axis_j] == 1));
  // windows of an affine form give its extent exactly
  std::vector<std::int64_t> windows(problem.op.symbols.size(), 1);
  windows[axis_i] = 4;
  windows[axis_j] = 5;
  CHECK(lower::covered_extent(problem, lower::index_nodes(problem.op, reads[0])[0], windows) == 3 * 3 + 4 + 1);
  CHECK(lower::covered_extent(problem, lower::index_nodes(problem.op, reads[2])[1], windows) == 7);
}

TEST_CASE("expressions without an axis have a value") {
  const auto problem = ast::bind(indices, extents(i = 100, j = 100, p = 10, q = 10, s = 3, d = 2));
  std::vector<std::int64_t> found;
  for (std::size_t n = 0; n < problem.op.nodes.size(); ++n)
    if (problem.op.nodes[n].kind == node_kind::attribute)
      found.push_back(*lower::constant_value(problem, static_cast<std::int32_t>(n)));
  CHECK(found == std::vector<std::int64_t>{3, 2, 3, 2});
  CHECK_FALSE(lower::constant_value(problem, lower::index_nodes(problem.op, lower::reads_of(problem.op, ast::find_symbol(problem.op, "U"))[0])[0]));
}
