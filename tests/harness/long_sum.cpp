// SPDX-License-Identifier: Apache-2.0
/// \file
/// Case C05: a sum of 300 terms, as a chain and as a pack, compiles within the compilers' default limits.
#include <utility>

#include <hone/dsl/dsl.hpp>

using namespace hone;

constexpr axis<"i"> i;
constexpr tensor<"A", float, 1> A;
constexpr tensor<"B", float, 1> B;

// Without parentheses, so it is one chain: ((A + A) + A) + ...
#define HONE_TEN A(i) + A(i) + A(i) + A(i) + A(i) + A(i) + A(i) + A(i) + A(i) + A(i)
#define HONE_HUNDRED \
  HONE_TEN + HONE_TEN + HONE_TEN + HONE_TEN + HONE_TEN + HONE_TEN + HONE_TEN + HONE_TEN + HONE_TEN + HONE_TEN
constexpr auto chain = op<"chain">(B(i) = HONE_HUNDRED + HONE_HUNDRED + HONE_HUNDRED);

// clang folds at most 256 terms at a time, whatever they are.
template <int From, int... Terms>
constexpr auto part(std::integer_sequence<int, Terms...>) {
  return (... + (A(i) * (From + Terms)));
}
using hundred = std::make_integer_sequence<int, 100>;
constexpr auto packed = op<"packed">(B(i) = part<0>(hundred{}) + part<100>(hundred{}) + part<200>(hundred{}));

int main() { return static_cast<int>(sizeof(chain) + sizeof(packed)) == 0; }
