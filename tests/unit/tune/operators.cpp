// SPDX-License-Identifier: Apache-2.0
/// \file
/// Every kind of operator goes through a search: the candidates are checked there against the native loops.
#include <limits>
#include <string>
#include <vector>

#include <hone/hone.hpp>
#include <hone/ops/ops.hpp>
#include <support/captured_stderr.hpp>
#include <support/catch.hpp>
#include <support/temporary_folder.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;

namespace {

constexpr axis<"i"> i;
constexpr axis<"j"> j;
constexpr axis<"k"> k;
constexpr axis<"x"> x;
constexpr axis<"y"> y;
constexpr tensor<"A", float, 2> A;
constexpr tensor<"B", float, 2> B;
constexpr tensor<"C", float, 2> C;
constexpr tensor<"a", float, 1> a;
constexpr tensor<"b", float, 1> b;
constexpr tensor<"d", double, 1> d;
constexpr scalar<"total", float> total;
constexpr tensor<"p", std::int8_t, 2> p;
constexpr tensor<"u", std::uint8_t, 2> u;
constexpr tensor<"q", std::int32_t, 2> q;

/// All candidates of a short search are sound.
template <class Operator, class Extents>
void check_search(const Operator& op, const Extents& e) {
  const temporary_folder folder;
  const auto kernel =
      tune(op, e, max_trials(6), budget(std::chrono::seconds(60)), verbose(0), cache_directory(folder.path()));
  const auto& r = kernel.report();
  CAPTURE(r.operation, r.note);
  REQUIRE(r.source == kernel_source::tuned);
  CHECK(r.trials >= 2);
  for (std::size_t s = 0; s < r.statuses.size(); ++s) {
    const auto status = static_cast<measure::status>(s);
    if (status == measure::status::ok || status == measure::status::dropped) continue;
    INFO(measure::name_of(status) << ": " << r.messages[s]);
    CHECK(r.statuses[s] == 0);
  }
}

}  // namespace

TEST_CASE("products of matrices: odd, tiny, empty, accumulated, of bytes") {
  constexpr auto matmul = op<"matmul">(C(i, j) = sum(k)(A(i, k) * B(k, j)));
  check_search(matmul, extents(i = 33, j = 47, k = 65));
  check_search(matmul, extents(i = 1, j = 1, k = 1));
  check_search(matmul, extents(i = 4, j = 5, k = 0));
  check_search(op<"accumulate">(C(i, j) += sum(k)(A(i, k) * B(k, j))), extents(i = 19, j = 47, k = 65));
  check_search(op<"bytes">(q(i, j) = sum(k)(u(i, k) * p(k, j))), extents(i = 19, j = 47, k = 65));
}

TEST_CASE("without reductions") {
  check_search(op<"copy">(b(i) = a(i)), extents(i = 1003));
  check_search(op<"count">(b(i) = cast<float>(i)), extents(i = 1003));
  check_search(op<"transpose">(C(i, j) = A(j, i)), extents(i = 37, j = 53));
  check_search(op<"functions">(b(i) = exp(a(i)) + tanh(a(i)) * sqrt(abs(a(i)))), extents(i = 1003));
  check_search(ops::stencil5<float>, extents(y = 37, x = 53));
}

TEST_CASE("reductions to fewer dimensions, to a number, of extremes, of several sums") {
  check_search(op<"rows">(b(i) = max_over(k)(A(i, k))), extents(i = 37, k = 53));
  check_search(op<"dot">(total = sum(i)(a(i) * b(i))), extents(i = 1003));
  check_search(op<"wide">(d(i) = sum<double>(k)(cast<double>(A(i, k)))), extents(i = 37, k = 53));
  check_search(op<"softmax">(C(i, j) = exp(A(i, j) - max_over(k)(A(i, k))) / sum(k)(exp(A(i, k)))),
               extents(i = 7, j = 33, k = 33));
}

TEST_CASE("an operator whose generated inputs give nothing to compare runs as it is, with a reason") {
  const temporary_folder folder;
  const captured_stderr captured;
  const auto kernel =
      tune(op<"undefined">(b(i) = log(a(i) - 100.0F)), extents(i = 100), verbose(0), cache_directory(folder.path()));
  CHECK(kernel.report().source == kernel_source::native);
  CHECK(kernel.report().note.find("not finite") != std::string::npos);
  CHECK(captured.text().find("not finite") != std::string::npos);
  std::vector<float> in(100, 101), out(100, -1);
  kernel(a = in, b = out);
  CHECK(out == std::vector<float>(100, 0));
}
