// SPDX-License-Identifier: Apache-2.0
/// \file
/// Arithmetic on ranges of integers: what a constraint can still become while some of its digits are open. Where every
/// operand is one number, so is the result, and it is the exact one unless it leaves 64 bits, where it saturates.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <limits>

#include <hone/dsl/node_kind.hpp>
#include <hone/ir/arithmetic.hpp>

namespace hone::core::space {

struct interval {
  std::int64_t low = 0;
  std::int64_t high = 0;

  constexpr bool is_number() const { return low == high; }
  constexpr bool is_false() const { return low == 0 && high == 0; }
  constexpr bool is_true() const { return low > 0 || high < 0; }
  friend constexpr bool operator==(const interval&, const interval&) = default;
};

namespace detail {

inline constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
inline constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

constexpr std::int64_t saturating_add(std::int64_t a, std::int64_t b) {
  std::int64_t r = 0;
  return __builtin_add_overflow(a, b, &r) ? (a < 0 ? smallest : largest) : r;
}
constexpr std::int64_t saturating_negate(std::int64_t a) { return a == smallest ? largest : -a; }
constexpr std::int64_t saturating_multiply(std::int64_t a, std::int64_t b) {
  std::int64_t r = 0;
  return __builtin_mul_overflow(a, b, &r) ? ((a < 0) == (b < 0) ? largest : smallest) : r;
}

template <class Operation>
constexpr interval corners(interval a, interval b, Operation op) {
  const auto all = {op(a.low, b.low), op(a.low, b.high), op(a.high, b.low), op(a.high, b.high)};
  return {std::min(all), std::max(all)};
}

constexpr interval divided(interval a, interval b) {
  const bool monotone = b.low > 0 || b.high < 0 || b.is_number();
  return monotone ? corners(a, b, ir::floor_div) : interval{smallest, largest};
}

constexpr interval remainder(interval a, interval b) {
  if (a.is_number() && b.is_number()) return {ir::floor_mod(a.low, b.low), ir::floor_mod(a.low, b.low)};
  return b.low > 0 ? interval{0, b.high - 1} : interval{smallest, largest};
}

/// Of a comparison that is surely true, surely false, or neither.
constexpr interval verdict(bool surely, bool surely_not) { return {surely ? 1 : 0, surely_not ? 0 : 1}; }

}  // namespace detail

/// `operation` on one (a) or two operands; comparisons and logic give 0, 1, or [0, 1].
constexpr interval apply(node_kind operation, interval a, interval b) {
  using namespace detail;
  switch (operation) {
    case node_kind::add: return {saturating_add(a.low, b.low), saturating_add(a.high, b.high)};
    case node_kind::sub:
      return {saturating_add(a.low, saturating_negate(b.high)), saturating_add(a.high, saturating_negate(b.low))};
    case node_kind::mul: return corners(a, b, saturating_multiply);
    case node_kind::div: return divided(a, b);
    case node_kind::mod: return remainder(a, b);
    case node_kind::min: return {std::min(a.low, b.low), std::min(a.high, b.high)};
    case node_kind::max: return {std::max(a.low, b.low), std::max(a.high, b.high)};
    case node_kind::lt: return verdict(a.high < b.low, a.low >= b.high);
    case node_kind::le: return verdict(a.high <= b.low, a.low > b.high);
    case node_kind::gt: return verdict(a.low > b.high, a.high <= b.low);
    case node_kind::ge: return verdict(a.low >= b.high, a.high < b.low);
    case node_kind::eq: return verdict(a.is_number() && a == b, a.high < b.low || b.high < a.low);
    case node_kind::ne: return verdict(a.high < b.low || b.high < a.low, a.is_number() && a == b);
    case node_kind::logical_and: return verdict(a.is_true() && b.is_true(), a.is_false() || b.is_false());
    case node_kind::logical_or: return verdict(a.is_true() || b.is_true(), a.is_false() && b.is_false());
    case node_kind::logical_not: return verdict(a.is_false(), a.is_true());
    default: return {smallest, largest};
  }
}

}  // namespace hone::core::space
