// SPDX-License-Identifier: Apache-2.0
/// \file
/// A04: an empty reduction writes zeros and nothing else; an assignment never reads what it overwrites.
#include <cmath>
#include <limits>

#include <hone/hone.hpp>
#include <support/compiled.hpp>

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

constexpr auto matmul = op<"matmul">(C(i, j) = sum(k)(A(i, k) * B(k, j)));
constexpr auto accumulate = op<"accumulate">(C(i, j) += sum(k)(A(i, k) * B(k, j)));
constexpr float nothing = std::numeric_limits<float>::quiet_NaN();

/// The problem with these distances between rows.
template <class Operator>
ast::problem with_rows(const Operator& op, std::int64_t m, std::int64_t n, std::int64_t depth, std::int64_t a,
                       std::int64_t b, std::int64_t c) {
  auto p = ast::bind(op, extents(i = m, j = n, k = depth));
  const auto set = [&](std::string_view name, std::int64_t rows, std::int64_t columns, std::int64_t stride) {
    ast::layout l;
    l.rank = 2;
    l.extents = {rows, columns};
    l.strides = {stride, 1};
    ast::set_layout(p, name, l);
  };
  set("A", m, depth, a);
  set("B", depth, n, b);
  set("C", m, n, c);
  return p;
}

}  // namespace

TEST_CASE("A04: K = 0 with M = N = 1 writes a zero") {
  const auto p = with_rows(matmul, 1, 1, 0, 2, 1, 2);
  run_every_way(
      matmul, p, 4, 12, [](guarded_tensors& t) { t.fill<float>("C", nothing); },
      [](guarded_tensors& t) {
        REQUIRE(t.of<float>("C").size() == 1);
        REQUIRE(t.of<float>("C")[0] == 0);
        REQUIRE_FALSE(std::signbit(t.of<float>("C")[0]));
      });
}

TEST_CASE("A04: K = 0 writes zeros between the padding of the rows and leaves that alone") {
  const auto p = with_rows(matmul, 3, 2, 0, 2, 2, 5);
  run_every_way(
      matmul, p, 4, 12, [](guarded_tensors& t) { t.fill<float>("C", 7); },
      [](guarded_tensors& t) {
        const auto c = t.of<float>("C");
        REQUIRE(c.size() == 12);
        for (std::size_t n = 0; n < c.size(); ++n) REQUIRE(c[n] == (n % 5 < 2 ? 0 : 7));
      });
}

TEST_CASE("A04: K = 0 adds nothing to an accumulated output, not even to NaN") {
  run_every_way(
      accumulate, with_rows(accumulate, 1, 2, 0, 2, 2, 2), 4, 12,
      [](guarded_tensors& t) { t.of<float>("C")[0] = 3, t.of<float>("C")[1] = nothing; },
      [](guarded_tensors& t) {
        REQUIRE(t.of<float>("C")[0] == 3);
        REQUIRE(std::isnan(t.of<float>("C")[1]));
      });
}

TEST_CASE("A04: NaN in the output does not reach an assignment, and stays in an accumulation") {
  const auto fill = [](guarded_tensors& t) {
    t.fill<float>("A", 1);
    t.fill<float>("B", 2);
    t.fill<float>("C", nothing);
  };
  for (const std::int64_t row : {4, 6}) {
    CAPTURE(row);
    run_every_way(matmul, with_rows(matmul, 4, 4, 4, row, row, row), 20, 60, fill, [&](guarded_tensors& t) {
      const auto c = t.of<float>("C");
      for (std::size_t n = 0; n < c.size(); ++n)
        REQUIRE((static_cast<std::int64_t>(n) % row < 4 ? c[n] == 8 : std::isnan(c[n])));
    });
    run_every_way(accumulate, with_rows(accumulate, 4, 4, 4, row, row, row), 20, 60, fill, [&](guarded_tensors& t) {
      for (const float c : t.of<float>("C")) REQUIRE(std::isnan(c));
    });
  }
}

TEST_CASE("A04: a longer sum over several tiles begins at zero as well") {
  const auto p = with_rows(matmul, 9, 17, 64, 64, 17, 17);
  run_every_way(
      matmul, p, 20, 60,
      [](guarded_tensors& t) { t.fill<float>("A", 1), t.fill<float>("B", 1), t.fill<float>("C", nothing); },
      [](guarded_tensors& t) {
        for (const float c : t.of<float>("C")) REQUIRE(c == 64);
      });
}
