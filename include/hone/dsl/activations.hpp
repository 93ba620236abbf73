// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functions of neural networks, each written with the nodes that there are: NaN passes through all of them.
#pragma once

#include <numbers>

#include <hone/dsl/functions.hpp>

namespace hone::dsl {

/// `max(x, 0)`.
template <Node E>
constexpr auto relu(const E& e) {
  return max(e, 0);
}

/// x where it is positive, else `slope * x`.
template <Node E, Operand Slope>
constexpr auto leaky_relu(const E& e, const Slope& slope) {
  return select(e > 0, e, slope * e);
}

/// 1 / (1 + exp(-x)).
template <Node E>
constexpr auto sigmoid(const E& e) {
  return 1 / (1 + exp(-e));
}

/// x * sigmoid(x), also called swish (Elfwing et al. 2018; Ramachandran et al. 2017). At minus infinity it is NaN, as the
/// formula is.
template <Node E>
constexpr auto silu(const E& e) {
  return e / (1 + exp(-e));
}

/// x times the normal distribution function, x/2 (1 + erf(x / sqrt 2)) (Hendrycks and Gimpel 2016).
template <Node E>
constexpr auto gelu(const E& e) {
  return 0.5 * e * (1 + erf(e * (1 / std::numbers::sqrt2)));
}

/// The approximation of `gelu` with tanh: x/2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))).
template <Node E>
constexpr auto gelu_tanh(const E& e) {
  // sqrt(2 / pi)
  constexpr double scale = std::numbers::inv_sqrtpi * std::numbers::sqrt2;
  return 0.5 * e * (1 + tanh(scale * (e + 0.044715 * (e * e * e))));
}

}  // namespace hone::dsl
