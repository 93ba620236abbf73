// SPDX-License-Identifier: Apache-2.0
/// \file
/// E03: records of other machines are never used blindly, nor do they break anything.
#include <chrono>
#include <string>
#include <vector>

#include <hone/records/store.hpp>
#include <hone/target/detect.hpp>
#include <support/catch.hpp>
#include <support/product.hpp>
#include <support/temporary_folder.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;
using namespace hone::core::test::small_product;

namespace {

records::record_key key_on(const target::cpu& machine, int threads = 1) {
  const auto p = ast::bind(multiply, sizes);
  return records::make_key("multiply", p, machine, threads);
}

/// The record of this machine, as if `change` had been true when it was made.
template <class Change>
kernel_source source_with(Change change) {
  const temporary_folder made, other;
  REQUIRE(tuned_in(made.path()).report().source == kernel_source::tuned);
  auto record = records::store(made.path(), {}).all().at(0);
  change(record);
  records::store store(other.path(), {});
  REQUIRE(store.append(record));
  const auto kernel = tune(multiply, sizes, mode(tune_mode::read), verbose(0), cache_directory(other.path()));
  CHECK(right(kernel));
  return kernel.report().source;
}

}  // namespace

TEST_CASE("E03: a record of other features, caches or threads is not used; one with another label is") {
  CHECK(source_with([](records::record&) {}) == kernel_source::record);
  CHECK(source_with([](records::record& r) { r.device_model = "Another Name of the Same Processor"; }) == kernel_source::record);
  CHECK(source_with([](records::record& r) { r.key.device += " avx512f"; }) == kernel_source::fallback);
  CHECK(source_with([](records::record& r) { r.key.threads = 32; }) == kernel_source::fallback);
  CHECK(source_with([](records::record& r) { r.library = "99.0.0"; }) == kernel_source::record);
}

TEST_CASE("E03: the differences of two keys have names") {
  auto other = target::detect();
  other.features.push_back("avx512f");
  CHECK(records::differences(key_on(target::detect()), key_on(other, 32)) == std::vector<std::string>{"threads", "device"});
  auto renamed = target::detect();
  renamed.model = "Another Name";
  renamed.cores += 6;
  CHECK(records::differences(key_on(target::detect()), key_on(renamed)).empty());
}
