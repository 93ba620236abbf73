// SPDX-License-Identifier: Apache-2.0
/// \file
/// What can be passed for a tensor, and what it is seen as.
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <hone/diag/error.hpp>
#include <hone/runtime/eigen.hpp>
#include <hone/runtime/view.hpp>
#include <support/catch.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::runtime;
using hone::scalar_type;

static_assert(TensorView<float*> && TensorView<const double*> && TensorView<float* const&>);
static_assert(TensorView<std::vector<float>&> && TensorView<const std::vector<float>&>);
static_assert(TensorView<std::span<const std::int8_t>> && TensorView<float (&)[3]> && TensorView<float&>);
static_assert(!TensorView<std::string&> && !TensorView<void*> && !TensorView<std::vector<bool>&>);
static_assert(!TensorView<long double*> && !TensorView<std::int64_t*> && !TensorView<float (&)[2][2]>);
static_assert(std::is_same_v<view_element<const std::vector<float>&>, const float>);
static_assert(std::is_same_v<view_element<std::span<float>>, float>);
static_assert(std::is_same_v<view_element<memory_view&>, void>);

namespace {
struct matrix_of_a_library {  // its order is its own business
  float* data() { return nullptr; }
  std::size_t size() { return 0; }
  int rows() { return 0; }
};
static_assert(!TensorView<matrix_of_a_library&>);
}  // namespace

TEST_CASE("a pointer is an address") {
  float x = 0;
  const auto v = view_of(&x);
  CHECK(v.data == &x);
  CHECK(v.type == scalar_type::f32);
  CHECK(v.shape == view_shape::unknown);
  CHECK(v.writable);
  const double* c = nullptr;
  CHECK_FALSE(view_of(c).writable);
  CHECK(view_of(c).type == scalar_type::f64);
}

TEST_CASE("containers and spans are elements in a row") {
  std::vector<std::int32_t> v(7);
  const auto& cv = v;
  std::array<std::uint8_t, 3> a{};
  float plain[5] = {};
  CHECK(view_of(v).data == v.data());
  CHECK(view_of(v).extents[0] == 7);
  CHECK(view_of(v).shape == view_shape::flat);
  CHECK(view_of(v).writable);
  CHECK_FALSE(view_of(cv).writable);
  CHECK(view_of(a).type == scalar_type::u8);
  CHECK(view_of(plain).extents[0] == 5);
  CHECK(view_of(std::span<const std::int32_t>(v)).extents[0] == 7);
  CHECK_FALSE(view_of(std::span<const std::int32_t>(v)).writable);
}

TEST_CASE("a number is a tensor of rank 0") {
  float x = 2;
  CHECK(view_of(x).data == &x);
  CHECK(view_of(x).rank == 0);
  CHECK(view_of(x).shape == view_shape::strided);
  const double c = 1;
  CHECK_FALSE(view_of(c).writable);
}

TEST_CASE("strided memory keeps its extents and strides") {
  float m[60] = {};
  const auto s = strided(m, {4, 5}, {15, 2});
  const auto v = view_of(s);
  CHECK(v.rank == 2);
  CHECK(v.extents[1] == 5);
  CHECK(v.strides[0] == 15);
  CHECK(v.writable);
  CHECK(view_of(view_of(s)).strides[1] == 2);
  CHECK_THROWS_WITH(strided(m, {4, 5}, {15}),
                    "strided() needs as many strides as extents, at most 8, and was given 2 extents and 1 strides");
}

TEST_CASE("Eigen's matrices keep their order, vectors have rank 1") {
  Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows(3, 5);
  Eigen::MatrixXf columns(3, 5);
  const auto r = view_of(rows), c = view_of(columns), b = view_of(columns.block(1, 1, 2, 3));
  CHECK(r.rank == 2);
  CHECK(r.extents[0] == 3);
  CHECK(r.extents[1] == 5);
  CHECK(r.strides[0] == 5);
  CHECK(r.strides[1] == 1);
  CHECK(c.strides[0] == 1);
  CHECK(c.strides[1] == 3);
  CHECK(b.data == columns.data() + 4);
  CHECK(b.extents[0] == 2);
  CHECK(b.strides[1] == 3);
  const auto& fixed = columns;
  CHECK_FALSE(view_of(fixed).writable);
  CHECK(c.writable);
  Eigen::VectorXd vector(4);
  CHECK(view_of(vector).rank == 1);
  CHECK(view_of(rows.col(2)).strides[0] == 5);
  CHECK(view_of(vector).type == scalar_type::f64);
}

static_assert(!TensorView<decltype(std::declval<Eigen::MatrixXf&>() + std::declval<Eigen::MatrixXf&>())>);
