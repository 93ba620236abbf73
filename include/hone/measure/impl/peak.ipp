// SPDX-License-Identifier: Apache-2.0
/// \file
/// Body of measure/peak.hpp.
#pragma once

#include <algorithm>

#include <hone/measure/clock.hpp>
#include <hone/measure/peak.hpp>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace hone::core::measure {
namespace detail {

// Twelve independent chains hide the latency of an FMA (4 cycles) on two pipes.
inline constexpr int peak_chains = 12;
inline constexpr int peak_steps = 20'000;

#if defined(__x86_64__)
__attribute__((target("avx2,fma"), noinline)) inline float fma_chains(float seed) {
  const __m256 scale = _mm256_set1_ps(seed), shift = _mm256_set1_ps(1e-3F);
  // each chain begins elsewhere: the compiler would compute equal ones once
  __m256 a0 = scale, a1 = _mm256_set1_ps(seed + 1), a2 = _mm256_set1_ps(seed + 2), a3 = _mm256_set1_ps(seed + 3);
  __m256 a4 = _mm256_set1_ps(seed + 4), a5 = _mm256_set1_ps(seed + 5), a6 = _mm256_set1_ps(seed + 6);
  __m256 a7 = _mm256_set1_ps(seed + 7), a8 = _mm256_set1_ps(seed + 8), a9 = _mm256_set1_ps(seed + 9);
  __m256 a10 = _mm256_set1_ps(seed + 10), a11 = _mm256_set1_ps(seed + 11);
  for (int k = 0; k < peak_steps; ++k) {
    a0 = _mm256_fmadd_ps(a0, scale, shift), a1 = _mm256_fmadd_ps(a1, scale, shift);
    a2 = _mm256_fmadd_ps(a2, scale, shift), a3 = _mm256_fmadd_ps(a3, scale, shift);
    a4 = _mm256_fmadd_ps(a4, scale, shift), a5 = _mm256_fmadd_ps(a5, scale, shift);
    a6 = _mm256_fmadd_ps(a6, scale, shift), a7 = _mm256_fmadd_ps(a7, scale, shift);
    a8 = _mm256_fmadd_ps(a8, scale, shift), a9 = _mm256_fmadd_ps(a9, scale, shift);
    a10 = _mm256_fmadd_ps(a10, scale, shift), a11 = _mm256_fmadd_ps(a11, scale, shift);
  }
  const __m256 sum = _mm256_add_ps(
      _mm256_add_ps(_mm256_add_ps(_mm256_add_ps(a0, a1), _mm256_add_ps(a2, a3)), _mm256_add_ps(a4, a5)),
      _mm256_add_ps(_mm256_add_ps(_mm256_add_ps(a6, a7), _mm256_add_ps(a8, a9)), _mm256_add_ps(a10, a11)));
  return _mm256_cvtss_f32(sum);
}
#endif

/// The same with the vectors that every compiler has: 16 bytes, a multiply and an add.
__attribute__((noinline)) inline float plain_chains(float seed) {
  using vector = float __attribute__((vector_size(16)));
  const vector scale = {seed, seed, seed, seed}, shift = {1e-3F, 1e-3F, 1e-3F, 1e-3F};
  vector a0 = scale, a1 = scale + 1, a2 = scale + 2, a3 = scale + 3, a4 = scale + 4, a5 = scale + 5;
  vector a6 = scale + 6, a7 = scale + 7, a8 = scale + 8, a9 = scale + 9, a10 = scale + 10, a11 = scale + 11;
  for (int k = 0; k < peak_steps; ++k) {
    a0 = a0 * scale + shift, a1 = a1 * scale + shift, a2 = a2 * scale + shift, a3 = a3 * scale + shift;
    a4 = a4 * scale + shift, a5 = a5 * scale + shift, a6 = a6 * scale + shift, a7 = a7 * scale + shift;
    a8 = a8 * scale + shift, a9 = a9 * scale + shift, a10 = a10 * scale + shift, a11 = a11 * scale + shift;
  }
  const vector sum = ((a0 + a1) + (a2 + a3)) + ((a4 + a5) + (a6 + a7)) + ((a8 + a9) + (a10 + a11));
  return sum[0];
}

/// Best rate of a loop over `lanes` lanes, in flops a nanosecond.
HONE_DECL double best_rate(float (*chains)(float), int lanes) {
  double best = 0;
  volatile float sink = 0;
  const double flops = 2.0 * peak_chains * peak_steps * lanes;
  for (int window = 0; window < 60; ++window) {
    const double began = thread_cpu_ns();
    sink = chains(0.5F);
    const double elapsed = thread_cpu_ns() - began;
    if (elapsed > 0) best = std::max(best, flops / elapsed);
  }
  (void)sink;
  return best;
}

}  // namespace detail

HONE_DECL double peak_gflops([[maybe_unused]] const target::cpu& target) {
#if defined(__x86_64__)
  if (target.has("fma") && target.has("avx2")) return detail::best_rate(detail::fma_chains, 8);
#endif
  return detail::best_rate(detail::plain_chains, 4);
}

}  // namespace hone::core::measure
