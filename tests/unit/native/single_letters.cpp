// SPDX-License-Identifier: Apache-2.0
/// \file
/// Compiles without a warning (-Wshadow) whatever single letters the user's axes have for names.
#include <support/catch.hpp>

#include <array>

#include <hone/dsl/dsl.hpp>
#include <hone/native/run.hpp>

using namespace hone::dsl;

namespace letters {

#define AXIS(letter) inline constexpr axis<#letter> letter;
AXIS(a) AXIS(b) AXIS(c) AXIS(d) AXIS(e) AXIS(f) AXIS(g) AXIS(h) AXIS(i) AXIS(j) AXIS(k) AXIS(l) AXIS(m)
AXIS(n) AXIS(o) AXIS(p) AXIS(q) AXIS(r) AXIS(s) AXIS(t) AXIS(u) AXIS(v) AXIS(w) AXIS(x) AXIS(y) AXIS(z)
AXIS(A) AXIS(B) AXIS(C) AXIS(D) AXIS(E) AXIS(F) AXIS(G) AXIS(H) AXIS(I) AXIS(J) AXIS(K) AXIS(L) AXIS(M)
AXIS(N) AXIS(O) AXIS(P) AXIS(Q) AXIS(R) AXIS(S) AXIS(T) AXIS(U) AXIS(V) AXIS(W) AXIS(X) AXIS(Y) AXIS(Z)
#undef AXIS

}  // namespace letters
using namespace letters;

namespace {
constexpr tensor<"left", float, 2> left_side;
constexpr shaped_tensor<"right", float, 4, 5> right_side;
constexpr tensor<"out", float, 2> out;
constexpr auto every_node = op<"every_node">(
    out(i, j) += sum(k)(select(left_side(i, k) < 1, exp(left_side(i, k)), cast<float>(i)) * right_side(k / 2, j) *
                            padded(right_side, 0)(k + 1, j - 1) -
                        padded(right_side, 0)(k / 2, j)) +
                 min(right_side(i, j), -right_side(i, j)));
}  // namespace

TEST_CASE("single letters are free for the user") {
  const auto instantiate = [](const hone::core::ast::problem& bound, std::span<void* const> tensors) {
    hone::core::native::run(every_node, bound, tensors);
    hone::core::native::run_reference(every_node, bound, tensors);
    hone::core::native::at(every_node, bound, tensors, std::array<std::int64_t, 2>{});
  };
  hone::core::ast::problem none;
  none.op.assignments.resize(1);
  none.op.symbols.resize(1);
  CHECK_THROWS_AS(instantiate(none, {}), hone::internal_error);
}
