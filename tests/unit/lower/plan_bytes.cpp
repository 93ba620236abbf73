// SPDX-License-Identifier: Apache-2.0
#include <hone/lower/plan_bytes.hpp>

#include <support/catch.hpp>

using namespace hone;
using namespace hone::core;

TEST_CASE("a plan survives the way through bytes", "[lower]") {
  lower::plan p;
  lower::argument a;
  a.name = "C";
  a.type = scalar_type::i8;
  a.layout.rank = 2;
  a.layout.extents = {3, 4};
  a.layout.strides = {8, 1};
  a.layout.alignment = 64;
  a.written = true;
  a.read = false;
  a.in_place = true;
  p.arguments = {a, lower::argument{}};
  p.scratches = {{4096, 128, true}, {1, 1, false}};
  p.launches = {{"pack", 7}, {"main", 1}};
  const auto bytes = lower::to_bytes(p);
  CHECK(lower::plan_from_bytes(bytes) == p);
  CHECK(lower::plan_from_bytes(lower::to_bytes(lower::plan{})) == lower::plan{});

  for (std::size_t n = 0; n < bytes.size(); ++n)
    CHECK_THROWS_AS(lower::plan_from_bytes(byte_view(bytes).first(n)), error);
  auto longer = bytes;
  longer.push_back(0);
  CHECK_THROWS_AS(lower::plan_from_bytes(longer), error);
}
