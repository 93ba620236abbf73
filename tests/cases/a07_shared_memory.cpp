// SPDX-License-Identifier: Apache-2.0
/// \file
/// A07: an output that shares memory with an input is refused when arguments are bound, except where the operator reads
/// that input at exactly the element that it writes.
#include <numeric>
#include <string>
#include <vector>

#include <hone/hone.hpp>
#include <hone/runtime/bind.hpp>
#include <support/compiled.hpp>
#include <support/temporary_folder.hpp>
#include <support/thrown.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;

namespace {

constexpr axis<"i"> i;
constexpr axis<"j"> j;
constexpr axis<"k"> k;
constexpr tensor<"A", float, 2> A;
constexpr tensor<"B", float, 2> B;
constexpr tensor<"C", float, 2> C;
constexpr tensor<"a", float, 1> a;
constexpr tensor<"b", float, 1> b;
constexpr tensor<"out", float, 1> out;

constexpr auto times_transposed = op<"times_transposed">(C(i, j) = sum(k)(A(i, k) * B(j, k)));
constexpr auto add = op<"add">(out(i) = a(i) + b(i));
constexpr auto add_transposed = op<"add_transposed">(C(i, j) = A(i, j) + B(j, i));
constexpr auto add_to = op<"add_to">(out(i) += a(i) * b(i));

/// Not tuned: the default schedule.
template <class Operator, class Extents>
auto default_kernel(const Operator& op, const Extents& e, const temporary_folder& folder) {
  auto kernel = tune(op, e, mode(tune_mode::read), verbose(0), cache_directory(folder.path()));
  REQUIRE(kernel.report().source == kernel_source::fallback);
  return kernel;
}

bool in_place(const ast::problem& p, std::string_view name) {
  for (const auto& argument : lower::arguments_of(p))
    if (argument.name == name) return argument.in_place;
  throw std::logic_error("no such argument");
}

}  // namespace

TEST_CASE("A07: a product into one of its own inputs is refused, and leaves it alone") {
  const temporary_folder folder;
  for (const std::int64_t n : {4, 300}) {
    CAPTURE(n);
    const auto multiply = default_kernel(times_transposed, extents(i = n, j = n, k = n), folder);
    std::vector<float> m(static_cast<std::size_t>(n * n), 2), result(m.size());
    CHECK(code_of([&] { multiply(A = m, B = m, C = m); }) == error_code::overlapping_arguments);
    const auto status = multiply.call(A = result, B = m, C = m);
    CHECK(status.binding.problem == runtime::bind_problem::overlap);
    CHECK(multiply.sentence(status).find("'C' is written and shares memory with 'B'") != std::string::npos);
    CHECK(std::ranges::all_of(m, [](float x) { return x == 2; }));
    multiply(A = m, B = m, C = result);  // inputs may be one
    CHECK(std::ranges::all_of(result, [&](float x) { return x == static_cast<float>(4 * n); }));
  }
}

TEST_CASE("A07: views that overlap by half are refused") {
  const temporary_folder folder;
  for (const std::int64_t n : {4, 300}) {
    CAPTURE(n);
    std::vector<float> both(static_cast<std::size_t>(2 * n), 1), other(both);
    const auto plus = default_kernel(add, extents(i = n), folder);
    CHECK(code_of([&] { plus(a = both.data(), b = other, out = both.data() + n / 2); }) ==
          error_code::overlapping_arguments);
    CHECK(code_of([&] { plus(a = both.data() + n / 2, b = other, out = both.data()); }) ==
          error_code::overlapping_arguments);
    CHECK(plus.call(a = both.data() + n, b = other, out = both.data()).ok());

    const auto multiply = default_kernel(times_transposed, extents(i = n, j = n, k = n), folder);
    std::vector<float> m(static_cast<std::size_t>(2 * n * n), 1), c(m);
    CHECK_FALSE(multiply.call(A = m.data(), B = m.data(), C = m.data() + n * n / 2).ok());
    CHECK(multiply.call(A = m.data(), B = m.data(), C = m.data() + n * n).ok());
  }
}

