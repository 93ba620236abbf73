// SPDX-License-Identifier: Apache-2.0
/// \file
/// Operators whose results can be worked out by hand.
#include <support/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "bound.hpp"

using namespace hone::dsl;
using bound::operation;

namespace {

constexpr axis<"i"> i;
constexpr axis<"j"> j;
constexpr axis<"k"> k;
constexpr tensor<"A", float, 2> A;
constexpr tensor<"B", float, 2> B;
constexpr tensor<"C", float, 2> C;
constexpr auto matmul = op<"matmul">(C(i, j) = sum(k)(A(i, k) * B(k, j)));
constexpr auto accumulate = op<"accumulate">(C(i, j) += sum(k)(A(i, k) * B(k, j)));
constexpr auto not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr auto infinity = std::numeric_limits<float>::infinity();

template <class T>
std::vector<T> counting(std::size_t n, T first) {
  std::vector<T> v(n);
  std::iota(v.begin(), v.end(), first);
  return v;
}

template <class Operator>
operation<Operator> product(const Operator& op, std::int64_t m, std::int64_t n, std::int64_t depth,
                            std::vector<float>& a, std::vector<float>& b, std::vector<float>& c) {
  operation<Operator> o(op, {{"i", m}, {"j", n}, {"k", depth}});
  o.tensor("A", a, {m, depth}).tensor("B", b, {depth, n}).tensor("C", c, {m, n});
  return o;
}

}  // namespace

TEST_CASE("native multiplies matrices") {
  auto a = counting(6, 1.0f), b = counting(6, 7.0f);
  std::vector<float> c(4, not_a_number);
  product(matmul, 2, 2, 3, a, b, c).run();
  CHECK(c == std::vector<float>{58, 64, 139, 154});
  product(accumulate, 2, 2, 3, a, b, c).run();
  CHECK(c == std::vector<float>{116, 128, 278, 308});
  product(matmul, 2, 2, 3, a, b, c).run_reference();
  CHECK(c == std::vector<float>{58, 64, 139, 154});
}

TEST_CASE("native is right for every mix of long and short loops") {
  for (const std::int64_t m : {1, 3, 17})
    for (const std::int64_t n : {1, 7, 8, 129, 300})
      for (const std::int64_t depth : {1, 5, 140, 260}) {
        std::vector<float> a(static_cast<std::size_t>(m * depth)), b(static_cast<std::size_t>(depth * n));
        for (std::size_t e = 0; e < a.size(); ++e) a[e] = static_cast<float>(e % 7) - 3;
        for (std::size_t e = 0; e < b.size(); ++e) b[e] = static_cast<float>(e % 5) - 2;
        std::vector<float> c(static_cast<std::size_t>(m * n), not_a_number);
        product(matmul, m, n, depth, a, b, c).run();
        bool right = true;
        for (std::int64_t x = 0; x < m; ++x)
          for (std::int64_t y = 0; y < n; ++y) {
            float want = 0;  // small integers: exact in any order
            for (std::int64_t z = 0; z < depth; ++z)
              want += a[static_cast<std::size_t>(x * depth + z)] * b[static_cast<std::size_t>(z * n + y)];
            right = right && c[static_cast<std::size_t>(x * n + y)] == want;
          }
        CAPTURE(m, n, depth);
        CHECK(right);
      }
}

TEST_CASE("A04: an empty sum is 0, and assignment does not read the destination") {
  std::vector<float> none(1), c{not_a_number, 42, 43};
  operation o(matmul, {{"i", 1}, {"j", 1}, {"k", 0}});
  o.tensor("A", none, {1, 0}, {2, 1}).tensor("B", none, {0, 1}, {1, 1}).tensor("C", c, {1, 1}, {2, 1});
  o.run();
  CHECK(c == std::vector<float>{0, 42, 43});

  std::vector<float> a(16, 1), b(16, 2), d(16, not_a_number);
  product(matmul, 4, 4, 4, a, b, d).run();
  CHECK(d == std::vector<float>(16, 8));
  d.assign(16, not_a_number);
  product(accumulate, 4, 4, 4, a, b, d).run();
  CHECK(std::all_of(d.begin(), d.end(), [](float x) { return std::isnan(x); }));
}

