// SPDX-License-Identifier: Apache-2.0
/// \file
/// C03: the headers of Hone after other headers' macros, and no macro of ours without our prefix.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <charconv>
#include <chrono>
#include <cmath>
#include <concepts>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <boost/hana.hpp>

#include <support/catch.hpp>

// what X11, Windows, glog and quick programs leave behind; min and max as the headers of Windows have them
#undef CHECK
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define CHECK(x) broken_by_CHECK
#define LOG broken_by_LOG
#define ERROR broken_by_ERROR
#define DEBUG broken_by_DEBUG
#define N broken_by_N
#define M broken_by_M
#define K broken_by_K
#define I broken_by_I
#define B0 broken_by_B0
#define None 0L
#define Bool int
#define Status int
#define Success 0
#include <hone/hone.hpp>
#include <hone/ast/print.hpp>
#undef min
#undef max

using namespace hone;

TEST_CASE("C03: an operator, beside the macros of others") {
  constexpr axis<"i"> i;
  constexpr tensor<"X", float, 1> X;
  constexpr tensor<"Y", float, 1> Y;
  constexpr auto clipped = op<"clipped">(Y(i) = min(max(X(i), 0), 1));
  REQUIRE(core::ast::to_string(core::ast::reify_tree(clipped)) == "clipped: Y(i) = min(max(X(i), 0), 1)");
}
