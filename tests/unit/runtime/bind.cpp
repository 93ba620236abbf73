// SPDX-License-Identifier: Apache-2.0
/// \file
/// Each mistake of a caller and its sentence; overlap exactly where elements are shared.
#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include <hone/runtime/bind.hpp>
#include <support/catch.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::runtime;
using hone::error_code;
using hone::scalar_type;
namespace lower = hone::core::lower;

namespace {

lower::argument tensor(const char* name, std::vector<std::int64_t> extents, std::vector<std::int64_t> strides,
                       bool written = false, std::int32_t alignment = 1) {
  lower::argument a{name, scalar_type::f32, {}, written, !written};
  a.layout.rank = static_cast<std::int32_t>(extents.size());
  std::copy(extents.begin(), extents.end(), a.layout.extents.begin());
  std::copy(strides.begin(), strides.end(), a.layout.strides.begin());
  a.layout.alignment = alignment;
  return a;
}

/// C (4x5, rows 8 apart) from A (4x5, dense).
const std::vector<lower::argument> arguments{tensor("A", {4, 5}, {5, 1}), tensor("C", {4, 5}, {8, 1}, true, 32)};

struct fixture {
  alignas(64) float a[64] = {};
  alignas(64) float c[64] = {};
  std::vector<memory_view> views{view_of(strided(static_cast<const float*>(a), {4, 5}, {5, 1})),
                                 view_of(strided(c, {4, 5}, {8, 1}))};
  binder bind{arguments};

  std::string sentence() const {
    const auto result = bind.check(views);
    return result.ok() ? "" : bind.sentence(result);
  }
  error_code code() const { return bind.to_error(bind.check(views)).code(); }
};

}  // namespace

TEST_CASE_METHOD(fixture, "what fits is bound") {
  CHECK(sentence().empty());
  views[0] = view_of(a);  // an array of 64
  views[1] = view_of(static_cast<float*>(c));
  CHECK(sentence().empty());
  CHECK(bind.sentence({}) == "the arguments fit");
}

TEST_CASE_METHOD(fixture, "each mistake has its sentence") {
  views[0] = view_of(std::span<const float>(a, 19));
  CHECK(sentence() == "tensor 'A' spans 20 elements and was given 19");
  CHECK(code() == error_code::bad_argument);
  views[0] = view_of(std::span<const float>(a, 20));
  CHECK(sentence().empty());

  views[1] = view_of(std::span<float>(c, 28));  // 3 * 8 + 4 + 1 = 29
  CHECK(sentence() == "tensor 'C' spans 29 elements and was given 28");

  views[1] = view_of(static_cast<const float*>(c));
  CHECK(sentence() == "tensor 'C' is written and was given memory that is const");

  views[1] = view_of(static_cast<float*>(c) + 1);
  CHECK(sentence() ==
        "tensor 'C' was tuned for addresses that are multiples of 32 bytes and was given one that is 4 past such a "
        "multiple");

  views[1] = view_of(static_cast<float*>(nullptr));
  CHECK(sentence() == "tensor 'C' has no memory: the address given is null");
  CHECK(code() == error_code::missing_argument);

  views[0] = view_of(static_cast<const double*>(nullptr));
  CHECK(sentence() == "tensor 'A' holds f32 and was given f64");

  views[0] = view_of(strided(a, {4, 5}, {8, 1}));
  CHECK(sentence() == "tensor 'A' was tuned for stride 5 in dimension 0 and was given 8, counted in elements");
  views[0] = view_of(strided(a, {4, 6}, {5, 1}));
  CHECK(sentence() == "tensor 'A' has extent 5 in dimension 1 and was given 6");
  views[0] = view_of(strided(a, {20}, {1}));
  CHECK(sentence() == "tensor 'A' has 2 dimensions and was given 1");

  views.pop_back();
  CHECK(sentence() == "the operator takes 2 tensors and was given 1");
}

TEST_CASE("a float that does not lie on a multiple of its size is refused") {
  alignas(8) char bytes[16] = {};
  const std::vector<lower::argument> one{tensor("x", {1}, {1})};
  const binder bind(one);
  const std::vector<memory_view> views{view_of(reinterpret_cast<float*>(bytes + 2))};  // NOLINT
  CHECK(bind.check(views).problem == bind_problem::misaligned);
}