TEST_CASE("an empty output is left alone") {
  std::vector<float> a(1), b(1), c{5};
  product(matmul, 0, 1, 1, a, b, c).run();
  product(matmul, 1, 0, 1, a, b, c).run();
  CHECK(c == std::vector<float>{5});
}

TEST_CASE("A08: u8 times s8 accumulates in s32") {
  constexpr tensor<"U", std::uint8_t, 2> U;
  constexpr tensor<"S", std::int8_t, 2> S;
  constexpr tensor<"R", std::int32_t, 2> R;
  constexpr auto mixed = op<"mixed">(R(i, j) = sum(k)(U(i, k) * S(k, j)));
  std::vector<std::uint8_t> u(4, 255);
  std::vector<std::int8_t> s(4, 127);
  std::vector<std::int32_t> r(1);
  operation(mixed, {{"i", 1}, {"j", 1}, {"k", 4}})
      .tensor("U", u, {1, 4})
      .tensor("S", s, {4, 1})
      .tensor("R", r, {1, 1})
      .run();
  CHECK(r[0] == 129540);

  constexpr tensor<"T", std::int8_t, 2> T;
  constexpr auto narrow = op<"narrow">(R(i, j) = sum(k)(S(i, k) * T(k, j)));
  std::vector<std::int8_t> x(64, -128), y(64, -128);
  operation(narrow, {{"i", 1}, {"j", 1}, {"k", 64}})
      .tensor("S", x, {1, 64})
      .tensor("T", y, {64, 1})
      .tensor("R", r, {1, 1})
      .run();
  CHECK(r[0] == 1048576);
}

TEST_CASE("A12: division and modulo round to minus infinity") {
  constexpr tensor<"X", std::int32_t, 1> X;
  constexpr tensor<"Y", std::int32_t, 1> Y;
  constexpr tensor<"Q", std::int32_t, 1> Q;
  constexpr auto quotient = op<"quotient">(Q(i) = X(i) / Y(i));
  constexpr auto remainder = op<"remainder">(Q(i) = X(i) % Y(i));
  constexpr auto lowest = std::numeric_limits<std::int32_t>::min();
  std::vector<std::int32_t> x{-7, 7, -5, 120, 5, -3, lowest, lowest}, y{2, -2, 3, -27, 0, 4, -1, 0}, q(8);
  const auto run = [&](const auto& what) {
    operation(what, {{"i", 8}}).tensor("X", x, {8}).tensor("Y", y, {8}).tensor("Q", q, {8}).run();
  };
  run(quotient);
  CHECK(q == std::vector<std::int32_t>{-4, -4, -2, -5, 0, -1, lowest, 0});
  run(remainder);
  CHECK(q == std::vector<std::int32_t>{1, -1, 1, -15, 5, 1, 0, lowest});

  constexpr auto by_index = op<"by_index">(Q(i) = cast<std::int32_t>((i - 3) / 4));
  constexpr auto rest = op<"rest">(Q(i) = cast<std::int32_t>((i - 3) % 4));
  operation(by_index, {{"i", 8}}).tensor("Q", q, {8}).run();
  CHECK(q == std::vector<std::int32_t>{-1, -1, -1, 0, 0, 0, 0, 1});
  operation(rest, {{"i", 8}}).tensor("Q", q, {8}).run();
  CHECK(q == std::vector<std::int32_t>{1, 2, 3, 0, 1, 2, 3, 0});
}

