// SPDX-License-Identifier: Apache-2.0
/// \file
/// log x = e ln 2 + log(1 + f) with x = 2^e (1 + f) and 1 + f in [sqrt(1/2), sqrt(2)).
#pragma once

#include <limits>

#include <hone/lower/functions/coefficients.hpp>
#include <hone/lower/functions/term.hpp>

namespace hone::core::lower::functions {

/// log(1 + f) + e ln 2. With s = f / (2 + f), log(1 + f) = 2 s + s^3 P(s^2); 2 s is written f - (h - s h), h = f^2 / 2,
/// so that the leading term is exact.
inline term logarithm_of(term f, term e) {
  const term s = named("s", f / (f + 2.0));
  const term z = named("z", s * s);
  const term h = named("h", f * f * 0.5);
  const term tail = multiply_add(z, polynomial(z, log_coefficients_f32, log_coefficients_f64), h);
  const term low = multiply_add(s, tail, e * e.constant(ln2_parts_f32[1], ln2_parts_f64[1]));
  return multiply_add(e, e.constant(ln2_parts_f32[0], ln2_parts_f64[0]), f - (h - low));
}

inline term logarithm(term x) {
  using limits = std::numeric_limits<double>;
  const term normal = x.constant(0x1p-126, 0x1p-1022);
  const term tiny = named("tiny", x < normal);
  const term scaled = select(tiny, x * x.constant(0x1p25, 0x1p54), x);
  const std::int64_t root = x.is_f64() ? 0x3fe6a09e667f3bcd : 0x3f3504f3;  // the bits of sqrt(1/2)
  const term shifted = named("shifted", bits(scaled) - root);
  const term m = from_bits((shifted & ((std::int64_t{1} << mantissa_bits(x)) - 1)) + root);
  // the exponent becomes a number by way of the low bits of the rounding constant
  const double c = rounding_constant(x);
  const term exponent = from_bits((shifted >> mantissa_bits(x)) + bits(x.constant(c))) - c;
  const term e = named("e", select(tiny, exponent - (x.is_f64() ? 54.0 : 25.0), exponent));
  const term regular = logarithm_of(named("f", m - 1.0), e);
  const term finite = select(x < x.constant(limits::infinity()), regular, x);  // infinity and NaN stay
  const term positive = select(x < 0.0, x.constant(limits::quiet_NaN()), finite);
  return select(x == 0.0, x.constant(-limits::infinity()), positive);
}

}  // namespace hone::core::lower::functions
