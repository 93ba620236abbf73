// SPDX-License-Identifier: Apache-2.0
/// \file
/// C01: expressions returned from functions and kept with auto hold no references to what died since. Every node stores
/// its operands by value; the sanitizers watch this test.
#include <hone/ast/print.hpp>
#include <hone/ast/reify.hpp>
#include <hone/dsl/dsl.hpp>

#include <memory>
#include <string>

#include <support/catch.hpp>

using namespace hone;

namespace {

constexpr axis<"i"> row;
constexpr tensor<"A", float, 2> matrix;
constexpr tensor<"v", float, 1> vector;
constexpr tensor<"out", float, 1> out;

/// Everything in here dies with the call: the factor, the intermediate, the tensor objects.
auto scaled_sum(float by) {
  const float factor = by;
  const tensor<"A", float, 2> local_matrix;
  const auto local_axis = std::make_unique<axis<"k">>();
  const auto intermediate = factor * local_matrix(row, *local_axis);
  return sum(*local_axis)(intermediate * vector(*local_axis));
}

/// Overwrites the stack that the call before used.
int clobber(int depth) {
  volatile int noise[64];
  for (int& each : const_cast<int(&)[64]>(noise)) each = depth;
  return depth == 0 ? noise[0] : clobber(depth - 1) + noise[63];
}

}  // namespace

TEST_CASE("an expression returned from a function is whole", "[C01]") {
  const auto combined = scaled_sum(2.5f);
  REQUIRE(clobber(20) > 0);
  REQUIRE(ast::to_string(ast::reify(op<"late">(out(row) = combined))) == "late: out(i) = sum(k)(2.5 * A(i, k) * v(k))");
}

TEST_CASE("a sum of two calls that is kept with auto is whole", "[C01]") {
  const auto both = scaled_sum(0.5f) + scaled_sum(-3.0f);
  REQUIRE(clobber(20) > 0);
  REQUIRE(ast::to_string(ast::reify(op<"both">(out(row) = both))) ==
          "both: out(i) = sum(k)(0.5 * A(i, k) * v(k)) + sum(k)(-3 * A(i, k) * v(k))");
}

TEST_CASE("a statement and an operator outlive what they were made of", "[C01]") {
  const auto make = [](float shift) { return op<"shifted">(out(row) = matrix(row, 0) + shift); };
  const auto kept = std::make_unique<decltype(make(1.0f))>(make(4.0f));
  REQUIRE(clobber(20) > 0);
  REQUIRE(ast::to_string(ast::reify(*kept)) == "shifted: out(i) = A(i, 0) + 4");
}
