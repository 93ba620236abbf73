// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include <hone/measure/check.hpp>

#include <support/catch.hpp>

using namespace hone;
using namespace hone::core;
using measure::check;

namespace {

/// A matrix of `rows` x 3 with rows `stride` apart.
lower::argument matrix(scalar_type type, std::int64_t rows, std::int64_t stride) {
  lower::argument a;
  a.name = "C";
  a.type = type;
  a.layout.rank = 2;
  a.layout.extents = {rows, 3};
  a.layout.strides = {stride, 1};
  a.written = true;
  a.read = false;
  return a;
}

const float not_a_number = std::numeric_limits<float>::quiet_NaN();
const float infinity = std::numeric_limits<float>::infinity();

float poison() {
  float f;
  std::memset(&f, measure::first_poison, sizeof f);
  return f;
}

measure::check_result compare(const std::vector<float>& output, const std::vector<float>& reference,
                              measure::tolerance allowed = {}) {
  measure::expectation expected;
  expected.reference = reference.data();
  return check(matrix(scalar_type::f32, static_cast<std::int64_t>(output.size() / 3), 3), output.data(), expected,
               allowed);
}

}  // namespace

TEST_CASE("every element is within its own tolerance", "[measure]") {
  CHECK(compare({1, 2, 3}, {1, 2, 3}).passed());
  CHECK(compare({1, 2.5f, 3}, {1, 2, 3}, {0.5, 0}).passed());
  CHECK_FALSE(compare({1, 2.75f, 3}, {1, 2, 3}, {0.5, 0}).passed());
  CHECK(compare({1, 2, 330}, {1, 2, 300}, {0, 0.125}).passed());
  CHECK_FALSE(compare({1.5f, 2, 300}, {1, 2, 300}, {0, 0.125}).passed());
}

TEST_CASE("what is not finite is equal to its like only", "[measure]") {
  CHECK(compare({not_a_number, infinity, -infinity}, {not_a_number, infinity, -infinity}).passed());
  CHECK(compare({not_a_number, 0, 0}, {0, 0, 0}, {1e30, 1}).mismatches == 1);
  CHECK(compare({0, 0, 0}, {not_a_number, 0, 0}, {1e30, 1}).mismatches == 1);
  CHECK(compare({infinity, 0, 0}, {-infinity, 0, 0}, {1e30, 1}).mismatches == 1);
  CHECK(compare({3e38f, 0, 0}, {infinity, 0, 0}, {1e30, 1}).mismatches == 1);
}

TEST_CASE("the first wrong element is named and the others are counted", "[measure]") {
  const auto result = compare({1, 2, 3, 4, 5.5f, 7}, {1, 2, 3, 4, 5, 6});
  CHECK(result.mismatches == 2);
  CHECK(result.sentence == "C[1, 1] is 5.5 instead of 5 (and 1 further element is wrong)");
  lower::argument scalar;
  scalar.name = "s";
  const float one = 1;
  const float two = 2;
  measure::expectation expected;
  expected.reference = &two;
  CHECK(check(scalar, &one, expected, {}).sentence == "s is 1 instead of 2");
}

TEST_CASE("an element with poison was never written, even where the reference is NaN", "[measure]") {
  const auto result = compare({1, poison(), 3}, {1, not_a_number, 3});
  CHECK(result.unwritten == 1);
  CHECK(result.sentence == "C[0, 1] was never written");
}

TEST_CASE("an integer may be equal to its poison by right", "[measure]") {
  const std::vector<std::int32_t> reference{-1, 2, 3};
  std::vector<std::int32_t> output = reference;
  measure::expectation expected;
  expected.reference = reference.data();
  const auto c = matrix(scalar_type::i32, 1, 3);
  CHECK(check(c, output.data(), expected, {100, 100}).passed());
  output[1] = -1;
  CHECK(check(c, output.data(), expected, {100, 100}).sentence == "C[0, 1] was never written");
  output[1] = 4;  // exactly, whatever the tolerance
  CHECK(check(c, output.data(), expected, {100, 100}).sentence == "C[0, 1] is 4 instead of 2");
}

TEST_CASE("bytes between rows stay as they were", "[measure]") {
  const auto c = matrix(scalar_type::f32, 2, 4);
  const std::vector<float> reference{1, 2, 3, 0, 4, 5, 6};
  measure::expectation expected;
  expected.reference = reference.data();
  std::vector<float> output{1, 2, 3, poison(), 4, 5, 6};
  CHECK(check(c, output.data(), expected, {}).passed());
  output[3] = 0;
  CHECK(check(c, output.data(), expected, {}).padding == 4);
  const std::vector<float> before{9, 9, 9, 0, 9, 9, 9};
  expected.before = before.data();
  CHECK(check(c, output.data(), expected, {}).passed());
  output[3] = 1;
  CHECK(check(c, output.data(), expected, {}).sentence == "4 bytes between the rows of C were written to");
}

TEST_CASE("with sampled points the others have to be written at least", "[measure]") {
  const std::vector<float> reference{1, 0, 0, 0, 0, 6};
  const std::vector<std::int64_t> points{0, 5};
  measure::expectation expected;
  expected.reference = reference.data();
  expected.points = points;
  const auto c = matrix(scalar_type::f32, 2, 3);
  std::vector<float> output{1, 20, 30, 40, 50, 6};
  CHECK(check(c, output.data(), expected, {}).passed());
  output[2] = poison();
  CHECK(check(c, output.data(), expected, {}).sentence == "C[0, 2] was never written");
  output[2] = 30;
  output[5] = 7;
  CHECK(check(c, output.data(), expected, {}).sentence == "C[1, 2] is 7 instead of 6");
}
