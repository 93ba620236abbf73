// SPDX-License-Identifier: Apache-2.0
/// \file
/// Derived spaces and default schedules: what they decide for known operators, and that lowering accepts all of it.
#include <support/catch.hpp>

#include <algorithm>
#include <vector>

#include <hone/lower/stages.hpp>
#include <hone/space/default_schedule.hpp>
#include <hone/space/derive.hpp>
#include <hone/space/from_knobs.hpp>
#include <hone/space/names.hpp>
#include <hone/space/resolve.hpp>
#include <hone/space/roles.hpp>
#include <hone/space/space.hpp>
#include <hone/space/text.hpp>
#include <hone/target/known.hpp>

#include "operators.hpp"

using namespace space_test;
using space::default_schedule;
using space::derive;

namespace {

const std::vector<target::cpu>& targets() {
  static const std::vector all{target::known::baseline(), target::known::avx2(), target::known::avx512()};
  return all;
}

/// Every operator of the tests, at extents that are small, prime, and large.
std::vector<ast::problem> problems() {
  std::vector<ast::problem> all;
  for (const std::int64_t e : {0, 1, 7, 13, 127, 1009}) {
    all.push_back(matmul_of(e, e, e));
    all.push_back(matmul_of(1, e, 300));
    all.push_back(matmul_of(e, 1, e));
    all.push_back(matmul_of(e, 64, 0));
    all.push_back(ast::bind(transposed, extents(i = e, j = 5, k = e)));
    all.push_back(ast::bind(matvec, extents(i = e, k = e)));
    all.push_back(ast::bind(row_sums, extents(i = 3, k = e)));
    all.push_back(ast::bind(total_sum, extents(k = e)));
    all.push_back(ast::bind(add, extents(i = e, j = 127)));
    all.push_back(ast::bind(stencil, extents(i = 13, j = e)));
  }
  for (const std::int64_t e : {7, 13, 28, 56}) {
    all.push_back(convolution_of(3, 64, e, 7, 2));
    all.push_back(convolution_of(16, e, e, 3, 1));
    all.push_back(convolution_of(e, 32, e, 1, 2));
    all.push_back(depthwise_of(e, e));
  }
  return all;
}

std::string described(const ast::problem& p, const space::schedule& s, const target::cpu& t) {
  return lower::to_string(lower::build_stages(p, s, t), p.op);
}
bool packs(const space::schedule& s, const ast::problem& p, std::string_view tensor) {
  return std::any_of(s.packed.begin(), s.packed.end(),
                     [&](const auto& x) { return space::spell_symbol(x.tensor, &p.op) == tensor; });
}

}  // namespace

TEST_CASE("the best register tiles are the measured ones") {
  const auto tile_of = [](std::int64_t m, std::int64_t n, const target::cpu& t) {
    const auto s = space::best_register_tile(m, n, t.lanes(scalar_type::f32), t.vector_registers);
    CHECK(s.rows * s.vectors + s.vectors + 1 <= t.vector_registers);
    return std::pair{s.rows, s.vectors};
  };
  CHECK(tile_of(512, 512, target::known::avx2()) == std::pair<std::int64_t, std::int64_t>{6, 2});
  CHECK(tile_of(512, 512, target::known::baseline()) == std::pair<std::int64_t, std::int64_t>{6, 2});
  CHECK(tile_of(1, 512, target::known::avx2()).first == 1);
  CHECK(tile_of(1, 1, target::known::avx2()) == std::pair<std::int64_t, std::int64_t>{1, 1});
  CHECK(tile_of(4, 512, target::known::avx2()).first == 4);
  const auto wide = tile_of(512, 1024, target::known::avx512());
  CHECK(wide.first * wide.second >= 20);
}

