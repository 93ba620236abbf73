// SPDX-License-Identifier: Apache-2.0
/// \file
/// Configurations as text.
#include <support/catch.hpp>

#include <hone/diag/error.hpp>
#include <hone/space/text.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::space;

TEST_CASE("a configuration prints and parses") {
  const configuration c{{{"ti", {6, 2}}, {"tk", {256}}, {"pb", {1}}, {"one_loop", {}}, {"choice", {-3}}}};
  CHECK(to_text(c) == "ti=6x2 tk=256 pb=1 one_loop= choice=-3");
  CHECK(parse_configuration(to_text(c)) == c);
  CHECK(parse_configuration("") == configuration{});
  CHECK(parse_configuration("  a=1   b=2 ") == configuration{{{"a", {1}}, {"b", {2}}}});
  CHECK(number(c, "tk") == 256);
}

TEST_CASE("text that is no configuration is refused") {
  for (const auto* text : {"a", "=1", "a=1x", "a=x1", "a=1y2", "a=1 a=2", "a=99999999999999999999", "a= =", "a=1,2"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_configuration(text), hone::error);
  }
  CHECK_THROWS_AS(number(parse_configuration("a=1x2"), "a"), hone::error);
  CHECK_THROWS_AS(number({}, "a"), hone::error);
}
