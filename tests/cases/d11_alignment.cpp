// SPDX-License-Identifier: Apache-2.0
/// \file
/// D11: no kernel needs more alignment than its elements have; more is asked for only where a layout declares it.
#include <chrono>
#include <cstdint>
#include <new>
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
constexpr tensor<"X", float, 1> X;
constexpr tensor<"Z", float, 1> Z;
constexpr tensor<"Y", float, 1> Y;
constexpr auto add = op<"add">(Y(i) = X(i) + 2 * Z(i));
constexpr std::int64_t length = 1003;

/// Memory that begins this many bytes after a boundary of 64.
class shifted {
 public:
  explicit shifted(std::size_t bytes) : block_(length + 32), begin_(start(bytes)) {}
  float* data() { return begin_; }

 private:
  float* start(std::size_t bytes) {
    const auto address = reinterpret_cast<std::uintptr_t>(block_.data());
    return reinterpret_cast<float*>((address + 63) / 64 * 64 + bytes);
  }
  std::vector<float> block_;
  float* begin_;
};

}  // namespace

TEST_CASE("D11: a kernel that was tuned on aligned data runs on unaligned data") {
  const temporary_folder folder;
  const auto kernel = tune(add, extents(i = length), budget(60s), max_trials(12), verbose(0), cache_directory(folder.path()));
  REQUIRE(kernel.report().source == kernel_source::tuned);
  for (const std::size_t x_at : {0U, 4U, 20U})
    for (const std::size_t y_at : {0U, 4U, 36U}) {
      shifted x(x_at), z(4), y(y_at);
      for (std::int64_t e = 0; e < length; ++e) {
        x.data()[e] = static_cast<float>(e);
        z.data()[e] = 0.5F;
      }
      kernel(X = static_cast<const float*>(x.data()), Z = static_cast<const float*>(z.data()), Y = y.data());
      for (std::int64_t e = 0; e < length; ++e) REQUIRE(y.data()[e] == static_cast<float>(e + 1));
    }
}

TEST_CASE("D11: an address that is no multiple of the element's size is a typed error with the tensor's name") {
  const temporary_folder folder;
  const auto kernel = tune(add, extents(i = length), max_trials(2), verbose(0), cache_directory(folder.path()));
  shifted x(0), z(0), y(0);
  const auto* odd = reinterpret_cast<const float*>(reinterpret_cast<const char*>(x.data()) + 1);
  try {
    kernel(X = odd, Z = static_cast<const float*>(z.data()), Y = y.data());
    FAIL("it ran");
  } catch (const error& e) {
    CHECK(e.code() == error_code::bad_argument);
    CHECK(std::string(e.what()).find("X") != std::string::npos);
  }
}
