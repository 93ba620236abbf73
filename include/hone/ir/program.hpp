// SPDX-License-Identifier: Apache-2.0
/// \file
/// The loop program: what a schedule makes of an operator and what every backend compiles. Plain data, flat arrays,
/// references by index; it crosses processes as bytes (`ir/bytes.hpp`), and prints and parses (`ir/print.hpp`).
///
/// Semantics
/// - Every expression has a scalar type and a number of lanes. Operands of arithmetic have the type of the result;
///   both sides of a comparison have the same type and the result is `bool` with as many lanes.
/// - Integers are two's complement and wrap. `div` and `mod` round to minus infinity: q = floor(a / b), r = a - q b;
///   x / 0 = 0 and x mod 0 = x. `shift_right` is arithmetic. Shift counts are taken modulo the width.
/// - Floating point is IEEE, one rounding an operation, in the order written; nothing is reassociated or contracted by
///   a backend. `fma` rounds once. `min` and `max` give NaN when either operand is NaN; the sign of a zero result is
///   that of either operand.
/// - `cast` to an integer type saturates, NaN gives 0; from bool it gives 0 or 1; to bool it is `!= 0`.
///   `reinterpret` keeps the bits; both types have the same size.
/// - A load or store outside its buffer is an error of the program. A lane whose predicate is false touches no memory;
///   a load gives 0 there.
/// - A buffer that a statement allocates has undefined content until it is stored to.
/// - A loop runs its variable from `min` to `min + extent - 1`, never when extent <= 0. An `unrolled` loop means the
///   same as a serial one. In a `vectorized` loop the iterations do not depend on each other. Iterations of a
///   `parallel` loop may run at the same time.
/// - At most one loop is parallel, and it is the root statement. A kernel's entry runs a range of its iterations,
///   counted from 0; a program without a parallel loop has one iteration.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <hone/dsl/node_kind.hpp>
#include <hone/meta/scalar_type.hpp>

namespace hone::core::ir {

using expr_id = std::int32_t;
using stmt_id = std::int32_t;
using buffer_id = std::int32_t;
using variable_id = std::int32_t;
inline constexpr std::int32_t none = -1;

inline constexpr int max_rank = 8;

struct value_type {
  scalar_type scalar = scalar_type::i64;
  std::int32_t lanes = 1;
  friend constexpr bool operator==(const value_type&, const value_type&) = default;
  constexpr value_type with_lanes(std::int32_t n) const { return {scalar, n}; }
  constexpr value_type with_scalar(scalar_type s) const { return {s, lanes}; }
};

/// What an expression does, listed once: name in the text form, number of expression operands (-1: its own form).
#define HONE_FOR_EACH_EXPR_KIND(X) /* kind, arity */ \
  X(constant, -1)      /* bits: the integer, or the bits of the value as a double; all lanes equal */ \
  X(variable, -1)      /* ref: a loop or let variable */ \
  X(load, -1)          /* ref: buffer; indices; a: predicate or none */ \
  X(ramp, 2)           /* base, stride: base + l * stride in lane l */ \
  X(broadcast, 1)      /* a scalar in every lane */ \
  X(add, 2) X(sub, 2) X(mul, 2) X(div, 2) X(mod, 2) X(min, 2) X(max, 2) \
  X(neg, 1) X(abs, 1) \
  X(lt, 2) X(le, 2) X(gt, 2) X(ge, 2) X(eq, 2) X(ne, 2) \
  X(logical_and, 2) X(logical_or, 2) X(logical_not, 1) \
  X(exp, 1) X(log, 1) X(sqrt, 1) X(tanh, 1) X(sin, 1) X(cos, 1) X(erf, 1) X(floor, 1) X(ceil, 1) \
  X(select, 3) X(cast, 1) \
  X(fma, 3)            /* a * b + c, rounded once */ \
  X(reinterpret, 1) X(bit_and, 2) X(bit_or, 2) X(bit_xor, 2) X(shift_left, 2) X(shift_right, 2) \
  X(reduce_lanes, 1)   /* combine: all lanes of the operand into a scalar, pairwise: lane l with l + lanes / 2 */

enum class expr_kind : std::uint8_t {
#define HONE_X(name, arity) name,
  HONE_FOR_EACH_EXPR_KIND(HONE_X)
#undef HONE_X
};

struct expr_kind_info {
  std::string_view name;
  int arity;
};

inline constexpr std::array expr_kinds{
#define HONE_X(name, arity) expr_kind_info{#name, arity},
    HONE_FOR_EACH_EXPR_KIND(HONE_X)
#undef HONE_X
};
#undef HONE_FOR_EACH_EXPR_KIND

constexpr const expr_kind_info& info(expr_kind kind) { return expr_kinds[static_cast<std::size_t>(kind)]; }

struct expr {
  expr_kind kind = expr_kind::constant;
  reduction combine = reduction::sum;  ///< reduce_lanes
  value_type type;
  std::array<expr_id, 3> operands{none, none, none};
  std::int32_t ref = none;    ///< variable or buffer
  std::int32_t first = 0;     ///< load: its indices are program.lists[first .. first + count)
  std::int32_t count = 0;
  std::int64_t bits = 0;      ///< constant

