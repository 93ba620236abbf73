// SPDX-License-Identifier: Apache-2.0
/// \file
/// Calls of a tuned kernel: arguments by name, what is wrong with them, and who may call at once. What the compiler can
/// refuse is in tests/fail.
#include <array>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <hone/runtime/eigen.hpp>
#include <support/catch.hpp>
#include <support/product.hpp>
#include <support/temporary_folder.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;
using namespace hone::core::test::small_product;
using runtime::bind_problem;

namespace {

const temporary_folder& cache() {
  static const temporary_folder folder;
  return folder;
}

/// With compiled code of the default schedule, or with the native loops.
auto kernel_of(const char* backend) {
  return tune(multiply, sizes, mode(tune_mode::read), verbose(0), cache_directory(cache().path()),
              with([=](tune_options& o) { o.backend = backend; }));
}

template <class F>
std::string refusal(error_code code, F f) {
  try {
    f();
  } catch (const error& e) {
    CHECK(e.code() == code);
    return e.what();
  }
  return "not refused";
}

}  // namespace

TEST_CASE("arguments are given by name, in any order and of many kinds") {
  for (const auto* backend : {"orc", "native"}) {
    CAPTURE(backend);
    const auto kernel = kernel_of(backend);
    CHECK(right(kernel));
    const data d;
    std::vector<float> expected(d.c);
    kernel(A = d.a, B = d.b, C = expected);
    const auto check = [&](auto&& c, const float* result) {
      std::fill_n(const_cast<float*>(result), d.c.size(), -1.0F);
      kernel(C = c, B = d.b.data(), A = std::span<const float>(d.a));
      CHECK(std::equal(expected.begin(), expected.end(), result));
    };
    std::vector<float> v(d.c);
    check(v, v.data());
    check(v.data(), v.data());
    check(std::span(v), v.data());
    check(runtime::strided(v.data(), {rows, columns}, {columns, 1}), v.data());
    std::array<float, static_cast<std::size_t>(rows * columns)> a{};
    check(a, a.data());
    Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> m(rows, columns);
    check(m, m.data());
  }
}

TEST_CASE("an argument that does not fit is a status, and an error with the tensor's name") {
  for (const auto* backend : {"orc", "native"}) {
    CAPTURE(backend);
    const auto kernel = kernel_of(backend);
    data d;
    const float* none = nullptr;
    auto status = kernel.call(A = none, B = d.b, C = d.c);
    CHECK(status.binding.problem == bind_problem::missing);
    CHECK_FALSE(status.ok());
    CHECK_FALSE(static_cast<bool>(status));
    CHECK(kernel.sentence(status) == "tensor 'A' has no memory: the address given is null");
    CHECK(refusal(error_code::missing_argument, [&] { kernel(A = none, B = d.b, C = d.c); }) ==
          kernel.sentence(status));

    status = kernel.call(A = std::span(d.a).first(10), B = d.b, C = d.c);
    CHECK(status.binding.problem == bind_problem::too_small);
    CHECK(status.binding.expected == rows * depth);
    CHECK(status.binding.given == 10);
    status = kernel.call(A = d.a, B = runtime::strided(d.b.data(), {depth, columns}, {1, depth}), C = d.c);
    CHECK(status.binding.problem == bind_problem::wrong_stride);
    CHECK(refusal(error_code::bad_argument, [&] {
            kernel(A = d.a, B = runtime::strided(d.b.data(), {depth, columns}, {1, depth}), C = d.c);
          }).find("tensor 'B' was tuned for stride 40") != std::string::npos);
    status = kernel.call(A = d.a, B = runtime::strided(d.b.data(), {columns, depth}, {depth, 1}), C = d.c);
    CHECK(status.binding.problem == bind_problem::wrong_extent);
    const Eigen::MatrixXf column_major = Eigen::MatrixXf::Zero(rows, depth);
    CHECK_FALSE(kernel.call(A = column_major, B = d.b, C = d.c).ok());

    auto* odd = reinterpret_cast<float*>(reinterpret_cast<char*>(d.a.data()) + 1);
    CHECK(kernel.call(A = odd, B = d.b, C = d.c).binding.problem == bind_problem::misaligned);
    std::vector<float> shared(static_cast<std::size_t>(depth * columns));
    CHECK(refusal(error_code::overlapping_arguments, [&] { kernel(A = d.a, B = shared, C = shared); }) ==
          "tensor 'C' is written and shares memory with 'B', which starts 0 bytes after it; give the result memory of "
          "its own");

    // memory whose type only the program knows
    auto view = runtime::view_of(d.a);
    view.type = scalar_type::f64;
    CHECK(kernel.call(A = view, B = d.b, C = d.c).binding.problem == bind_problem::wrong_type);
    auto fixed = runtime::view_of(std::as_const(d.c));
    CHECK(kernel.call(A = d.a, B = d.b, C = fixed).binding.problem == bind_problem::read_only);

    // nothing of this ran
    CHECK(std::ranges::all_of(d.c, [](float x) { return x == -1; }));
    auto first = (A = d.a);
    auto second = (B = d.b);
    auto result = (C = d.c);
    CHECK(kernel.call(first, second, result).ok());
    STATIC_REQUIRE(noexcept(kernel.call(first, second, result)));
  }
}

TEST_CASE("a scalar is given as a number") {
  constexpr tensor<"x", float, 1> x;
  constexpr tensor<"y", float, 1> y;
  constexpr scalar<"alpha", float> alpha;
  constexpr auto scale = op<"scale">(y(i) = alpha * x(i));
  const auto kernel = tune(scale, extents(i = 5), mode(tune_mode::off), verbose(0), cache_directory(cache().path()));
  const std::vector<float> in{1, 2, 3, 4, 5};
  std::vector<float> out(5);
  float factor = 2;
  kernel(x = in, y = out, alpha = factor);
  CHECK(out == std::vector<float>{2, 4, 6, 8, 10});
  kernel(alpha = -1.0F, x = in, y = out);
  CHECK(out == std::vector<float>{-1, -2, -3, -4, -5});
}

TEST_CASE("copies outlive the first handle, and threads call them at once") {
  auto first = std::make_unique<decltype(kernel_of("orc"))>(kernel_of("orc"));
  const auto copy = *first;
  first.reset();
  std::array<bool, 4> good{};
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < good.size(); ++t)
    threads.emplace_back([&good, t, mine = copy] {
      good[t] = true;
      for (int call = 0; call < 50; ++call) good[t] = good[t] && right(mine);
    });
  for (auto& t : threads) t.join();
  CHECK(std::ranges::all_of(good, [](bool g) { return g; }));
}

TEST_CASE("a kernel on several threads") {
  const auto kernel =
      tune(multiply, sizes, threads(2), mode(tune_mode::off), verbose(0), cache_directory(cache().path()));
  CHECK(kernel.report().threads == 2);
  CHECK(right(kernel));
}
