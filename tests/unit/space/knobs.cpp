// SPDX-License-Identifier: Apache-2.0
/// \file
/// The user's knobs to a definition: names, alternatives, constraints as text, and what is refused.
#include <support/catch.hpp>

#include <hone/space/definition.hpp>
#include <hone/space/from_knobs.hpp>
#include <hone/space/names.hpp>
#include <hone/space/verify.hpp>

#include "operators.hpp"

using namespace space_test;
using hone::core::space::definition;
using hone::core::space::loop_ref;
using hone::core::space::to_definition;

namespace {

constexpr auto ti = tile<"ti">(i, 3);
constexpr auto tj = tile<"tj">(j, 3).sizes(4, 6, 8, 16);
constexpr auto tk = tile<"tk">(k, 2);
constexpr auto u = unroll<"u">(tk[1], 1, 2, 4, 8);
constexpr auto all = knobs(ti, tj, tk, pack<"pb">(B), vectorize<"v">(tj[2], ti[2]), u, parallel(ti[0]),
                           order<"o">(loops(ti[1], tj[1]), loops(tj[1], ti[1])), register_tile(ti[2], tj[2]),
                           choice<"c">(1, 5), where(ti[2] * tj[2] <= 96),
                           where(u != 8 || ti[0] >= (cores + 1) * 2 && !(tk[1] % 2 == 1)));


const ast::tree& tree() {
  static const auto t = ast::reify_tree(matmul);
  return t;
}
std::int32_t symbol(std::string_view name) {
  for (std::size_t s = 0; s < tree().symbols.size(); ++s)
    if (tree().symbols[s].label.view() == name) return static_cast<std::int32_t>(s);
  return -1;
}
std::string refusal(const auto& space) {
  try {
    to_definition(space, tree());
  } catch (const error& e) {
    CHECK(e.code() == error_code::bad_space);
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("knobs become plain data with symbols for names") {
  dsl::check_fit<decltype(matmul), decltype(all)>();
  const auto d = to_definition(all, tree());
  REQUIRE(d.knobs.size() == 10);
  const auto& tile_j = d.knobs[1];
  CHECK(tile_j.kind == space::knob_kind::tile);
  CHECK(tile_j.symbol == symbol("j"));
  CHECK(tile_j.levels == 3);
  CHECK(tile_j.values == std::vector<std::int64_t>{4, 6, 8, 16});
  CHECK(d.knobs[3].symbol == symbol("B"));
  CHECK(d.knobs[3].values == std::vector<std::int64_t>{0, 1, 2});
  CHECK(d.knobs[4].loops == std::vector<std::vector<loop_ref>>{{{symbol("j"), 2}}, {{symbol("i"), 2}}});
  CHECK(d.knobs[6].name.empty());
  CHECK(d.knobs[7].loops[1] == std::vector<loop_ref>{{symbol("j"), 1}, {symbol("i"), 1}});
  CHECK(d.knobs[8].loops == std::vector<std::vector<loop_ref>>{{{symbol("i"), 2}, {symbol("j"), 2}}});
}

TEST_CASE("constraints read as the user wrote them") {
  const auto d = to_definition(all, tree());
  REQUIRE(d.constraints.size() == 2);
  CHECK(d.constraints[0].text == "ti[2] * tj[2] <= 96");
  CHECK(d.constraints[1].text == "u != 8 || ti[0] >= (cores + 1) * 2 && !(tk[1] % 2 == 1)");
  const auto fixed = tile(i, 8, 4);
  const auto f = to_definition(knobs(fixed, where(fixed[1] - (fixed[2] - 1) < extent_of(j))), tree());
  CHECK(f.knobs[0].values == std::vector<std::int64_t>{8, 4});
  CHECK(f.constraints[0].text == "i[1] - (i[2] - 1) < j");
}

TEST_CASE("spaces need no operator") {
  constexpr auto t = tile<"t">(1000, 2);
  const auto d = to_definition(knobs(choice<"threads">(1, 2, 4), t, where(t[1] <= l1_bytes)));
  CHECK(d.knobs[1].extent == 1000);
  CHECK(d.knobs[1].symbol == -1);
  CHECK(d.constraints[0].text == "t[1] <= l1_bytes");
  CHECK_THROWS_AS(to_definition(knobs(pack(B))), error);
  CHECK_THROWS_AS(to_definition(knobs(tile<"ti">(i, 2))), error);
}

TEST_CASE("knobs that do not fit are refused with a reason") {
  constexpr axis<"q"> q;
  constexpr auto unused = tile<"tq">(q, 2);
  CHECK(refusal(knobs(unused)) == "a knob or constraint uses 'q', which operator 'matmul' does not have");
  CHECK(refusal(knobs(where(ti[1] < 3))) == "a constraint uses a loop of axis 'i', but no knob of the space tiles it");
  CHECK(refusal(knobs(where(u < 3))) == "a constraint uses a knob 'u' that the space does not have");
  CHECK(refusal(knobs(vectorize(tj[2]))) == "a fixed knob uses loop j[2], which no tile of the space makes");
  CHECK(refusal(knobs(parallel(k))) == "a fixed knob runs loop k in parallel, which is a reduction");
  CHECK(refusal(knobs(ti, parallel(ti[1]))) ==
        "a fixed knob runs loop ti[1] in parallel, which is not the outermost of its axis");
  CHECK(refusal(knobs(pack<"pc">(C))) == "knob 'pc' packs the output, but only inputs can be packed");
  CHECK(refusal(knobs(ti, order(ti[1], ti[0]))) == "loop ti[1] stands outside of ti[0]");
  CHECK(refusal(knobs(ti, register_tile(ti[1]))) == "loop ti[2] stands outside of ti[1]");
  CHECK(refusal(knobs(ti, register_tile(j), vectorize(ti[1]))) == "loop ti[1] is in registers, but ti[2] inside it is not");
  CHECK(refusal(knobs(unroll(k, 0))) == "a fixed knob has a candidate below 1");
  CHECK(refusal(knobs(vectorize(i), vectorize(j))) ==
        "two knobs decide on the same thing: one vectorize, order, parallel and register_tile each");
}

TEST_CASE("editing replaces decisions and adds the rest") {
  const auto base = to_definition(all, tree());
  const auto changed = space::edit(base, to_definition(knobs(tile<"tj">(j, 2), pack(B), choice<"d">(1, 2)), tree()));
  REQUIRE(changed.knobs.size() == 11);
  CHECK(changed.knobs[1].levels == 2);
  CHECK(changed.knobs[3].name.empty());       // B is always packed now
  CHECK(changed.knobs[3].values == std::vector<std::int64_t>{1});
  CHECK(changed.knobs[10].name == "d");
  CHECK(changed.knobs[4].loops[0] == std::vector<loop_ref>{{symbol("j"), 1}});  // what was tj[2]
  space::verify(changed, &tree());

  constexpr auto d = choice<"d">(1, 2);
  const auto limited = space::edit(base, to_definition(knobs(d, ti, where(d * ti[2] < 9)), tree()));
  REQUIRE(limited.constraints.size() == 3);
  CHECK(limited.constraints[2].terms[0].subject == 10);  // d is the last knob
  CHECK(limited.constraints[2].terms[1].subject == 0);
}
