// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loops, branches, lets, ranges of the parallel loop, and several programs in one object.
#include "kernels.hpp"
#include "run.hpp"

namespace hone::core::test {
namespace {

using ir::expr_kind;
using ir::loop_kind;

constexpr std::int64_t count = 40;

memory_blocks two_vectors() {
  std::vector<std::int32_t> x(count);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = static_cast<std::int32_t>(k * k) - 300;
  return {memory_block::of(x), memory_block::of(std::vector<std::int32_t>(count, -1))};
}

/// A builder with the two vectors of above.
struct two_vector_builder : ir::builder {
  explicit two_vector_builder(const std::string& name) : ir::builder(name) {}
  ir::buffer_id x = add_buffer(vector_argument("x", scalar_type::i32, count, 0));
  ir::buffer_id y = add_buffer(vector_argument("y", scalar_type::i32, count, 1, true));
};

ir::program shifted_copy(const std::string& name, std::int64_t by) {
  two_vector_builder b(name);
  const auto i = b.add_variable("i");
  const auto value = b.add(b.load(b.x, {b.variable(i)}), b.constant({scalar_type::i32, 1}, by));
  return b.finish(b.loop(i, b.index(3), b.index(count - 5), loop_kind::parallel, b.store(b.y, {b.variable(i)}, value)));
}

}  // namespace

TEST_CASE("an entry runs a range of the parallel loop") {
  const auto p = shifted_copy("copy", 9);
  for (const auto& [begin, end] :
       {std::pair(0, 35), std::pair(0, 1), std::pair(34, 35), std::pair(7, 7), std::pair(4, 30)})
    check_same_everywhere(p, two_vectors(), begin, end);
}

TEST_CASE("an empty range runs nothing, also without a parallel loop") {
  two_vector_builder b("one");
  const auto p = b.finish(b.store(b.y, {b.index(0)}, b.constant({scalar_type::i32, 1}, 5)));
  check_same_everywhere(p, two_vectors(), 0, 1);
  const auto made = compile({p}, target::detect());
  REQUIRE(made.error == "");
  auto blocks = two_vectors();
  runtime::object_code(made.object).find("one")(addresses(blocks).data(), nullptr, 0, 0, nullptr);
  CHECK(blocks[1].at<std::int32_t>(0) == -1);
}

TEST_CASE("several programs stand in one object") {
  const auto made = compile({shifted_copy("first", 1), shifted_copy("second", 2)}, target::detect());
  REQUIRE(made.error == "");
  const runtime::object_code code(made.object);
  REQUIRE(code.entries().size() == 2);
  auto blocks = two_vectors();
  code.find("first")(addresses(blocks).data(), nullptr, 0, 2, nullptr);
  code.find("second")(addresses(blocks).data(), nullptr, 2, 3, nullptr);
  CHECK(blocks[1].at<std::int32_t>(3) == blocks[0].at<std::int32_t>(3) + 1);
  CHECK(blocks[1].at<std::int32_t>(5) == blocks[0].at<std::int32_t>(5) + 2);
}

TEST_CASE("loops whose extents are computed, none of them below one") {
  two_vector_builder b("triangle");
  const auto i = b.add_variable("i"), j = b.add_variable("j");
  const auto extent = b.sub(b.variable(i), b.index(3));  // negative, then zero, then more
  const auto place = b.add(b.mul(b.variable(i), b.index(4)), b.variable(j));
  const auto value = b.cast(scalar_type::i32, b.add(b.mul(b.variable(i), b.index(100)), b.variable(j)));
  const auto inner = b.loop(j, b.index(1), extent, loop_kind::serial, b.store(b.y, {place}, value));
  check_same_everywhere(b.finish(b.loop(i, b.index(0), b.index(8), loop_kind::serial, inner)), two_vectors());
}

TEST_CASE("branches and lets") {
  two_vector_builder b("branches");
  const auto i = b.add_variable("i");
  const auto v = b.add_variable("v", {scalar_type::i32, 1});
  const auto w = b.add_variable("w", {scalar_type::i32, 4});
  const auto one = [&](int n) { return b.constant({scalar_type::i32, 1}, n); };
  const auto odd = b.binary(expr_kind::eq, b.mod(b.variable(v), one(2)), one(1));
  const auto store = [&](ir::expr_id x) { return b.store(b.y, {b.variable(i)}, x); };
  const auto four = b.ramp(b.variable(i), b.index(1), 4);
  const auto wide = b.let(w, b.mul(b.load(b.x, {four}), b.load(b.x, {four})), b.store(b.y, {four}, b.variable(w)));
  const auto body = b.let(v, b.load(b.x, {b.variable(i)}),
                          b.block({b.branch(odd, store(b.mul(b.variable(v), one(3))), store(one(8))),
                                   b.branch(b.binary(expr_kind::lt, b.variable(v), one(-200)), wide)}));
  check_same_everywhere(b.finish(b.loop(i, b.index(0), b.index(36), loop_kind::serial, body)), two_vectors());
}

TEST_CASE("values are loaded again after a store") {
  two_vector_builder b("reload");
  const auto i = b.add_variable("i");
  const auto at = b.variable(i);
  const auto next = b.add(b.load(b.y, {at}), b.load(b.x, {at}));
  const auto step =
      b.block({b.store(b.y, {at}, next), b.store(b.y, {at}, next), b.store(b.y, {b.add(at, b.index(1))}, next)});
  check_same_everywhere(b.finish(b.loop(i, b.index(0), b.index(39), loop_kind::serial, step)), two_vectors());
}

}  // namespace hone::core::test
