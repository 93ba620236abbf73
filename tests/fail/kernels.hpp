// SPDX-License-Identifier: Apache-2.0
/// \file
/// A kernel, for misuses of its call.
#pragma once

#include <hone/tune/kernel.hpp>
#include <names.hpp>

inline constexpr auto multiply_operator = op<"multiply">(C(i, j) = sum(k)(A(i, k) * B(k, j)));
using multiply_kernel = hone::core::kernel<std::remove_const_t<decltype(multiply_operator)>>;
