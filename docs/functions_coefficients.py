#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Computes the coefficients in include/hone/lower/function_coefficients.hpp (needs mpmath). See functions.md.

Each polynomial is the weighted minimax approximation (Remez exchange in 60 digits) of the named function; the weight
makes the error relative to the result of the elementary function. Coefficients are then rounded to the type."""
import struct
import sys
from mpmath import mp, mpf, matrix, lu_solve, exp, log, tanh, sin, cos, erf, erfc, sqrt, pi, floor, nint, mpf

mp.dps = 60


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


def show(name, f, weight, low, high, degrees):
    for kind, degree in zip(('f32', 'f64'), degrees):
        lo, hi = (low[kind], high[kind]) if isinstance(low, dict) else (low, high)
        coefficients, error = remez(f, weight, lo, hi, degree)
        print(f'// {name}, {kind}: degree {degree}, error 2^{float(log(error, 2)):.1f}')
        for c in coefficients:
            print(f'  {(as_f32(c) if kind == "f32" else float(c)).hex()},')
        sys.stdout.flush()


def parts(name, x, sizes):
    print(f'// {name} in parts of {sizes} bits')
    for bits in sizes:
        part = rounded(x, bits)
        print(f'  {float(part).hex()},')
        x -= part


half = mp.ln2 / 2 * mpf('1.0001')
tiny = mpf(10) ** -12
show('exp(r) = 1 + r + r^2 P(r)', lambda r: (exp(r) - 1 - r) / r ** 2, lambda r: r ** 2 / exp(r), -half,
     half * mpf('1.0003'), (4, 9))  # no node at 0, where the weight is 0
edge = ((sqrt(2) - 1) / (sqrt(2) + 1)) ** 2 * mpf('1.001')
show('log((1 + s) / (1 - s)) = 2 s + s^3 P(s^2)', lambda z: (log((1 + sqrt(z)) / (1 - sqrt(z))) / sqrt(z) - 2) / z,
     lambda z: z * sqrt(z) / log((1 + sqrt(z)) / (1 - sqrt(z))), tiny, edge, (2, 6))
quarter = (pi / 4 * mpf('1.0001')) ** 2
show('sin(x) = x + x^3 P(x^2)', lambda z: (sin(sqrt(z)) / sqrt(z) - 1) / z, lambda z: z * sqrt(z) / sin(sqrt(z)), tiny,
     quarter, (2, 5))
show('cos(x) = 1 - x^2 / 2 + x^4 P(x^2)', lambda z: (cos(sqrt(z)) - 1 + z / 2) / z ** 2,
     lambda z: z ** 2 / cos(sqrt(z)), tiny, quarter, (2, 5))
small = mpf('0.5625') ** 2
show('tanh(x) = x + x^3 P(x^2)', lambda z: (tanh(sqrt(z)) / sqrt(z) - 1) / z, lambda z: z * sqrt(z) / tanh(sqrt(z)),
     tiny, small, (4, 10))
one = mpf(1)
show('erf(x) = x + x P(x^2)', lambda z: erf(sqrt(z)) / sqrt(z) - 1, lambda z: sqrt(z) / erf(sqrt(z)), tiny, one, (6, 11))
centre = {'f32': mpf('2.5'), 'f64': mpf('3.5')}
for kind, top, degree in (('f32', mpf('3.95'), 7), ('f64', mpf('5.95'), 23)):
    c = centre[kind]
    coefficients, error = remez(lambda t: log(erfc(t + c)), lambda t: erfc(t + c) / erf(t + c), 1 - c, top - c, degree)
    print(f'// log(erfc(x)) = P(x - {float(c)}), {kind}: degree {degree}, error 2^{float(log(error, 2)):.1f}')
    for k in coefficients:
        print(f'  {(as_f32(k) if kind == "f32" else float(k)).hex()},')
parts('ln 2 (f32)', mp.ln2, (15, 24))
parts('ln 2 (f64)', mp.ln2, (41, 53))
parts('pi / 2 (f32, reduced in f64)', pi / 2, (27, 53))
parts('pi / 2 (f64)', pi / 2, (33, 33, 33, 53))