  constexpr double as_double() const { return std::bit_cast<double>(bits); }
  friend constexpr bool operator==(const expr&, const expr&) = default;
};

enum class stmt_kind : std::uint8_t {
  block,     ///< lists[first .. first + count): statements in order
  loop,      ///< ref: variable; value: min, extent; body
  branch,    ///< value[0]: condition (scalar bool); body; otherwise: none or a statement
  let,       ///< ref: variable = value[0] in body
  store,     ///< ref: buffer; indices = lists[first .. first + count); value[0]: value; value[1]: predicate or none
  allocate,  ///< ref: buffer, alive in body
  barrier,   ///< every thread of the group arrives before any goes on
};
inline constexpr std::array<std::string_view, 7> stmt_kind_names{"block", "loop",  "branch", "let",
                                                                 "store", "allocate", "barrier"};

enum class loop_kind : std::uint8_t { serial, parallel, unrolled, vectorized, grid, virtual_thread, warp, thread, lane };
inline constexpr std::array<std::string_view, 9> loop_kind_names{
    "serial", "parallel", "unrolled", "vectorized", "grid", "virtual_thread", "warp", "thread", "lane"};

struct stmt {
  stmt_kind kind = stmt_kind::block;
  loop_kind loop = loop_kind::serial;
  std::int32_t ref = none;
  std::array<expr_id, 2> value{none, none};
  std::int32_t first = 0;
  std::int32_t count = 0;
  stmt_id body = none;
  stmt_id otherwise = none;
  friend constexpr bool operator==(const stmt&, const stmt&) = default;
};

enum class buffer_scope : std::uint8_t {
  argument,  ///< the user's memory; `slot` is its place among the entry's buffers
  scratch,   ///< memory that the runtime provides; `slot` likewise
  shared,    ///< of a thread group, allocated by a statement
  registers, ///< of a thread, allocated by a statement; indices are constants once loops are unrolled
};
inline constexpr std::array<std::string_view, 4> buffer_scope_names{"argument", "scratch", "shared", "registers"};

/// Extents and strides count elements.
struct buffer {
  std::string name;
  scalar_type type = scalar_type::f32;
  buffer_scope scope = buffer_scope::argument;
  bool writable = false;
  std::int32_t rank = 0;
  std::array<std::int64_t, max_rank> extents{};
  std::array<std::int64_t, max_rank> strides{};
  std::int32_t alignment = 1;  ///< bytes that the first element's address is a multiple of
  std::int32_t slot = none;
  friend bool operator==(const buffer&, const buffer&) = default;

  /// Distance in elements from the first to one past the last element; 0 when there is none.
  std::int64_t span() const {
    std::int64_t last = 1;
    for (int d = 0; d < rank; ++d) {
      const auto k = static_cast<std::size_t>(d);
      if (extents[k] == 0) return 0;
      last += (extents[k] - 1) * strides[k];
    }
    return last;
  }
};

/// A name for a value: loop indices are i64 scalars.
struct variable {
  std::string name;
  value_type type;
  friend bool operator==(const variable&, const variable&) = default;
};

/// A kernel. `name` is the symbol of its entry. Every buffer with a slot is passed to the entry.
struct program {
  std::string name;
  std::vector<buffer> buffers;
  std::vector<variable> variables;
  std::vector<expr> exprs;
  std::vector<stmt> stmts;
  std::vector<std::int32_t> lists;
  stmt_id root = none;
  friend bool operator==(const program&, const program&) = default;

  const expr& at(expr_id e) const { return exprs[static_cast<std::size_t>(e)]; }
  const stmt& statement(stmt_id s) const { return stmts[static_cast<std::size_t>(s)]; }
  std::int32_t listed(std::int32_t first, std::int32_t k) const { return lists[static_cast<std::size_t>(first + k)]; }
};

/// The same operation on scalars of an operator's tree, for kinds that both have.
constexpr expr_kind to_expr_kind(node_kind k) {
  // add .. abs, lt .. ne, logical, elementary, select and cast stand in the same order in both lists
  const int offset = static_cast<int>(expr_kind::add) - static_cast<int>(node_kind::add);
  return static_cast<expr_kind>(static_cast<int>(k) + offset);
}
static_assert(to_expr_kind(node_kind::abs) == expr_kind::abs && to_expr_kind(node_kind::lt) == expr_kind::lt &&
              to_expr_kind(node_kind::logical_not) == expr_kind::logical_not &&
              to_expr_kind(node_kind::exp) == expr_kind::exp && to_expr_kind(node_kind::ceil) == expr_kind::ceil &&
              to_expr_kind(node_kind::select) == expr_kind::select && to_expr_kind(node_kind::cast) == expr_kind::cast);

}  // namespace hone::core::ir
