// SPDX-License-Identifier: Apache-2.0
/// \file
/// Case C02: the parts link, and what is one per process is one (docs/design.md, "State that a process shares").
#include <algorithm>
#include <string>

#include <odr/part.hpp>
#include <support/captured_stderr.hpp>
#include <support/catch.hpp>
#include <support/temporary_folder.hpp>

namespace {

/// Calls `f(part<n>{})` for every part.
template <class F>
void for_each_part(F f) {
  f(odr::part<0>{});
  f(odr::part<1>{});
  f(odr::part<2>{});
  f(odr::part<3>{});
}

}  // namespace

TEST_CASE("C02: two sources and two shared libraries share one pool and one environment") {
  const odr::view first = odr::part<0>::look();
  REQUIRE(first.workers != nullptr);
  REQUIRE(first.environment != nullptr);
  for_each_part([&](auto part) {
    const odr::view seen = part.look();
    CHECK(seen.workers == first.workers);
    CHECK(seen.environment == first.environment);
    CHECK(seen.version == first.version);
    CHECK(seen.verbosity == first.verbosity);
  });
}

TEST_CASE("C02: a sentence that is said once is said by one part") {
  const hone::core::test::captured_stderr captured;
  for_each_part([](auto part) {
    part.notice_once("the parts of the program agree");
    part.notice_once("the parts of the program agree");
  });
  CHECK(captured.text() == "hone: the parts of the program agree\n");
}

TEST_CASE("C02: what one part stores every part finds") {
  const hone::core::test::temporary_folder folder;
  std::int64_t factor = 1;
  for_each_part([&](auto writer) {
    for_each_part([&](auto reader) { CHECK(reader.stored_result(folder.path(), factor) == 0); });
    writer.store_result(folder.path(), factor);
    for_each_part(
        [&](auto reader) { CHECK(reader.stored_result(folder.path(), factor) == static_cast<double>(factor)); });
    ++factor;
  });
}
