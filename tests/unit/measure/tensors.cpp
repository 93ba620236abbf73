// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>

#include <hone/measure/elements.hpp>
#include <hone/measure/guarded.hpp>
#include <hone/measure/tensors.hpp>

#include <support/catch.hpp>

using namespace hone;
using namespace hone::core;
using measure::shared_tensors;

namespace {

lower::argument tensor(scalar_type type, std::vector<std::int64_t> extents, bool written = false) {
  lower::argument a;
  a.name = written ? "out" : "in";
  a.type = type;
  a.layout.rank = static_cast<std::int32_t>(extents.size());
  std::int64_t stride = 1;
  for (std::size_t d = extents.size(); d-- > 0; stride *= extents[d]) {
    a.layout.extents[d] = extents[d];
    a.layout.strides[d] = stride;
  }
  a.written = written;
  a.read = !written;
  return a;
}

}  // namespace

TEST_CASE("seeded data is reproducible, bounded and about N(0, 1)", "[measure]") {
  const std::vector<lower::argument> arguments{tensor(scalar_type::f32, {100, 100}), tensor(scalar_type::f64, {100})};
  shared_tensors data(arguments);
  data.seed(1);
  shared_tensors again(arguments);
  again.seed(1);
  CHECK(std::memcmp(data.initial(0), again.initial(0), 40'000) == 0);
  CHECK(std::memcmp(data.initial(1), again.initial(1), 800) == 0);
  again.seed(2);
  CHECK(std::memcmp(data.initial(0), again.initial(0), 40'000) != 0);
  const auto* values = static_cast<const float*>(data.initial(0));
  double sum = 0;
  double squares = 0;
  for (int k = 0; k < 10'000; ++k) {
    REQUIRE(std::abs(values[k]) <= 3.5f);
    REQUIRE((values[k] == 0 || std::isnormal(values[k])));
    sum += static_cast<double>(values[k]);
    squares += static_cast<double>(values[k]) * static_cast<double>(values[k]);
  }
  CHECK(std::abs(sum / 10'000) < 0.05);
  CHECK(squares / 10'000 == Approx(1).epsilon(0.05));
}

TEST_CASE("seeded integers are small", "[measure]") {
  const std::vector<lower::argument> arguments{tensor(scalar_type::i8, {1000}), tensor(scalar_type::u8, {1000}),
                                               tensor(scalar_type::i32, {1000})};
  shared_tensors data(arguments);
  data.seed(1);
  const auto [low, high] = std::minmax_element(static_cast<std::int8_t*>(data.initial(0)),
                                               static_cast<std::int8_t*>(data.initial(0)) + 1000);
  CHECK(*low == -8);
  CHECK(*high == 7);
  CHECK(*std::max_element(static_cast<std::uint8_t*>(data.initial(1)),
                          static_cast<std::uint8_t*>(data.initial(1)) + 1000) == 15);
  CHECK(*std::min_element(static_cast<std::int32_t*>(data.initial(2)),
                          static_cast<std::int32_t*>(data.initial(2)) + 1000) == -8);
}

TEST_CASE("an accumulating output's reference begins as its content", "[measure]") {
  auto out = tensor(scalar_type::f32, {10}, true);
  out.read = true;
  const std::vector<lower::argument> arguments{tensor(scalar_type::f32, {10}), out};
  shared_tensors data(arguments);
  data.seed(1);
  CHECK(std::memcmp(data.initial(1), data.reference(1), 40) == 0);
  CHECK(static_cast<const float*>(data.reference(1))[3] != 0);
  CHECK_THROWS_AS(data.reference(0), internal_error);
}

TEST_CASE("a reference that is mostly not finite is refused", "[measure]") {
  const std::vector<lower::argument> arguments{tensor(scalar_type::f32, {10}, true)};
  shared_tensors data(arguments);
  auto* reference = static_cast<float*>(data.reference(0));
  std::fill_n(reference, 5, std::numeric_limits<float>::infinity());
  CHECK_NOTHROW(data.require_finite());
  reference[5] = std::numeric_limits<float>::quiet_NaN();
  CHECK_THROWS_WITH(data.require_finite(), Catch::Contains("6 of 10 elements of out are not finite"));
  data.compare_only(0, {8, 9});
  CHECK_NOTHROW(data.require_finite());
}

TEST_CASE("layouts that cannot be laid out are refused with their name", "[measure]") {
  auto bad = tensor(scalar_type::f32, {10});
  bad.layout.alignment = 8192;
  CHECK_THROWS_WITH(shared_tensors({&bad, 1}), Catch::Contains("the tensor in asks for an alignment above a page"));
  bad = tensor(scalar_type::f32, {10});
  bad.layout.strides[0] = -1;
  CHECK_THROWS_AS(shared_tensors({&bad, 1}), error);
}

TEST_CASE("rows visit every element once, in order", "[measure]") {
  ast::layout l;
  l.rank = 3;
  l.extents = {2, 3, 4};
  l.strides = {100, 10, 2};
  std::vector<std::int64_t> offsets;
  measure::detail::for_each_row(l, [&](const measure::detail::row& r) {
    CHECK(r.number == static_cast<std::int64_t>(offsets.size()));
    for (std::int64_t k = 0; k < r.extent; ++k) offsets.push_back(r.first + k * r.stride);
  });
  REQUIRE(offsets.size() == 24);
  for (std::int64_t n = 0; n < 24; ++n) {
    CHECK(offsets[static_cast<std::size_t>(n)] == n / 12 * 100 + n / 4 % 3 * 10 + n % 4 * 2);
    CHECK(measure::offset_of(l, n) == offsets[static_cast<std::size_t>(n)]);
  }
  l.extents[1] = 0;
  measure::detail::for_each_row(l, [](const measure::detail::row&) { FAIL("there is no element"); });
}

TEST_CASE("guarded data touches its guard, or a canary within its alignment", "[measure]") {
  measure::guarded_memory memory(1000);
  const auto* begin = memory.mapping() + measure::guarded_memory::guard_bytes;
  const auto* end = begin + memory.capacity();
  auto* data = static_cast<std::uint8_t*>(memory.place(1000, 64, measure::placement::at_start));
  CHECK(data == begin);
  CHECK(memory.canaries_intact());
  data[1000] ^= 1;
  CHECK_FALSE(memory.canaries_intact());
  data = static_cast<std::uint8_t*>(memory.place(1000, 4, measure::placement::at_end));
  CHECK(data + 1000 == end);
  data = static_cast<std::uint8_t*>(memory.place(1000, 64, measure::placement::at_end));
  CHECK(reinterpret_cast<std::uintptr_t>(data) % 64 == 0);
  CHECK(end - (data + 1000) < 64);
  CHECK(memory.canaries_intact());
  std::memset(data, 0, 1000);
  CHECK(memory.canaries_intact());
  data[-1] ^= 1;
  CHECK_FALSE(memory.canaries_intact());
}
