// SPDX-License-Identifier: Apache-2.0
/// \file
/// C05: a sum of 300 terms compiles with each compiler's default limits, as a chain and as a pack, up to
/// its tree.
#include <hone/ast/reify.hpp>
#include <hone/dsl/dsl.hpp>

#include <cstddef>
#include <utility>

#include <support/catch.hpp>

using namespace hone;
using namespace hone::core;

namespace {

constexpr axis<"i"> each;
constexpr tensor<"v", float, 1> vector;
constexpr tensor<"out", float, 1> out;

#define HONE_TEN(term) term + term + term + term + term + term + term + term + term + term
#define HONE_HUNDRED(term)                                                                              \
  HONE_TEN(term) + HONE_TEN(term) + HONE_TEN(term) + HONE_TEN(term) + HONE_TEN(term) + HONE_TEN(term) + \
      HONE_TEN(term) + HONE_TEN(term) + HONE_TEN(term) + HONE_TEN(term)
constexpr auto chain = ast::reify(
    op<"chain">(out(each) = HONE_HUNDRED(vector(each)) + HONE_HUNDRED(2 * vector(each)) + HONE_HUNDRED(vector(each))));
#undef HONE_HUNDRED
#undef HONE_TEN

template <std::size_t... Terms>
constexpr auto pack_sum(std::index_sequence<Terms...>) {
  return add_all((static_cast<void>(Terms), vector(each))...);
}
constexpr auto pack = ast::reify(op<"pack">(out(each) = pack_sum(std::make_index_sequence<300>())));

}  // namespace

TEST_CASE("300 terms as a chain", "[C05]") {
  STATIC_REQUIRE(chain.node_count == 300 * 2 + 100 * 2 + 299);
  STATIC_REQUIRE(chain.nodes.back().kind == node_kind::add);
  REQUIRE(ast::to_tree(chain).nodes.size() == 1099);
}

TEST_CASE("300 terms as a pack", "[C05]") {
  STATIC_REQUIRE(pack.node_count == 300 * 2 + 299);
  STATIC_REQUIRE(pack.nodes.back().kind == node_kind::add);
}
