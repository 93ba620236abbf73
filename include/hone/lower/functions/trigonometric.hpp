// SPDX-License-Identifier: Apache-2.0
/// \file
/// sin and cos: x = n pi / 2 + r with |r| <= pi / 4 (Cody and Waite: pi / 2 in parts whose products with n are exact),
/// then a polynomial that n mod 4 chooses.
#pragma once

#include <limits>
#include <numbers>

#include <hone/lower/functions/coefficients.hpp>
#include <hone/lower/functions/term.hpp>

namespace hone::core::lower::functions {

/// x = quadrant pi / 2 + r + tail, of the type of x; the quadrant counts modulo 4, in the low bits of an i64.
struct quarter_turns {
  term r;
  term tail;
  term quadrant;
};

namespace detail {

/// n as a number and in the low bits of an integer, for f64.
inline std::pair<term, term> nearest_quarter(term x) {
  const double c = rounding_constant(x);
  const term sum = named("sum", x * (2 / std::numbers::pi) + c);
  return {named("n", sum - c), named("quadrant", bits(sum))};
}

}  // namespace detail

/// f32 is reduced in f64: two parts, 80 bits of pi / 2, are enough for |x| <= 1e8, where n has 26 bits.
inline quarter_turns reduced_f32(term x) {
  const term wide = named("wide", cast(scalar_type::f64, x));
  const auto [n, quadrant] = detail::nearest_quarter(wide);
  const term high = multiply_subtract(n, n.constant(half_pi_parts_f32[0]), wide);
  const term r = multiply_subtract(n, n.constant(half_pi_parts_f32[1]), high);
  return {named("r", cast(scalar_type::f32, r)), x.constant(0.0), quadrant};
}

/// Three exact parts and a fourth, 152 bits, for |x| <= 1e6, where n has 20 bits. What each subtraction rounds away is
/// kept: the difference of the two is either that error exactly or 0.
inline quarter_turns reduced_f64(term x) {
  const auto [n, quadrant] = detail::nearest_quarter(x);
  term r = named("r", multiply_subtract(n, n.constant(half_pi_parts_f64[0]), x));
  term lost = n.constant(0.0);
  for (const std::size_t k : {1u, 2u}) {
    const term part = n.constant(half_pi_parts_f64[k]);
    const term less = named("r", multiply_subtract(n, part, r));
    lost = lost + multiply_subtract(n, part, r - less);
    r = less;
  }
  const term tail = named("lost", multiply_subtract(n, n.constant(half_pi_parts_f64[3]), lost));
  const term sum = named("r", r + tail);
  return {sum, named("tail", (r - sum) + tail), quadrant};
}

/// sin(r + tail) = r + r^3 P(r^2) + tail (1 - r^2 / 2)
inline term sine_near_zero(const quarter_turns& t, term z) {
  const term cubic = t.r * z * polynomial(z, sin_coefficients_f32, sin_coefficients_f64);
  if (!t.r.is_f64()) return cubic + t.r;
  return multiply_add(t.tail, multiply_add(z, z.constant(-0.5), z.constant(1.0)), cubic) + t.r;
}

/// cos(r + tail) = (1 - h) + ((1 - (1 - h)) - h) + r^4 P(r^2) - r tail, with h = r^2 / 2
inline term cosine_near_zero(const quarter_turns& t, term z) {
  const term h = named("h", z * 0.5);
  const term one = named("w", z.constant(1.0) - h);
  const term p = polynomial(z, cos_coefficients_f32, cos_coefficients_f64);
  const term lost = (one.constant(1.0) - one) - h;
  const term quartic = multiply_add(z * z, p, t.r.is_f64() ? multiply_subtract(t.r, t.tail, lost) : lost);
  return one + quartic;
}

/// sin of x plus so many quarter turns.
inline term sine_shifted(term x, std::int64_t quarters) {
  const auto t = x.is_f64() ? reduced_f64(x) : reduced_f32(x);
  const term z = named("z", t.r * t.r);
  const term quadrant = named("quadrant", t.quadrant + quarters);
  const term odd = (quadrant & 1) != quadrant.constant(0), negative = (quadrant & 2) != quadrant.constant(0);
  const term value = named("value", select(odd, cosine_near_zero(t, z), sine_near_zero(t, z)));
  const term signed_value = select(negative, -value, value);
  // false for NaN and infinity too
  const term known = abs(x) <= x.constant(1e8, 1e6);
  return select(known, signed_value, x.constant(std::numeric_limits<double>::quiet_NaN()));
}

inline term sine(term x) { return select(x == 0.0, x, sine_shifted(x, 0)); }  // with the sign of zero
inline term cosine(term x) { return sine_shifted(x, 1); }

}  // namespace hone::core::lower::functions
