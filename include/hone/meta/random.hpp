// SPDX-License-Identifier: Apache-2.0
/// \file
/// Seeded random numbers that are the same on every machine and standard library (the distributions of <random> are
/// not): xoshiro256++ of Blackman and Vigna, seeded by splitmix64.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace hone {

/// Mixes 64 bits; also a good way to derive the seed of one part from the seed of the whole.
constexpr std::uint64_t splitmix64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

class random_generator {
 public:
  constexpr explicit random_generator(std::uint64_t seed = 0) {
    for (auto& word : state_) word = seed = splitmix64(seed);
  }

  /// 64 random bits.
  constexpr std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }
  /// Uniform in [0, n); 0 when n is 0. Draws again where a plain modulo would favour small numbers.
  constexpr std::uint64_t below(std::uint64_t n) {
    if (n <= 1) return 0;
    const std::uint64_t uneven = (0 - n) % n;  // 2^64 mod n
    std::uint64_t bits = next();
    while (bits < uneven) bits = next();
    return bits % n;
  }
  /// Uniform in [0, 1), a multiple of 2^-53.
  constexpr double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  /// Standard normal (the polar method of Marsaglia). One of the pair is dropped, so that the state is the whole state.
  double normal() {
    for (;;) {
      const double u = 2 * uniform() - 1;
      const double v = 2 * uniform() - 1;
      const double square = u * u + v * v;
      if (square > 0 && square < 1) return u * std::sqrt(-2 * std::log(square) / square);
    }
  }
  friend constexpr bool operator==(const random_generator&, const random_generator&) = default;

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace hone