TEST_CASE("integers wrap, casts saturate") {
  constexpr tensor<"X", std::int32_t, 1> X;
  constexpr tensor<"Q", std::int32_t, 1> Q;
  constexpr tensor<"F", float, 1> F;
  constexpr tensor<"N", std::int8_t, 1> N;
  constexpr tensor<"M", std::uint8_t, 1> M;
  constexpr auto biggest = std::numeric_limits<std::int32_t>::max(), lowest = std::numeric_limits<std::int32_t>::min();
  std::vector<std::int32_t> x{biggest, lowest, -1, 65536}, q(4);
  const auto on_x = [&](const auto& what) {
    operation(what, {{"i", 4}}).tensor("X", x, {4}).tensor("Q", q, {4}).run();
    return q;
  };
  CHECK(on_x(op<"increment">(Q(i) = X(i) + 1)) == std::vector<std::int32_t>{lowest, lowest + 1, 0, 65537});
  CHECK(on_x(op<"square">(Q(i) = X(i) * X(i))) == std::vector<std::int32_t>{1, 0, 1, 0});
  CHECK(on_x(op<"absolute">(Q(i) = abs(X(i)))) == std::vector<std::int32_t>{biggest, lowest, 1, 65536});
  CHECK(on_x(op<"negative">(Q(i) = -X(i))) == std::vector<std::int32_t>{-biggest, lowest, 1, -65536});

  std::vector<float> f{1e30f, -1e30f, not_a_number, 3.99f, -3.99f, 200, 2147483648.0f, -infinity};
  std::vector<std::int32_t> wide(8);
  operation(op<"to_int">(Q(i) = cast<std::int32_t>(F(i))), {{"i", 8}}).tensor("F", f, {8}).tensor("Q", wide, {8}).run();
  CHECK(wide == std::vector<std::int32_t>{biggest, lowest, 0, 3, -3, 200, biggest, lowest});
  std::vector<std::int8_t> n(8);
  operation(op<"to_i8">(N(i) = cast<std::int8_t>(F(i))), {{"i", 8}}).tensor("F", f, {8}).tensor("N", n, {8}).run();
  CHECK(n == std::vector<std::int8_t>{127, -128, 0, 3, -3, 127, 127, -128});
  std::vector<std::uint8_t> m(4);
  operation(op<"to_u8">(M(i) = cast<std::uint8_t>(X(i))), {{"i", 4}}).tensor("X", x, {4}).tensor("M", m, {4}).run();
  CHECK(m == std::vector<std::uint8_t>{255, 0, 0, 255});
}

TEST_CASE("min and max propagate NaN whatever the order") {
  constexpr tensor<"X", float, 2> X;
  constexpr tensor<"Y", float, 1> Y;
  constexpr auto largest = op<"largest">(Y(i) = max_over(k)(X(i, k)));
  constexpr auto smallest = op<"smallest">(Y(i) = min_over(k)(X(i, k)));
  std::vector<float> x{not_a_number, 1, 2, 1, not_a_number, 2, 1, 2, not_a_number, 3, 1, 2}, y(4);
  const auto run = [&](const auto& what) {
    operation(what, {{"i", 4}, {"k", 3}}).tensor("X", x, {4, 3}).tensor("Y", y, {4}).run();
    return std::isnan(y[0]) && std::isnan(y[1]) && std::isnan(y[2]);
  };
  CHECK(run(largest));
  CHECK(y[3] == 3);
  CHECK(run(smallest));
  CHECK(y[3] == 1);
}

