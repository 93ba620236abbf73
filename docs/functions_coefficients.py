#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints include/hone/lower/functions/coefficients.hpp (needs mpmath). See functions.md.

Each polynomial is the weighted minimax approximation (Remez exchange in 60 digits) of the named function; the weight
makes the error relative to the result of the elementary function. Coefficients are then rounded to the type."""
import re
import struct
from mpmath import mp, mpf, matrix, lu_solve, exp, log, tanh, sin, cos, erf, erfc, sqrt, pi, floor, nint

mp.dps = 60
CENTRE = mpf('1.25')  # of the polynomials of log(erfc(x))


def remez(f, weight, low, high, degree, grid=1200):
    """Minimises max |weight (f - p)| over polynomials p of the degree; returns coefficients and that maximum."""
    n = degree + 2
    xs = [low + (high - low) * (1 - cos(pi * k / (n - 1))) / 2 for k in range(n)]
    points = [low + (high - low) * (1 - cos(pi * (mpf(k) + mpf(1) / 2) / grid)) / 2 for k in range(grid)]
    fs = [f(x) for x in points]
    ws = [weight(x) for x in points]
    for _ in range(12):
        a, b = matrix(n, n), matrix(n, 1)
        for r, x in enumerate(xs):
            for c in range(degree + 1):
                a[r, c] = x ** c
            a[r, n - 1] = (-1) ** r / weight(x)
            b[r] = f(x)
        coefficients = list(lu_solve(a, b))[:-1]
        errors = [w * (y - horner(coefficients, x)) for x, y, w in zip(points, fs, ws)]
        extremes, start = [], 0
        for k in range(1, grid + 1):
            if k == grid or errors[k] * errors[start] < 0:
                extremes.append(max(range(start, k), key=lambda j: abs(errors[j])))
                start = k
        if len(extremes) < n:
            break
        while len(extremes) > n:
            extremes.pop(0 if abs(errors[extremes[0]]) < abs(errors[extremes[-1]]) else -1)
        sizes = [abs(errors[k]) for k in extremes]
        xs = [points[k] for k in extremes]
        if max(sizes) < min(sizes) * mpf('1.001'):
            break
    return coefficients, max(abs(e) for e in errors)


def horner(coefficients, x):
    total = mpf(0)
    for c in reversed(coefficients):
        total = total * x + c
    return total


def as_f32(x):
    return struct.unpack('f', struct.pack('f', float(x)))[0]


def rounded(x, bits):
    """To so many significant bits."""
    scale = mpf(2) ** (bits - 1 - int(floor(log(abs(x), 2))))
    return nint(x * scale) / scale


def literal(x):
    """The shortest hexadecimal literal of a double."""
    sign, first, fraction, exponent = re.match(r'(-?)0x([01])\.([0-9a-f]+)p([+-]\d+)', float(x).hex()).groups()
    fraction = fraction.rstrip('0')
    return f'{sign}0x{first}{"." + fraction if fraction else ""}p{exponent}'


def array(comment, name, numbers):
    """A constexpr array, at most 120 characters a line."""
    first = f'inline constexpr std::array {name}{{'
    pieces = [literal(x) + (',' if k + 1 < len(numbers) else '};') for k, x in enumerate(numbers)]
    print(f'/// {comment}')
    if len(first + ' '.join(pieces)) <= 120:
        print(first + ' '.join(pieces) + '\n')
        return
    print(first)
    line = '   '
    for piece in pieces:
        if len(line) + 1 + len(piece) > 120:
            print(line)
            line = '   '
        line += ' ' + piece
    print(line + '\n')


def fit(comment, name, kind, f, weight, low, high, degree):
    coefficients, error = remez(f, weight, low, high, degree)
    array(f'{comment}, {kind}: degree {degree}, error 2^{float(log(error, 2)):.1f}', f'{name}_coefficients_{kind}',
          [as_f32(c) if kind == 'f32' else float(c) for c in coefficients])


def fit_both(comment, name, f, weight, low, high, degrees):
    for kind, degree in zip(('f32', 'f64'), degrees):
        fit(comment, name, kind, f, weight, low, high, degree)


def parts(comment, name, x, sizes):
    numbers = []
    for bits in sizes:
        numbers.append(rounded(x, bits))
        x -= numbers[-1]
    array(f'{comment} in parts of {", ".join(map(str, sizes))} bits', name, numbers)


print("""// SPDX-License-Identifier: Apache-2.0
/// \\file
/// The coefficients of the elementary functions: printed by docs/functions_coefficients.py, which computes minimax
/// polynomials with a Remez exchange in 60 digits and rounds them to the type. The error is that of the polynomial,
/// relative to the function; coefficients stand from the constant term upwards.
#pragma once

