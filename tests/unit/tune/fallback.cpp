// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is missing: the backend, the worker, a disk to write to, the compiler at the second start.
#include <algorithm>
#include <filesystem>

#include <hone/jit/plugin.hpp>
#include <support/captured_stderr.hpp>
#include <support/product.hpp>

#include "child.hpp"

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;

namespace {

variables quiet(const std::string& cache, const std::string& plugins) {
  return {{"HONE_CACHE_DIR", cache}, {"HONE_PLUGIN_DIR", plugins}, {"HONE_VERBOSE", "0"}};
}

}  // namespace

TEST_CASE("no backend: the program's own loops run, and one line says so") {
  const temporary_folder cache;
  const lonely_program program;
  const auto o = run_child(quiet(cache.path(), program.plugins()), program.path());
  CHECK(o.status == 0);
  CHECK(o.says("source=native trials=0 right=1"));
  CHECK(o.out.find("right=1") != o.out.rfind("right=1"));  // both calls
  CHECK(o.err.starts_with("hone: no kernels can be made, so operators run as this program's compiler made them: "));
  CHECK(o.err.find("libhone-orc.so: not found in: " + program.plugins()) != std::string::npos);
  CHECK(lines(o.err) == 1);

  auto talking = quiet(cache.path(), program.plugins());
  talking["HONE_VERBOSE"] = "1";
  CHECK(lines(run_child(talking, program.path()).err) == 1);
}

TEST_CASE("no worker: the same, and the line names the worker") {
  const temporary_folder cache;
  const lonely_program program;
  const auto folder = program.plugins();
  std::filesystem::copy(jit::find_plugin("orc").path, folder);
  const auto o = run_child(quiet(cache.path(), folder), program.path());
  CHECK(o.says("source=native trials=0 right=1"));
  CHECK(o.err.find("hone-worker") != std::string::npos);
  CHECK(lines(o.err) == 1);
}

TEST_CASE("a backend that the program demands and that is not there is an error") {
  const temporary_folder folder;
  const auto demand = [&](const char* name) {
    return small_product::tuned_in(folder.path(), with([name](tune_options& o) { o.backend = name; }));
  };
  try {
    demand("cuda");
    FAIL("it was found");
  } catch (const error& e) {
    CHECK(e.code() == error_code::no_backend);
  }
  const captured_stderr captured;
  const auto native = demand("native");
  CHECK(native.report().source == kernel_source::native);
  CHECK(small_product::right(native));
  CHECK(captured.text().empty());
}

TEST_CASE("the second start needs no compiler") {
  const temporary_folder cache;
  REQUIRE(small_product::tuned_in(cache.path()).report().source == kernel_source::tuned);
  const lonely_program program;
  const auto o = run_child(quiet(cache.path(), program.plugins()), program.path());
  CHECK(o.status == 0);
  CHECK(o.says("source=record trials=0 right=1"));
  CHECK_FALSE(o.says("source=native"));
  CHECK(o.err.empty());

  // with the record but without its code there is nothing to run but the native loops
  std::filesystem::remove_all(cache.path("objects"));
  const auto bare = run_child(quiet(cache.path(), program.plugins()), program.path());
  CHECK(bare.says("source=native trials=0 right=1"));
  CHECK(lines(bare.err) == 1);
}

TEST_CASE("object code that is damaged is compiled again") {
  const temporary_folder cache;
  REQUIRE(small_product::tuned_in(cache.path()).report().source == kernel_source::tuned);
  for (const auto& file : std::filesystem::directory_iterator(cache.path("objects")))
    std::filesystem::resize_file(file.path(), std::filesystem::file_size(file.path()) / 2);
  const auto again = small_product::tuned_in(cache.path());
  CHECK(again.report().from_record());
  CHECK(small_product::right(again));
}

TEST_CASE("a cache that cannot be written: tuned all the same, in memory") {
  const captured_stderr captured;
  const auto kernel = small_product::tuned_in("/proc/hone");  // nobody can create it, not even root
  CHECK(kernel.report().source == kernel_source::tuned);
  CHECK(kernel.report().stored.empty());
  CHECK(small_product::right(kernel));
  CHECK(captured.text().starts_with("hone: results are kept in memory only: "));
  CHECK(lines(captured.text()) == 1);
}

TEST_CASE("nothing to compute is nothing to tune") {
  using namespace small_product;
  const temporary_folder cache;
  const auto kernel = tune(multiply, extents(i = 0, j = 4, k = 4), verbose(0), cache_directory(cache.path()));
  CHECK(kernel.report().note == "there is nothing to compute");
  CHECK(kernel.report().trials == 0);
  std::vector<float> a, b(16), c;
  kernel(A = a, B = b, C = c);
  float* none = nullptr;
  CHECK(kernel.call(A = none, B = b, C = none).ok());
}
