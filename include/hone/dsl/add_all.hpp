// SPDX-License-Identifier: Apache-2.0
/// \file
/// The sum of a pack of expressions. A fold expression stops at 256 terms on clang and takes minutes on gcc.
#pragma once

#include <hone/dsl/operators.hpp>

namespace hone::dsl {

/// `add_all(a, b, c)` is `a + b + c`: left to right, for any number of terms.
template <class First>
constexpr auto add_all(const First& first) {
  return first;
}
template <class First, class Second, class... Rest>
constexpr auto add_all(const First& first, const Second& second, const Rest&... rest) {
  return add_all(first + second, rest...);
}
// Eight at a time, so that the recursion stays shallow.
template <class T0, class T1, class T2, class T3, class T4, class T5, class T6, class T7, class T8, class... Rest>
constexpr auto add_all(const T0& t0, const T1& t1, const T2& t2, const T3& t3, const T4& t4, const T5& t5, const T6& t6,
                       const T7& t7, const T8& t8, const Rest&... rest) {
  return add_all(t0 + t1 + t2 + t3 + t4 + t5 + t6 + t7 + t8, rest...);
}

}  // namespace hone::dsl
