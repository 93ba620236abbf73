// SPDX-License-Identifier: Apache-2.0
/// \file
/// Configurations to schedules: the default order, register tiles, and what is inconsistent.
#include <support/catch.hpp>

#include <hone/space/from_knobs.hpp>
#include <hone/space/names.hpp>
#include <hone/space/resolve.hpp>
#include <hone/space/text.hpp>
#include <hone/target/known.hpp>

#include "operators.hpp"

using namespace space_test;
using space::loop_ref;
using space::parse_configuration;

namespace {

constexpr auto ti = tile<"ti">(i, 3);
constexpr auto tj = tile<"tj">(j, 3);
constexpr auto tk = tile<"tk">(k, 2);

space::schedule resolved(const auto& knobs, const ast::problem& p, const char* text) {
  return space::resolve(space::to_definition(knobs, p.op), parse_configuration(text), p, target::known::avx2());
}
std::string spelled(const std::vector<loop_ref>& loops, const ast::problem& p) {
  std::string text;
  for (const auto& l : loops)
    text += (text.empty() ? "" : " ") + space::spell_symbol(l.axis, &p.op) + std::to_string(l.level);
  return text;
}

}  // namespace

TEST_CASE("loops stand level by level, the last spatial level innermost") {
  const auto p = matmul_of(100, 100, 100);
  const auto s = resolved(knobs(ti, tj, tk, vectorize(tj[2])), p, "ti=4x6 tj=2x16 tk=50");
  CHECK(spelled(s.order, p) == "i0 j0 k0 i1 j1 k1 i2 j2");
  CHECK(spelled(s.register_tile, p) == "i2 j2");
  REQUIRE(s.vectorized);
  CHECK(spelled({*s.vectorized}, p) == "j2");
  CHECK_FALSE(s.parallel);
  REQUIRE(s.tilings.size() == 3);
  CHECK(s.tilings[0].inner == std::vector<std::int64_t>{4, 6});
}

TEST_CASE("axes with fewer levels stand outside; untiled ones are one loop") {
  const auto p = matmul_of(100, 100, 100);
  CHECK(spelled(resolved(knobs(), p, "").order, p) == "i0 j0 k0");
  CHECK(spelled(resolved(knobs(tj), p, "tj=1x1").order, p) == "i0 j0 k0 j1 j2");
  CHECK(spelled(resolved(knobs(tile<"ti">(i, 2), tk), p, "ti=4 tk=4").order, p) == "i0 j0 k0 k1 i1");
  const auto c = convolution_of(8, 8, 8, 3, 1);
  CHECK(spelled(resolved(knobs(tile<"t">(oc, 2)), c, "t=8").order, c) == "n0 oc0 oh0 ow0 ic0 kh0 kw0 oc1");
}

TEST_CASE("order, parallel and register tile move loops") {
  const auto p = matmul_of(100, 100, 100);
  const auto fixed = resolved(knobs(ti, tj, tk, parallel(tj[0]), order(tj[1], ti[1]), register_tile(tj[2], ti[2])), p,
                              "ti=1x2 tj=1x2 tk=2");
  CHECK(spelled(fixed.order, p) == "j0 i0 k0 j1 i1 k1 j2 i2");
  CHECK(spelled({*fixed.parallel}, p) == "j0");
  CHECK(spelled(fixed.register_tile, p) == "j2 i2");
  constexpr auto open = knobs(ti, tj, order<"o">(loops(ti[0], tj[0]), loops(tj[0], ti[0])), vectorize<"v">(ti[2], tj[2]));
  const auto chosen = resolved(open, p, "ti=1x8 tj=1x8 o=1x0x0x0 v=0x2");
  CHECK(spelled(chosen.order, p) == "j0 i0 k0 i1 j1 i2 j2");
  CHECK(spelled({*chosen.vectorized}, p) == "i2");
}

TEST_CASE("a default register tile that is too large is none but the vector") {
  const auto p = matmul_of(1000, 1000, 100);
  CHECK(resolved(knobs(ti, tj), p, "ti=1x16 tj=1x16").register_tile.empty());
  const auto s = resolved(knobs(ti, tj, vectorize(tj[2])), p, "ti=1x100 tj=1x16");
  CHECK(spelled(s.register_tile, p) == "j2");
  CHECK(spelled(resolved(knobs(ti, tj, vectorize(tj[2])), p, "ti=1x16 tj=1x64").register_tile, p) == "i2 j2");
}

TEST_CASE("without a reduction the vector and what is inside it is the tile") {
  const auto p = ast::bind(add, extents(i = 50, j = 60));
  const auto tiled = resolved(knobs(tile<"tj">(j, 2), tile<"ti">(i, 2), vectorize(tile<"tj">(j, 2)[1])), p, "tj=16 ti=2");
  CHECK(spelled(tiled.order, p) == "i0 j0 i1 j1");
  CHECK(spelled(tiled.register_tile, p) == "j1");
  // an axis that nothing tiles is split into vectors
  const auto untiled = resolved(knobs(vectorize(j)), p, "");
  CHECK(spelled(untiled.order, p) == "i0 j0 j1");
  REQUIRE(untiled.tilings.size() == 1);
  CHECK(untiled.tilings[0].inner == std::vector<std::int64_t>{8});
}

TEST_CASE("unrolling and packing") {
  const auto p = matmul_of(64, 64, 64);
  constexpr auto all = knobs(tk, unroll<"u">(tk[1], 1, 4), pack<"pa">(A), pack(B, pack_at::tile));
  const auto s = resolved(all, p, "tk=16 u=4 pa=0");
  REQUIRE(s.unrolled.size() == 1);
  CHECK(s.unrolled[0].factor == 4);
  CHECK(spelled({s.unrolled[0].loop}, p) == "k1");
  REQUIRE(s.packed.size() == 1);
  CHECK(space::spell_symbol(s.packed[0].tensor, &p.op) == "B");
  CHECK(s.packed[0].position == space::pack_position::tile);
  CHECK(resolved(all, p, "tk=16 u=1 pa=1").unrolled.empty());
  CHECK(resolved(all, p, "tk=16 u=1 pa=1").packed.size() == 2);
}

TEST_CASE("values that do not fit are refused") {
  const auto p = matmul_of(64, 64, 64);
  constexpr auto all = knobs(ti, vectorize<"v">(ti[2], j), pack<"pb">(B));
  for (const auto* text : {"", "ti=4x4 v=0x2", "ti=4 v=0x2 pb=1", "ti=0x4 v=0x2 pb=1", "ti=4x4 v=5x2 pb=1", "ti=4x4 v=0x2 pb=7"}) {
    INFO(text);
    try {
      resolved(all, p, text);
      FAIL("accepted");
    } catch (const error& e) {
      CHECK(e.code() == error_code::bad_configuration);
    }
  }
}
