// SPDX-License-Identifier: Apache-2.0
/// \file
/// tanh and erf: a polynomial near 0, one minus something small away from it.
#pragma once

#include <cstdint>
#include <limits>

#include <hone/lower/functions/exponential.hpp>

namespace hone::core::lower::functions {

/// The value of an odd function at |x| with the sign of x, that of zero too.
inline term with_sign_of(term x, term value) {
  using std::numeric_limits;
  const std::int64_t sign = x.is_f64() ? numeric_limits<std::int64_t>::min() : numeric_limits<std::int32_t>::min();
  return from_bits(bits(value) | (bits(x) & sign));
}

/// The smaller one of |x| and the place from which the function is 1 in its type; NaN stays.
inline term saturated(term magnitude, double f32, double f64) {
  const term top = magnitude.constant(f32, f64);
  return select(top < magnitude, top, magnitude);
}

/// tanh a = 1 - 2 / (e^(2a) + 1): never inf / inf, because a is limited.
inline term hyperbolic_tangent(term x) {
  const term a = named("a", abs(x));
  const term z = named("z", a * a);
  const term near = multiply_add(a * z, polynomial(z, tanh_coefficients_f32, tanh_coefficients_f64), a);
  const term e = normal_exponential(saturated(a, 10.0, 20.0) * 2.0);
  const term far = e.constant(1.0) - e.constant(2.0) / (e + 1.0);
  return with_sign_of(x, select(a < 0.5625, near, far));
}

/// erf a = 1 - e^(log erfc a)
inline term error_function(term x) {
  const term a = named("a", abs(x));
  const term near = multiply_add(a, polynomial(named("z", a * a), erf_coefficients_f32, erf_coefficients_f64), a);
  const term t = named("t", saturated(a, 3.95, 5.95) - a.constant(erfc_centre));
  const term e = normal_exponential(named("q", polynomial(t, erfc_coefficients_f32, erfc_coefficients_f64)));
  return with_sign_of(x, select(a < 1.0, near, e.constant(1.0) - e));
}

}  // namespace hone::core::lower::functions
