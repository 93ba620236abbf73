// SPDX-License-Identifier: Apache-2.0
/// \file
/// Makes the tuner a part of a header-only program.
#include <hone/tuner.hpp>

#include <support/catch.hpp>

TEST_CASE("hone/tuner.hpp in one source is a tuner for the program") {
  const auto found = hone::core::find_tuner();
  CHECK(found.tuner == hone::core::linked_tuner());
  CHECK(found.tuner != nullptr);
}