TEST_CASE("A07: b := a + b at equal indices works in place") {
  const temporary_folder folder;
  for (const std::int64_t n : {4, 300}) {
    CAPTURE(n);
    const auto plus = default_kernel(add, extents(i = n), folder);
    std::vector<float> x(static_cast<std::size_t>(n)), y(x.size(), 1000);
    std::iota(x.begin(), x.end(), 0.0F);
    for (int round = 1; round <= 3; ++round) {
      plus(a = x, b = y, out = y);
      for (std::size_t e = 0; e < y.size(); ++e) REQUIRE(y[e] == 1000 + static_cast<float>(round) * x[e]);
    }
    plus(a = y, b = y, out = y);
    CHECK(y.back() == 2 * (1000 + 3 * x.back()));
  }
}

TEST_CASE("A07: in place with every schedule") {
  for (const std::int64_t n : {13, 300}) {
    const auto p = ast::bind(add, extents(i = n));
    for_each_candidate(p, 10, 60, [&](const lower::candidate& candidate) {
      const auto kernel = compiled(candidate);
      guarded_tensors t(candidate.plan.arguments);
      t.alias("out", "b");
      count_from(t.of<float>("a"), 0.0F);
      t.fill<float>("b", 1000);
      REQUIRE(kernel.run(t.addresses()) == runtime::run_status::ok);
      for (std::size_t e = 0; e < static_cast<std::size_t>(n); ++e)
        REQUIRE(t.of<float>("b")[e] == 1000 + static_cast<float>(e));
    });
  }
  const auto p = ast::bind(add_transposed, extents(i = 19, j = 19));
  for_each_candidate(p, 10, 60, [&](const lower::candidate& candidate) {
    const auto kernel = compiled(candidate);
    guarded_tensors t(candidate.plan.arguments);
    t.alias("C", "A");
    t.fill<float>("A", 1000);
    count_from(t.of<float>("B"), 0.0F);
    REQUIRE(kernel.run(t.addresses()) == runtime::run_status::ok);
    for (std::size_t row = 0; row < 19; ++row)
      for (std::size_t column = 0; column < 19; ++column)
        REQUIRE(t.of<float>("A")[row * 19 + column] == 1000 + t.of<float>("B")[column * 19 + row]);
  });
}

TEST_CASE("A07: which inputs may be the output") {
  const auto pointwise = ast::bind(add, extents(i = 8));
  CHECK(in_place(pointwise, "a"));
  CHECK(in_place(pointwise, "b"));
  CHECK_FALSE(in_place(pointwise, "out"));
  const auto accumulating = ast::bind(add_to, extents(i = 8));
  CHECK(in_place(accumulating, "a"));

  const auto mixed = ast::bind(add_transposed, extents(i = 8, j = 8));
  CHECK(in_place(mixed, "A"));
  CHECK_FALSE(in_place(mixed, "B"));
  const auto product = ast::bind(times_transposed, extents(i = 8, j = 8, k = 8));
  CHECK_FALSE(in_place(product, "A"));

  constexpr shaped_tensor<"X", float, i> X;
  // once at the element itself and once beside it
  const auto blur = ast::bind(op<"blur">(out(i) = X(i) + padded(X, 0)(i - 1)), extents(i = 8));
  CHECK_FALSE(in_place(blur, "X"));
  const auto shifted = ast::bind(op<"shifted">(out(i) = padded(X, 0)(i + 1) + b(i)), extents(i = 8));
  CHECK_FALSE(in_place(shifted, "X"));
  CHECK(in_place(shifted, "b"));
  // partial sums may be kept in the output while the bias is still to be read
  const auto epilogue = ast::bind(op<"epilogue">(out(i) = sum(k)(A(i, k)) + b(i)), extents(i = 8, k = 8));
  CHECK_FALSE(in_place(epilogue, "b"));
}
