// SPDX-License-Identifier: Apache-2.0
/// \file
/// Grows a loop program through checked constructors. Equal expressions get the same id, and index arithmetic is
/// folded as it is built.
///
///     builder b("copy");
///     const auto x = b.add_buffer(input), y = b.add_buffer(output);
///     const auto i = b.add_variable("i");
///     const auto body = b.store(y, {b.variable(i)}, b.load(x, {b.variable(i)}));
///     program p = b.finish(b.loop(i, b.index(0), b.index(64), loop_kind::parallel, body));
///
/// Every expression that reaches an operation may be a scalar beside vectors: it is broadcast. Operands of wrong types
/// throw `internal_error`.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include <hone/config.hpp>
#include <hone/ir/index_list.hpp>
#include <hone/ir/interner.hpp>
#include <hone/ir/program.hpp>

namespace hone::core::ir {

namespace detail {

/// Names in use, and the suffix to try next for each.
class name_set {
 public:
  void insert(const std::string& name) { next_suffix_.try_emplace(name, 1); }
  /// The name, or the name with a suffix that makes it new; it is in use from now on.
  HONE_DECL std::string claim(const std::string& name);

 private:
  std::unordered_map<std::string, int> next_suffix_;
};

}  // namespace detail

class builder {
 public:
  HONE_DECL explicit builder(std::string name);
  /// Continues a program: its ids stay valid.
  HONE_DECL explicit builder(program p);

  /// Names are made unique by a suffix, and what the text form cannot hold becomes `_`.
  HONE_DECL buffer_id add_buffer(buffer b);
  HONE_DECL variable_id add_variable(std::string name, value_type type = {});

  // Expressions. Floating-point arithmetic is never folded.
  /// A constant in every lane, wrapped or rounded to its type.
  template <class Number>
    requires std::is_arithmetic_v<Number>
  expr_id constant(value_type type, Number value) {
    if constexpr (std::is_floating_point_v<Number>) return constant_real(type, static_cast<double>(value));
    else return constant_integer(type, static_cast<std::int64_t>(value));
  }
  expr_id index(std::int64_t value) { return constant({}, value); }
  HONE_DECL expr_id variable(variable_id v);
  /// Lanes: the widest index or predicate. With broadcast indices and no predicate it is a broadcast scalar load.
  HONE_DECL expr_id load(buffer_id b, const index_list& indices, expr_id predicate = none);
  /// Scalars `base` and `stride`: base + l * stride in lane l.
  HONE_DECL expr_id ramp(expr_id base, expr_id stride, std::int32_t lanes);
  HONE_DECL expr_id broadcast(expr_id x, std::int32_t lanes);
  HONE_DECL expr_id unary(expr_kind kind, expr_id x);
  HONE_DECL expr_id binary(expr_kind kind, expr_id a, expr_id b);
  HONE_DECL expr_id select(expr_id condition, expr_id a, expr_id b);
  HONE_DECL expr_id cast(scalar_type type, expr_id x);
  HONE_DECL expr_id fma(expr_id a, expr_id b, expr_id c);
  HONE_DECL expr_id reinterpret(value_type type, expr_id x);
  HONE_DECL expr_id reduce_lanes(reduction combine, expr_id x);

  expr_id add(expr_id a, expr_id b) { return binary(expr_kind::add, a, b); }
  expr_id sub(expr_id a, expr_id b) { return binary(expr_kind::sub, a, b); }
  expr_id mul(expr_id a, expr_id b) { return binary(expr_kind::mul, a, b); }
  expr_id div(expr_id a, expr_id b) { return binary(expr_kind::div, a, b); }
  expr_id mod(expr_id a, expr_id b) { return binary(expr_kind::mod, a, b); }
  expr_id min(expr_id a, expr_id b) { return binary(expr_kind::min, a, b); }
  expr_id max(expr_id a, expr_id b) { return binary(expr_kind::max, a, b); }

  // Statements. `none` is the statement that does nothing; what contains only such is left out.
  HONE_DECL stmt_id block(const std::vector<stmt_id>& statements);
  HONE_DECL stmt_id loop(variable_id v, expr_id min, expr_id extent, loop_kind kind, stmt_id body);
  HONE_DECL stmt_id branch(expr_id condition, stmt_id then, stmt_id otherwise = none);
  HONE_DECL stmt_id let(variable_id v, expr_id value, stmt_id body);
  HONE_DECL stmt_id store(buffer_id b, const index_list& indices, expr_id value, expr_id predicate = none);
  HONE_DECL stmt_id allocate(buffer_id b, stmt_id body);
  HONE_DECL stmt_id barrier();

  /// The program so far with this root, in canonical numbering (`ir/canonical.hpp`); buffers keep their ids.
  HONE_DECL program finish(stmt_id root) const;

  // What is there
  const expr& at(expr_id e) const { return interner_.get().at(e); }
  value_type type_of(expr_id e) const { return at(e).type; }
  const stmt& statement(stmt_id s) const { return interner_.get().statement(s); }
  const ir::buffer& buffer_of(buffer_id b) const { return interner_.get().buffers[static_cast<std::size_t>(b)]; }
  const ir::variable& variable_of(variable_id v) const {
    return interner_.get().variables[static_cast<std::size_t>(v)];
  }
  const program& so_far() const { return interner_.get(); }
  /// The value of a constant of an integer type.
  HONE_DECL std::optional<std::int64_t> as_integer(expr_id e) const;
  /// The scalar that every lane of a broadcast (or constant) holds; a scalar itself; else nothing.
  HONE_DECL std::optional<expr_id> as_scalar(expr_id e);
  /// Adds an expression as it is, without checks and folding, for code that copies programs.
  expr_id intern(const expr& e, std::span<const expr_id> indices = {}) { return interner_.add(e, indices); }

 private:
  HONE_DECL expr_id constant_integer(value_type type, std::int64_t value);
  HONE_DECL expr_id constant_real(value_type type, double value);
  HONE_DECL expr_id plain(expr_kind kind, value_type type, expr_id a, expr_id b = none, expr_id c = none);
  HONE_DECL std::int32_t common_lanes(std::initializer_list<expr_id> operands) const;
  HONE_DECL expr_id fold_integer(expr_kind kind, expr_id a, expr_id b);
  HONE_DECL expr_id fold_with_constant(expr_kind kind, expr_id a, std::int64_t c);
  HONE_DECL expr_id fold_ramp(expr_kind kind, expr_id a, expr_id b);
  HONE_DECL expr_id fold_logic(expr_kind kind, expr_id a, expr_id b);
  HONE_DECL index_list access(buffer_id b, const index_list& indices, expr_id& predicate, std::int32_t& lanes);

  interner interner_;
  detail::name_set buffer_names_;
  detail::name_set variable_names_;
};

}  // namespace hone::core::ir

#if !defined(HONE_COMPILED)
#include <hone/ir/impl/builder.ipp>
#endif