#include <array>

namespace hone::core::lower::functions {
""")
tiny = mpf(10) ** -12

half = mp.ln2 / 2 * mpf('1.0001')
fit_both('exp(r) = 1 + r + r^2 P(r)', 'exp', lambda r: (exp(r) - 1 - r) / r ** 2, lambda r: r ** 2 / exp(r), -half,
         half * mpf('1.0003'), (4, 9))  # no node at 0, where the weight is 0

edge = ((sqrt(2) - 1) / (sqrt(2) + 1)) ** 2 * mpf('1.001')
fit_both('log((1 + s) / (1 - s)) = 2 s + s^3 P(s^2)', 'log',
         lambda z: (log((1 + sqrt(z)) / (1 - sqrt(z))) / sqrt(z) - 2) / z,
         lambda z: z * sqrt(z) / log((1 + sqrt(z)) / (1 - sqrt(z))), tiny, edge, (2, 6))

quarter = (pi / 4 * mpf('1.0001')) ** 2
fit_both('sin(x) = x + x^3 P(x^2)', 'sin', lambda z: (sin(sqrt(z)) / sqrt(z) - 1) / z,
         lambda z: z * sqrt(z) / sin(sqrt(z)), tiny, quarter, (2, 5))
fit_both('cos(x) = 1 - x^2 / 2 + x^4 P(x^2)', 'cos', lambda z: (cos(sqrt(z)) - 1 + z / 2) / z ** 2,
         lambda z: z ** 2 / cos(sqrt(z)), tiny, quarter, (2, 5))

fit_both('tanh(x) = x + x^3 P(x^2) for |x| <= 0.5625', 'tanh', lambda z: (tanh(sqrt(z)) / sqrt(z) - 1) / z,
         lambda z: z * sqrt(z) / tanh(sqrt(z)), tiny, mpf('0.5625') ** 2, (4, 10))

fit_both('erf(x) = x + x P(x^2) for |x| <= 1', 'erf', lambda z: erf(sqrt(z)) / sqrt(z) - 1,
         lambda z: sqrt(z) / erf(sqrt(z)), tiny, mpf(1), (6, 11))
# centred near the end where log(erfc) must be most accurate, so that the terms are no larger than the sum
for kind, top, degree in (('f32', mpf('3.95'), 7), ('f64', mpf('5.95'), 23)):
    fit(f'log(erfc(x)) = P(x - {float(CENTRE)}) for 1 <= x <= {float(top)}', 'erfc', kind,
        lambda t: log(erfc(t + CENTRE)), lambda t: erfc(t + CENTRE) / erf(t + CENTRE), 1 - CENTRE, top - CENTRE, degree)
print(f"""/// Where the polynomials of log(erfc(x)) are centred.
inline constexpr double erfc_centre = {float(CENTRE)};
""")

parts('ln 2', 'ln2_parts_f32', mp.ln2, (15, 24))
parts('ln 2', 'ln2_parts_f64', mp.ln2, (41, 53))
parts('pi / 2, for f32 reduced in f64,', 'half_pi_parts_f32', pi / 2, (27, 53))
parts('pi / 2', 'half_pi_parts_f64', pi / 2, (33, 33, 33, 53))
print('}  // namespace hone::core::lower::functions')