TEST_CASE("every reduction, nested ones, and an epilogue") {
  constexpr tensor<"X", float, 2> X;
  constexpr tensor<"Y", float, 1> Y;
  constexpr tensor<"S", float, 0> S;
  std::vector<float> x{1, 2, 3, 4, 5, 6}, y(2), s{not_a_number};
  const auto rows = [&](const auto& what) {
    operation(what, {{"i", 2}, {"k", 3}}).tensor("X", x, {2, 3}).tensor("Y", y, {2}).run();
    return y;
  };
  CHECK(rows(op<"sums">(Y(i) = sum(k)(X(i, k)))) == std::vector<float>{6, 15});
  CHECK(rows(op<"products">(Y(i) = product(k)(X(i, k)))) == std::vector<float>{6, 120});
  CHECK(rows(op<"minima">(Y(i) = min_over(k)(X(i, k)))) == std::vector<float>{1, 4});
  CHECK(rows(op<"maxima">(Y(i) = max_over(k)(X(i, k)))) == std::vector<float>{3, 6});
  CHECK(rows(op<"epilogue">(Y(i) = max(sum(k)(X(i, k)) - 10, 0))) == std::vector<float>{0, 5});
  constexpr auto total = op<"total">(S() = sum(i, k)(X(i, k)));
  operation(total, {{"i", 2}, {"k", 3}}).tensor("X", x, {2, 3}).tensor("S", s, {}).run();
  CHECK(s[0] == 21);
  constexpr auto nested = op<"nested">(S() = product(i)(sum(k)(X(i, k))));
  operation(nested, {{"i", 2}, {"k", 3}}).tensor("X", x, {2, 3}).tensor("S", s, {}).run();
  CHECK(s[0] == 90);
  CHECK(rows(op<"scaled">(Y(i) = sum(k)(X(i, k) * cast<float>(k)))) == std::vector<float>{8, 17});
}

TEST_CASE("a padded convolution of ones counts the taps inside") {
  constexpr axis<"y"> y;
  constexpr axis<"x"> x;
  constexpr axis<"u"> u;
  constexpr axis<"v"> v;
  constexpr size<"h"> h;
  constexpr size<"w"> w;
  constexpr attribute<"stride"> stride;
  constexpr shaped_tensor<"I", float, h, w> I;
  constexpr tensor<"W", float, 2> W;
  constexpr tensor<"O", float, 2> O;
  constexpr auto conv = op<"conv">(O(y, x) = sum(u, v)(padded(I, 0)(y * stride + u - 1, x * stride + v - 1) * W(u, v)));
  std::vector<float> image(100 * 9, 1), weights(9, 1);
  const auto run = [&](std::int64_t height, std::int64_t width, std::int64_t step) {
    const std::int64_t oh = (height - 1) / step + 1, ow = (width - 1) / step + 1;
    std::vector<float> out(static_cast<std::size_t>(oh * ow), not_a_number);
    operation(conv, {{"y", oh}, {"x", ow}, {"u", 3}, {"v", 3}, {"h", height}, {"w", width}, {"stride", step}})
        .tensor("I", image, {height, width})
        .tensor("W", weights, {3, 3})
        .tensor("O", out, {oh, ow})
        .run();
    return out;
  };
  CHECK(run(3, 4, 1) == std::vector<float>{4, 6, 6, 4, 6, 9, 9, 6, 4, 6, 6, 4});
  CHECK(run(1, 1, 1) == std::vector<float>{1});
  CHECK(run(5, 4, 2) == std::vector<float>{4, 6, 6, 9, 4, 6});
  auto wide = run(3, 100, 1);
  CHECK(std::accumulate(wide.begin(), wide.end(), 0.0f) == 7 * 298);
  auto backwards = op<"backwards">(O(y, x) = padded(I, -1)(y, 2 - x));
  std::vector<float> out(5, not_a_number);
  operation(backwards, {{"y", 1}, {"x", 5}, {"h", 1}, {"w", 2}})
      .tensor("I", image, {1, 2})
      .tensor("O", out, {1, 5})
      .run();
  CHECK(out == std::vector<float>{-1, 1, 1, -1, -1});
}

