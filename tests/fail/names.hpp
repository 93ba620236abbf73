// SPDX-License-Identifier: Apache-2.0
/// \file
/// The axes and tensors of the misuses.
#pragma once

#include <hone/dsl/dsl.hpp>

using namespace hone;  // as users write

inline constexpr axis<"i"> i;
inline constexpr axis<"j"> j;
inline constexpr axis<"k"> k;
inline constexpr size<"h"> h;
inline constexpr attribute<"stride"> stride;
inline constexpr tensor<"A", float, 2> A;
inline constexpr tensor<"B", float, 2> B;
inline constexpr tensor<"C", float, 2> C;
inline constexpr tensor<"v", float, 1> v;
inline constexpr tensor<"places", std::int32_t, 1> places;
inline constexpr tensor<"bytes", std::int8_t, 2> bytes;
inline constexpr tensor<"counts", std::int32_t, 2> counts;
inline constexpr scalar<"alpha", float> alpha;
