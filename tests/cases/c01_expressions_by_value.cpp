// SPDX-License-Identifier: Apache-2.0
/// \file
/// C01: expressions returned from functions and kept with auto hold no references to what died since. Every node stores
/// its operands by value. The test is built again without and with optimisation, each with the address sanitizer.
#include <hone/ast/bind.hpp>
#include <hone/ast/print.hpp>
#include <hone/ast/reify.hpp>
#include <hone/dsl/dsl.hpp>
#include <hone/native/run.hpp>

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include <support/catch.hpp>

using namespace hone;
using namespace hone::core;

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

/// The operator on small numbers that are the same everywhere: A(i, k) = 10 i + k, v(k) = k + 1.
template <class Operator>
std::array<float, 3> evaluated(const Operator& op) {
  const auto p = ast::bind(op, extents(row = 3, axis<"k">{} = 4));
  std::array<float, 12> a{};
  for (std::size_t n = 0; n < a.size(); ++n) a[n] = static_cast<float>(10 * (n / 4) + n % 4);
  std::array<float, 4> v{1, 2, 3, 4};
  std::array<float, 3> result{-1, -1, -1};
  std::array<void*, 8> by_symbol{};
  for (std::size_t s = 0; s < p.op.symbols.size(); ++s) {
    const std::string_view name = p.op.symbols[s].label.view();
    if (name == "A") by_symbol[s] = a.data();
    if (name == "v") by_symbol[s] = v.data();
    if (name == "out") by_symbol[s] = result.data();
  }
  native::run(op, p, by_symbol);
  return result;
}

/// Overwrites the stack that the call before used.
int clobber(int depth) {
  volatile int noise[64];
  for (int& each : const_cast<int(&)[64]>(noise)) each = depth;
  return depth == 0 ? noise[0] : clobber(depth - 1) + noise[63];
}

}  // namespace

TEST_CASE("C01: an expression returned from a function is whole", "[C01]") {
  const auto combined = scaled_sum(2.5f);
  REQUIRE(clobber(20) > 0);
  REQUIRE(ast::to_string(ast::reify(op<"late">(out(row) = combined))) == "late: out(i) = sum(k)(2.5 * A(i, k) * v(k))");
}

TEST_CASE("C01: a sum of two calls that is kept with auto is whole", "[C01]") {
  const auto both = scaled_sum(0.5f) + scaled_sum(-3.0f);
  REQUIRE(clobber(20) > 0);
  REQUIRE(ast::to_string(ast::reify(op<"both">(out(row) = both))) ==
          "both: out(i) = sum(k)(0.5 * A(i, k) * v(k)) + sum(k)(-3 * A(i, k) * v(k))");
}

TEST_CASE("C01: a statement and an operator outlive what they were made of", "[C01]") {
  const auto make = [](float shift) { return op<"shifted">(out(row) = matrix(row, 0) + shift); };
  const auto kept = std::make_unique<decltype(make(1.0f))>(make(4.0f));
  REQUIRE(clobber(20) > 0);
  REQUIRE(ast::to_string(ast::reify(*kept)) == "shifted: out(i) = A(i, 0) + 4");
}

TEST_CASE("C01: the values are those of the numbers that went in, when evaluated later", "[C01]") {
  const auto once = scaled_sum(2.5f);
  const auto both = scaled_sum(0.5f) + scaled_sum(-3.0f);
  REQUIRE(clobber(20) > 0);
  // sum over k of (10 i + k) (k + 1) is 100 i + 20
  REQUIRE(evaluated(op<"late">(out(row) = once)) == std::array<float, 3>{50, 300, 550});
  REQUIRE(evaluated(op<"both">(out(row) = both)) == std::array<float, 3>{-50, -300, -550});
}
