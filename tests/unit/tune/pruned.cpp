// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a search stores says enough for tools: after pruning, a program still starts from the record, with no compiler.
#include <filesystem>

#include <hone/records/prune.hpp>
#include <hone/records/store.hpp>
#include <support/catch.hpp>
#include <support/product.hpp>
#include <support/temporary_folder.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;
using namespace hone::core::test::small_product;

TEST_CASE("a record names its shape and its object, which a pruning leaves") {
  const temporary_folder cache, empty;
  const auto kernel = tuned_in(cache.path());
  REQUIRE(kernel.report().source == kernel_source::tuned);
  const auto record = records::store::reading(cache.path()).all().at(0);
  CHECK(record.shape == "i=24 j=40 k=36");
  CHECK(std::filesystem::exists(cache.path("objects/" + record.object + ".obj")));

  const auto freed = records::prune(cache.path(), {});
  CHECK_FALSE(freed.busy);
  CHECK(freed.unnamed == 0);
  CHECK(freed.trials == 1);
  CHECK(std::distance(std::filesystem::directory_iterator(cache.path("objects")), {}) == 1);
  const auto again = tuned_in(cache.path(), with([&](tune_options& o) { o.plugin_directory = empty.path(); }));
  CHECK(again.report().from_record());
  CHECK(right(again));
}
