// SPDX-License-Identifier: Apache-2.0
/// \file
/// B08: a result is never taken for another shape, type, accumulator or number of threads, and a kernel refuses a
/// layout that it was not made for.
#include <chrono>
#include <vector>

#include <hone/hone.hpp>
#include <support/catch.hpp>
#include <support/temporary_folder.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;
using namespace std::chrono_literals;

namespace {

constexpr axis<"i"> i;
constexpr axis<"j"> j;
constexpr axis<"k"> k;
template <class T>
constexpr tensor<"A", T, 2> A;
template <class T>
constexpr tensor<"B", T, 2> B;
template <class T>
constexpr tensor<"C", T, 2> C;
template <class T>
constexpr auto multiply = op<"multiply">(C<T>(i, j) = sum(k)(A<T>(i, k) * B<T>(k, j)));
constexpr auto transposed = op<"multiply">(C<float>(i, j) = sum(k)(A<float>(k, i) * B<float>(k, j)));
constexpr auto in_double = op<"multiply">(C<float>(i, j) = cast<float>(sum<double>(k)(A<float>(i, k) * B<float>(k, j))));

}  // namespace

TEST_CASE("B08: every part of the key tells problems apart") {
  const temporary_folder folder;
  const auto tuned = [&](const auto& op, const auto& e, auto... settings) {
    return tune(op, e, budget(60s), max_trials(2), verbose(0), cache_directory(folder.path()), settings...).report().source;
  };
  constexpr auto cube = extents(i = 32, j = 32, k = 32);
  REQUIRE(tuned(multiply<float>, cube) == kernel_source::tuned);
  REQUIRE(tuned(multiply<float>, cube) == kernel_source::record);
  CHECK(tuned(multiply<float>, extents(i = 32, j = 64, k = 64)) == kernel_source::tuned);
  CHECK(tuned(multiply<double>, cube) == kernel_source::tuned);
  CHECK(tuned(transposed, cube) == kernel_source::tuned);
  CHECK(tuned(in_double, cube) == kernel_source::tuned);
  CHECK(tuned(multiply<float>, cube, threads(2)) == kernel_source::tuned);
  CHECK(tuned(multiply<float>, cube, with([](tune_options& o) { o.tolerance = measure::tolerance{1e-3, 1e-3}; })) == kernel_source::tuned);
  // and each is found again
  CHECK(tuned(multiply<double>, cube) == kernel_source::record);
  CHECK(tuned(multiply<float>, cube, threads(2)) == kernel_source::record);
}

TEST_CASE("B08: another row stride than the tuned one is a typed error") {
  const temporary_folder folder;
  const auto kernel = tune(multiply<float>, extents(i = 32, j = 32, k = 32), max_trials(2), verbose(0), cache_directory(folder.path()));
  std::vector<float> a(32 * 40, 1.0F), b(32 * 32, 1.0F), c(32 * 32);
  const auto padded_rows = strided(a.data(), {32, 32}, {40, 1});
  try {
    kernel(A<float> = padded_rows, B<float> = b, C<float> = c);
    FAIL("it ran");
  } catch (const error& e) {
    CHECK(e.code() == error_code::bad_argument);
    CHECK(std::string(e.what()).find("40") != std::string::npos);
  }
}
