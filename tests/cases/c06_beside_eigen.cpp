// SPDX-License-Identifier: Apache-2.0
/// \file
/// C06: Eigen and Boost beside Hone, all namespaces opened: neither takes the other's operators.
#include <Eigen/Dense>
#include <boost/hana.hpp>

#include <chrono>

#include <hone/hone.hpp>
#include <hone/runtime/eigen.hpp>
#include <support/catch.hpp>
#include <support/temporary_folder.hpp>

using namespace Eigen;
using namespace boost::hana::literals;
using namespace hone;
using namespace std::chrono_literals;

namespace {

constexpr axis<"i"> i;
constexpr axis<"j"> j;
constexpr axis<"k"> k;
constexpr tensor<"A", float, 2> A;
constexpr tensor<"B", float, 2> B;
constexpr tensor<"C", float, 2> C;
constexpr auto multiply = op<"multiply">(C(i, j) = sum(k)(A(i, k) * B(k, j) + A(i, k) - A(i, k)));

using rows = Matrix<float, Dynamic, Dynamic, RowMajor>;

}  // namespace

TEST_CASE("C06: matrices keep their operators, and are arguments of kernels") {
  const core::test::temporary_folder folder;
  const auto kernel = tune(multiply, extents(i = 6, j = 10, k = 8), budget(60s), max_trials(3), verbose(0), cache_directory(folder.path()));
  rows a = rows::Random(6, 8), b = rows::Random(8, 10), c(6, 10);
  kernel(A = a, B = b, C = c);
  const rows wanted = a * b + rows::Zero(6, 10) - rows::Zero(6, 10);
  CHECK((c - wanted).cwiseAbs().maxCoeff() < 1e-5F);

  std::vector<float> memory(60, -1.0F);
  Map<rows> mapped(memory.data(), 6, 10);
  kernel(A = a, B = b, C = mapped);
  CHECK((mapped - wanted).cwiseAbs().maxCoeff() < 1e-5F);
  mapped = mapped * 2 + mapped;
  CHECK((mapped - 3 * wanted).cwiseAbs().maxCoeff() < 1e-4F);
}
