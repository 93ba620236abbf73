// SPDX-License-Identifier: Apache-2.0
/// \file
/// Case C02: the parts link, and there is one executor in the process.
#include <odr/part.hpp>
#include <support/catch.hpp>

TEST_CASE("C02: two sources and two shared libraries share one state") {
  const odr::view first = odr::look<0>();
  REQUIRE(first.state != nullptr);
  for (const odr::view& other : {odr::look<1>(), odr::look<2>(), odr::look<3>()}) {
    CHECK(other.state == first.state);
    CHECK(other.version == first.version);
  }
}
