// SPDX-License-Identifier: Apache-2.0
/// \file
/// tanh and erf: a polynomial near 0, one minus something small away from it.
#pragma once

#include <hone/lower/functions/exponential.hpp>

namespace hone::lower::functions {

/// `near` where |x| < limit, else `far`, which was computed from |x|, with the sign of x.
inline term odd(term x, term magnitude, double limit, term near, term far) {
  const term positive = named("far", far);
  return select(magnitude < limit, near, select(x < 0.0, -positive, positive));
}

/// The smaller one of |x| and the place from which the function is 1 in its type; NaN stays.
inline term saturated(term magnitude, double f32, double f64) {
  const term top = magnitude.constant(f32, f64);
  return named("a", select(top < magnitude, top, magnitude));
}

/// tanh a = 1 - 2 / (e^(2a) + 1): never inf / inf, because a is limited.
inline term hyperbolic_tangent(term x) {
  const term magnitude = named("a", abs(x));
  const term z = named("z", x * x);
  const term near = multiply_add(x * z, polynomial(z, tanh_coefficients_f32, tanh_coefficients_f64), x);
  const term e = normal_exponential(saturated(magnitude, 10.0, 20.0) * 2.0);
  return odd(x, magnitude, 0.5625, near, e.constant(1.0) - e.constant(2.0) / (e + 1.0));
}

/// erf a = 1 - e^(log erfc a)
inline term error_function(term x) {
  const term magnitude = named("a", abs(x));
  const term near = multiply_add(x, polynomial(named("z", x * x), erf_coefficients_f32, erf_coefficients_f64), x);
  const term t = named("t", saturated(magnitude, 3.95, 5.95) - x.constant(erfc_centre));
  const term e = normal_exponential(named("q", polynomial(t, erfc_coefficients_f32, erfc_coefficients_f64)));
  return odd(x, magnitude, 1.0, near, e.constant(1.0) - e);
}

}  // namespace hone::lower::functions