TEST_CASE("a tensor without elements needs no memory, one element no stride") {
  const std::vector<lower::argument> empty{tensor("x", {0, 5}, {5, 1}), tensor("y", {1, 5}, {5, 1}, true)};
  const binder bind(empty);
  float y[5] = {};
  const std::vector<memory_view> views{view_of(static_cast<float*>(nullptr)), view_of(strided(y, {1, 5}, {77, 1}))};
  CHECK(bind.check(views).ok());
}

TEST_CASE_METHOD(fixture, "an output that shares memory with an input is refused") {
  views[0] = view_of(static_cast<const float*>(c));
  CHECK(sentence() ==
        "tensor 'C' is written and shares memory with 'A', which starts 0 bytes after it; give the result "
        "memory of its own");
  CHECK(code() == error_code::overlapping_arguments);
  views[0] = view_of(static_cast<const float*>(c + 28));
  CHECK(sentence().find("starts 112 bytes after") != std::string::npos);
  views[0] = view_of(static_cast<const float*>(c + 29));  // after the last element
  CHECK(sentence().empty());
}

TEST_CASE("two inputs may be the same memory") {
  const std::vector<lower::argument> three{tensor("A", {4}, {1}), tensor("B", {4}, {1}), tensor("C", {4}, {1}, true)};
  const binder bind(three);
  float a[4] = {}, c[4] = {};
  const std::vector<memory_view> views{view_of(a), view_of(a), view_of(c)};
  CHECK(bind.check(views).ok());
}

TEST_CASE("the output may be the memory of an in-place input of the same layout") {
  std::vector<lower::argument> same{tensor("a", {16}, {1}), tensor("b", {16}, {1}, true)};
  float x[32] = {};
  const auto check = [&](bool in_place, float* input, float* output) {
    const std::vector<memory_view> views{view_of(input), view_of(output)};
    same[0].in_place = in_place;
    return binder(same).check(views).problem;
  };
  CHECK(check(true, x, x) == bind_problem::none);
  CHECK(check(false, x, x) == bind_problem::overlap);
  CHECK(check(true, x, x + 1) == bind_problem::overlap);
  CHECK(check(true, x, x + 8) == bind_problem::overlap);
  CHECK(check(true, x, x + 16) == bind_problem::none);
  auto other = same;
  other[0].in_place = true;
  other[0].layout.strides[0] = 2;
  const std::vector<memory_view> views{view_of(x), view_of(x)};
  CHECK(binder(other).check(views).problem == bind_problem::overlap);
}

TEST_CASE("columns of one matrix do not overlap") {
  float m[80] = {};  // 8 rows of 10
  const std::vector<lower::argument> halves{tensor("left", {8, 5}, {10, 1}), tensor("right", {8, 5}, {10, 1}, true)};
  const binder bind(halves);
  const auto problem = [&](float* left, float* right) {
    const std::vector<memory_view> views{view_of(left), view_of(right)};
    return bind.check(views).problem;
  };
  CHECK(problem(m, m + 5) == bind_problem::none);
  CHECK(problem(m + 5, m) == bind_problem::none);
  CHECK(problem(m, m + 4) == bind_problem::overlap);
}

TEST_CASE("overlap is found exactly where elements are shared") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const auto pick = [&](std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random);
  };
  std::vector<float> memory(4096);
  const auto elements = [](const lower::argument& a, std::int64_t base) {
    std::set<std::int64_t> all;
    const auto& l = a.layout;
    for (std::int64_t i = 0; i < l.extents[0]; ++i)
      for (std::int64_t j = 0; j < l.extents[1]; ++j) all.insert(base + i * l.strides[0] + j * l.strides[1]);
    return all;
  };
  int overlapping = 0, disjoint = 0;
  for (int k = 0; k < 20000; ++k) {
    std::vector<lower::argument> two{tensor("a", {pick(1, 6), pick(1, 6)}, {pick(0, 30), pick(0, 9)}),
                                     tensor("b", {pick(1, 6), pick(1, 6)}, {pick(1, 30), pick(1, 9)}, true)};
    const auto at = pick(0, 60), bt = pick(0, 60);
    const std::vector<memory_view> views{view_of(memory.data() + at), view_of(memory.data() + bt)};
    const auto x = elements(two[0], at), y = elements(two[1], bt);
    bool share = false;
    for (const auto e : x) share = share || y.count(e) > 0;
    ++(share ? overlapping : disjoint);
    REQUIRE((binder(two).check(views).problem == bind_problem::overlap) == share);
  }
  CHECK(overlapping > 1000);
  CHECK(disjoint > 1000);
}