TEST_CASE("the default product: a 6 by 16 tile, blocks of 256, B packed") {
  auto t = target::known::avx2();
  t.cores = 1;
  const auto p = matmul_of(512, 512, 512);
  const auto s = default_schedule(p, t);
  const auto text = described(p, s, t);
  INFO(text);
  CHECK(text.find("tile i 6\ntile j 16 in vectors of 8\n") != std::string::npos);
  CHECK(text.find("loop k[0] by 256\n") != std::string::npos);
  CHECK(text.find("loop k[1] by 1 unrolled by 4\n") != std::string::npos);
  CHECK(packs(s, p, "B"));
  CHECK_FALSE(packs(s, p, "A"));
  CHECK_FALSE(s.parallel);
  const auto small = matmul_of(8, 512, 512);
  CHECK_FALSE(packs(default_schedule(small, t), small, "B"));  // a copy would not pay
  CHECK(default_schedule(p, target::known::avx2()).parallel);
}

TEST_CASE("a dot product runs along the reduction") {
  const auto t = target::known::avx2();
  for (const auto& p : {ast::bind(row_sums, extents(i = 100, k = 1000)), ast::bind(matvec, extents(i = 100, k = 1000)),
                        ast::bind(total_sum, extents(k = 1000))}) {
    const auto s = default_schedule(p, t);
    REQUIRE(s.vectorized);
    CHECK(p.op.symbols[static_cast<std::size_t>(s.vectorized->axis)].reduced);
  }
}

TEST_CASE("a strided convolution is vectorised over the filters, and both operands are packed") {
  const auto t = target::known::avx2();
  const auto p = convolution_of(64, 128, 56, 3, 2);
  const auto s = default_schedule(p, t);
  CHECK(space::spell_symbol(s.vectorized->axis, &p.op) == "oc");
  CHECK(packs(s, p, "W"));
  CHECK(packs(s, p, "X"));
}

TEST_CASE("default schedules fit every operator, extent and target") {
  for (const auto& t : targets())
    for (const auto& p : problems()) {
      INFO(p.op.label.view());
      REQUIRE_NOTHROW(lower::build_stages(p, default_schedule(p, t), t));
    }
}

TEST_CASE("every sample of a derived space is a schedule that lowers") {
  random_generator random(10);
  for (const auto& t : targets())
    for (const auto& p : problems()) {
      INFO(p.op.label.view());
      const auto d = derive(p, t);
      const space::space s(d, &p, t);
      for (int n = 0; n < 3; ++n) {
        const auto c = s.sample(random);
        INFO(to_text(c));
        REQUIRE(s.contains(space::parse_configuration(to_text(c))));
        REQUIRE_NOTHROW(lower::build_stages(p, space::resolve(d, c, p, t), t));
      }
    }
}

TEST_CASE("derived spaces decide what the operator has use for") {
  const auto t = target::known::avx2();
  const auto names = [](const space::definition& d) {
    std::string all;
    for (const auto& decided : d.knobs) all += (decided.name.empty() ? "-" : decided.name) + " ";
    return all;
  };
  const auto product = matmul_of(512, 512, 512);
  CHECK(names(derive(product, t)).find("tile_i tile_j tile_k ") == 0);
  CHECK(names(derive(product, t)).find("pack_A pack_B unroll_k parallel ") != std::string::npos);
  const auto sum = ast::bind(add, extents(i = 100, j = 100));
  CHECK(names(derive(sum, t)).find("pack") == std::string::npos);  // nothing is read twice
  const space::space s(derive(product, t), &product, t);
  CHECK(s.size().exact);
  CHECK(s.size().value > 1e5);
}

TEST_CASE("a derived space is edited by name and by axis") {
  const auto t = target::known::avx2();
  const auto p = matmul_of(512, 512, 512);
  constexpr auto rows = tile<"rows">(i, 2).sizes(4, 6);
  const auto d = space::edit(derive(p, t), space::to_definition(knobs(rows, pack(B), where(rows[1] == 6)), p.op));
  const space::space s(d, &p, t);
  random_generator random(11);
  for (int n = 0; n < 20; ++n) {
    const auto c = s.sample(random);
    CHECK(find(c, "rows")->values == std::vector<std::int64_t>{6});
    CHECK(find(c, "tile_i") == nullptr);
    CHECK(find(c, "pack_B") == nullptr);
    REQUIRE_NOTHROW(lower::build_stages(p, space::resolve(d, c, p, t), t));
  }
}
