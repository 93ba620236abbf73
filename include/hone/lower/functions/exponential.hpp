// SPDX-License-Identifier: Apache-2.0
/// \file
/// e^x = 2^n e^r with x = n ln 2 + r and |r| <= ln 2 / 2.
#pragma once

#include <numbers>

#include <hone/lower/functions/coefficients.hpp>
#include <hone/lower/functions/term.hpp>

namespace hone::core::lower::functions {

/// e^x = fraction * 2^exponent; the fraction is in [0.7, 1.42], the exponent integral.
struct scaled_power {
  term fraction;
  term exponent;
};

inline scaled_power power_of_e(term argument) {
  const term x = named("x", argument);
  // n ln2_high is exact: the parts of ln 2 leave room for the bits of n
  const term n = named("n", rounded(x * std::numbers::log2e));
  const term high = multiply_subtract(n, n.constant(ln2_parts_f32[0], ln2_parts_f64[0]), x);
  const term r = named("r", multiply_subtract(n, n.constant(ln2_parts_f32[1], ln2_parts_f64[1]), high));
  const term p = polynomial(r, exp_coefficients_f32, exp_coefficients_f64);
  return {named("p", multiply_add(r * r, p, r) + 1.0), n};
}

/// 2^n for an integral n that is the exponent of a normal number: the biased exponent, put where it belongs.
inline term power_of_two(term n) {
  return from_bits(bits(n + (rounding_constant(n) + exponent_bias(n))) << mantissa_bits(n));
}

/// e^x where it is a normal number.
inline term normal_exponential(term x) {
  const auto e = power_of_e(x);
  return e.fraction * power_of_two(e.exponent);
}

inline term exponential(term x) {
  // beyond these limits the result is 0 or infinite, whatever x is; NaN passes both
  const term low = x.constant(-104.0, -746.0), high = x.constant(89.0, 710.0);
  const term above = named("x", select(x < low, low, x));
  const auto e = power_of_e(select(high < above, high, above));
  // in two steps, the first of them exact, because 2^n itself may be no normal number
  const term half = named("half", rounded(e.exponent * 0.5));
  return e.fraction * power_of_two(half) * power_of_two(e.exponent - half);
}

}  // namespace hone::core::lower::functions
