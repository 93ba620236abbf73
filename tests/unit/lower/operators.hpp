// SPDX-License-Identifier: Apache-2.0
/// \file
/// Operators that the tests of lowering share: one for each thing that lowering treats in its own way.
#pragma once

#include <cstdint>

#include <hone/ast/bind.hpp>
#include <hone/dsl/dsl.hpp>
#include <hone/ops/ops.hpp>

namespace lower_test {

using namespace hone;
using namespace hone::core;

inline constexpr axis<"i"> i;
inline constexpr axis<"j"> j;
inline constexpr axis<"k"> k;
inline constexpr axis<"l"> l;
inline constexpr hone::size<"p"> p;
inline constexpr hone::size<"q"> q;
inline constexpr tensor<"A", float, 2> A;
inline constexpr tensor<"B", float, 2> B;
inline constexpr tensor<"C", float, 2> C;
inline constexpr tensor<"T", float, 3> T;
inline constexpr tensor<"v", float, 1> v;
inline constexpr tensor<"w", float, 1> w;
inline constexpr tensor<"u", float, 1> u;
inline constexpr tensor<"total", float, 0> total;
inline constexpr scalar<"alpha", float> alpha;
inline constexpr shaped_tensor<"U", float, p, q> U;
inline constexpr tensor<"X8", std::uint8_t, 2> X8;
inline constexpr tensor<"Y8", std::int8_t, 2> Y8;
inline constexpr tensor<"Z", std::int32_t, 2> Z;

inline constexpr auto matmul = op<"matmul">(C(i, j) = sum(k)(A(i, k) * B(k, j)));
inline constexpr auto accumulate = op<"accumulate">(C(i, j) += sum(k)(A(i, k) * B(k, j)));
inline constexpr auto accumulate_more = op<"accumulate_more">(C(i, j) += alpha * sum(k)(A(i, k) * B(k, j)));
inline constexpr auto two_axes = op<"two_axes">(v(i) = sum(j, k)(T(i, j, k) * A(j, k)));
inline constexpr auto dot = op<"dot">(total() = sum(k)(v(k) * w(k)));
inline constexpr auto accumulate_dot = op<"accumulate_dot">(total() += sum(k)(v(k) * w(k)));
inline constexpr auto row_dot = op<"row_dot">(u(i) = sum(k)(A(i, k) * w(k)));
inline constexpr auto spread = op<"spread">(v(i) = max_over(k)(A(i, k)) - min_over(k)(A(i, k)));
inline constexpr auto signs = op<"signs">(v(i) = product(k)(select(A(i, k) < 0, -1.0f, 1.0f)));
inline constexpr auto nested = op<"nested">(v(i) = sum(j)(A(i, j) * max_over(k)(B(j, k) + A(i, j))));
inline constexpr auto two_reductions =
    op<"two_reductions">(C(i, j) = A(i, j) * max_over(l)(A(i, l)) + sum(k)(A(i, k) * B(k, j)));
inline constexpr auto copy_columns = op<"copy_columns">(C(i, j) = A(j, i) + alpha);
inline constexpr auto irregular = op<"irregular">(
    C(i, j) = padded(U, 9)((i - 5) / 3, (j * 2 - 7) % 5) + padded(U, 9)(p - 1 - i, (3 * i + j) / 2 - 4));
inline constexpr auto gathered = op<"gathered">(C(i, j) = sum(k)(padded(U, 0)((i + k) / 2, (j - k) % 7) * w(k)));
inline constexpr auto mixed = op<"mixed">(Z(i, j) = sum(k)(X8(i, k) * Y8(k, j)));

}  // namespace lower_test