TEST_CASE("indices may divide and take remainders") {
  constexpr tensor<"O", float, 1> O;
  constexpr shaped_tensor<"X", float, 3> X;
  constexpr shaped_tensor<"Y", float, 2> Y;
  std::vector<float> x{10, 20, 30}, y{1, 2}, out(6, not_a_number);
  constexpr auto blocks = op<"blocks">(O(i) = X(i / 2) + Y(i % 2));
  operation(blocks, {{"i", 6}}).tensor("X", x, {3}).tensor("Y", y, {2}).tensor("O", out, {6}).run();
  CHECK(out == std::vector<float>{11, 12, 21, 22, 31, 32});
  constexpr auto shifted = op<"shifted">(O(i) = padded(X, -1)((i - 3) / 2));
  operation(shifted, {{"i", 6}}).tensor("X", x, {3}).tensor("O", out, {6}).run();
  CHECK(out == std::vector<float>{-1, -1, -1, 10, 10, 20});
}

TEST_CASE("strides: padding is neither read nor written") {
  constexpr auto hole = not_a_number;
  std::vector<float> a{1, 2, hole, 3, 4, hole}, b{5, hole, 6, hole, 7, hole, 8, hole}, c(9, -1);
  operation o(matmul, {{"i", 2}, {"j", 2}, {"k", 2}});
  o.tensor("A", a, {2, 2}, {3, 1}).tensor("B", b, {2, 2}, {4, 2}).tensor("C", c, {2, 2}, {1, 4});
  o.run();
  CHECK(c == std::vector<float>{19, 43, -1, -1, 22, 50, -1, -1, -1});
}

TEST_CASE("scalars per call, comparisons, select, elementary functions") {
  constexpr tensor<"X", float, 1> X;
  constexpr tensor<"O", float, 1> O;
  constexpr scalar<"alpha", float> alpha;
  std::vector<float> x{-1, 0.5f, 2, not_a_number}, out(4), scale{3};
  const auto run = [&](const auto& what) {
    operation(what, {{"i", 4}}).tensor("X", x, {4}).tensor("O", out, {4}).run();
    return out;
  };
  operation(op<"scale">(O(i) = alpha * X(i)), {{"i", 4}})
      .tensor("X", x, {4})
      .tensor("O", out, {4})
      .tensor("alpha", scale, {})
      .run();
  CHECK(out[0] == -3);
  CHECK(out[1] == 1.5f);
  CHECK(run(op<"step">(O(i) = select(X(i) > 0 && X(i) < 1, X(i), 7))) == std::vector<float>{7, 0.5f, 7, 7});
  const auto check = [&](const auto& what, auto function) {
    run(what);
    for (std::size_t e = 1; e < 3; ++e) CHECK(out[e] == Approx(function(static_cast<double>(x[e]))));
    CHECK(std::isnan(out[3]));
  };
  check(op<"e">(O(i) = exp(X(i))), [](double v) { return std::exp(v); });
  check(op<"l">(O(i) = log(X(i))), [](double v) { return std::log(v); });
  check(op<"q">(O(i) = sqrt(X(i))), [](double v) { return std::sqrt(v); });
  check(op<"t">(O(i) = tanh(X(i))), [](double v) { return std::tanh(v); });
  check(op<"s">(O(i) = sin(X(i))), [](double v) { return std::sin(v); });
  check(op<"c">(O(i) = cos(X(i))), [](double v) { return std::cos(v); });
  check(op<"r">(O(i) = erf(X(i))), [](double v) { return std::erf(v); });
  check(op<"f">(O(i) = floor(X(i))), [](double v) { return std::floor(v); });
  check(op<"u">(O(i) = ceil(X(i))), [](double v) { return std::ceil(v); });
}

TEST_CASE("the reference accumulates f32 in double") {
  constexpr tensor<"X", float, 1> X;
  constexpr tensor<"S", float, 0> S;
  constexpr auto total = op<"total">(S() = sum(i)(X(i)));
  std::vector<float> x{16777216, 1, 1, -16777216}, s(1);
  operation o(total, {{"i", 4}});
  o.tensor("X", x, {4}).tensor("S", s, {});
  o.run_reference();
  CHECK(s[0] == 2);
  o.run();
  CHECK(s[0] == 0);
}
