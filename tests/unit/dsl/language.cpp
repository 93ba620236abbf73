// SPDX-License-Identifier: Apache-2.0
/// \file
/// Types, literals and structure of expressions, at compile time.
#include <hone/dsl/dsl.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include <support/catch.hpp>

using namespace hone;

namespace {

constexpr axis<"i"> i;
constexpr axis<"k"> k;
constexpr size<"h"> h;
constexpr attribute<"stride"> stride;
constexpr tensor<"f", float, 1> f;
constexpr tensor<"d", double, 1> d;
constexpr tensor<"n", std::int32_t, 1> n;
constexpr tensor<"b", std::int8_t, 1> b;
constexpr tensor<"u", std::uint8_t, 1> u;
constexpr scalar<"alpha", float> alpha;

template <class T, class E>
constexpr bool has_type(const E&) {
  return std::is_same_v<typename E::value_type, T>;
}

}  // namespace

TEST_CASE("arithmetic has the documented types") {
  STATIC_REQUIRE(has_type<float>(f(i) + f(i)));
  STATIC_REQUIRE(has_type<double>(f(i) * d(i)));
  STATIC_REQUIRE(has_type<float>(n(i) + f(i)));
  STATIC_REQUIRE(has_type<std::int32_t>(b(i) + b(i)));
  STATIC_REQUIRE(has_type<std::int32_t>(b(i) * u(i)));
  STATIC_REQUIRE(has_type<std::int32_t>(-b(i)));
  STATIC_REQUIRE(has_type<float>(i * f(i)));
  STATIC_REQUIRE(has_type<std::int64_t>(i * 2 + h - stride));
  STATIC_REQUIRE(has_type<std::int64_t>((i - 3) / 4 % stride));
}

TEST_CASE("what cannot overflow keeps its type") {
  STATIC_REQUIRE(has_type<std::int8_t>(min(b(i), b(i))));
  STATIC_REQUIRE(has_type<std::uint8_t>(max(u(i), 3)));
  STATIC_REQUIRE(has_type<std::int32_t>(min(b(i), u(i))));
  STATIC_REQUIRE(has_type<std::int8_t>(abs(b(i))));
  STATIC_REQUIRE(has_type<std::int8_t>(select(b(i) > 0, b(i), b(i))));
  STATIC_REQUIRE(has_type<std::int8_t>(relu(b(i))));
  STATIC_REQUIRE(has_type<std::int32_t>(select(b(i) > 0, 1, 0)));
}

TEST_CASE("comparisons and logic are conditions") {
  STATIC_REQUIRE(has_type<bool>(f(i) < 2));
  STATIC_REQUIRE(has_type<bool>(b(i) == b(i)));
  STATIC_REQUIRE(has_type<bool>(i >= 3 || !(f(i) != d(i))));
  STATIC_REQUIRE(has_type<std::int32_t>((f(i) > 0) + (f(i) > 1)));
}

TEST_CASE("reductions have the accumulator's type") {
  STATIC_REQUIRE(has_type<float>(sum(k)(f(k))));
  STATIC_REQUIRE(has_type<std::int32_t>(sum(k)(b(k))));
  STATIC_REQUIRE(has_type<std::int32_t>(product(k)(u(k) * b(k))));
  STATIC_REQUIRE(has_type<std::int8_t>(max_over(k)(b(k))));
  STATIC_REQUIRE(has_type<double>(sum<double>(k)(f(k))));
  STATIC_REQUIRE(has_type<std::int32_t>(min_over<std::int32_t>(k)(u(k))));
  STATIC_REQUIRE(has_type<std::int32_t>(sum(k)(f(k) > 0)));
}

TEST_CASE("a literal takes the other operand's type") {
  STATIC_REQUIRE(std::is_same_v<decltype(2 * f(i))::value_type, float>);
  STATIC_REQUIRE(dsl::hana::at_c<0>((2.5 * f(i)).operands).value == 2.5f);
  STATIC_REQUIRE(has_type<std::int32_t>(dsl::hana::at_c<1>((b(i) < 300).operands)));
  STATIC_REQUIRE(dsl::hana::at_c<1>((max(u(i), 200)).operands).value == 200);
  REQUIRE_THROWS_AS(min(b(i), 200), hone::error);
  REQUIRE_THROWS_AS(max(u(i), -1), hone::error);
  REQUIRE_THROWS_AS(n(i) + 3'000'000'000, hone::error);
}

TEST_CASE("names, element types and ranks are part of the types") {
  STATIC_REQUIRE(f.name.view() == "f");
  STATIC_REQUIRE(std::is_same_v<decltype(f)::element_type, float>);
  STATIC_REQUIRE(f.rank == 1);
  STATIC_REQUIRE(alpha.rank == 0);
  constexpr shaped_tensor<"X", float, i, h, 3> x;
  STATIC_REQUIRE(x.rank == 3);
  STATIC_REQUIRE(i.name.view() == "i");
}

TEST_CASE("statements hold the target, the value and how it is stored") {
  constexpr auto assigned = (f(i) = 2 * f(i));
  constexpr auto accumulated = (f(i) += 1);
  STATIC_REQUIRE(!assigned.accumulates);
  STATIC_REQUIRE(accumulated.accumulates);
  STATIC_REQUIRE(has_type<float>(accumulated.value));
  constexpr auto same = (f(i) = f(i));  // a statement, not an assignment of C++
  STATIC_REQUIRE(std::is_same_v<std::remove_cvref_t<decltype(same.value)>, std::remove_cvref_t<decltype(same.target)>>);
  constexpr auto total = op<"total">(alpha = sum(k)(f(k)));
  STATIC_REQUIRE(total.name.view() == "total");
  constexpr auto running = op<"total">(alpha += sum(k)(f(k)));
  STATIC_REQUIRE(running.body.accumulates);
}

TEST_CASE("extents are values by name") {
  constexpr auto given = extents(i = 512, h = 7, stride = -2);
  STATIC_REQUIRE(given.size() == 3);
  STATIC_REQUIRE(given.values[0] == dsl::named_value{"i", 512});
  STATIC_REQUIRE(given.values[2] == dsl::named_value{"stride", -2});
  const std::span<const dsl::named_value> view = given;
  REQUIRE(view[1].name == "h");
}

TEST_CASE("arguments hold the user's object, named ones by reference") {
  std::vector<float> data(3);
  const auto by_name = (f = data);
  REQUIRE(&by_name.object == &data);
  STATIC_REQUIRE(std::is_same_v<decltype(by_name)::object_type, std::vector<float>&>);
  const auto view = (f = std::span<float>(data));
  STATIC_REQUIRE(std::is_same_v<decltype(view)::object_type, std::span<float>>);
  const auto owner = (f = std::make_unique<float>(2.0f));
  REQUIRE(*owner.object == 2.0f);
  STATIC_REQUIRE(dsl::NamedArgument<decltype(view)>);
  STATIC_REQUIRE(dsl::argument_place<decltype(f = data), decltype(d = data)>("d") == 1);
  STATIC_REQUIRE(dsl::argument_place<decltype(f = data)>("q") == -1);
  std::vector<std::string_view> names;
  dsl::for_each_argument([&](std::string_view name, scalar_type, auto&&) { names.push_back(name); }, f = data,
                         d = data);
  REQUIRE(names == std::vector<std::string_view>{"f", "d"});
}
