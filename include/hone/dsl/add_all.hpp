// SPDX-License-Identifier: Apache-2.0
/// \file
/// The sum of a pack of expressions. A fold expression ends at 256 terms on clang, and types nested that deep take
/// long.
#pragma once

#include <hone/dsl/operators.hpp>

namespace hone::dsl {

/// The sum of any number of terms, in groups of eight: `(a + ... + h) + ((i + ... + p) + ...)`.
template <class... Terms>
requires(sizeof...(Terms) > 0 && sizeof...(Terms) <= 8) constexpr auto add_all(const Terms&... terms) {
  return (... + terms);
}
template <class T0, class T1, class T2, class T3, class T4, class T5, class T6, class T7, class... Rest>
requires(sizeof...(Rest) > 0) constexpr auto add_all(const T0& t0, const T1& t1, const T2& t2, const T3& t3,
                                                     const T4& t4, const T5& t5, const T6& t6, const T7& t7,
                                                     const Rest&... rest) {
  return (t0 + t1 + t2 + t3 + t4 + t5 + t6 + t7) + add_all(rest...);
}

}  // namespace hone::dsl
