// SPDX-License-Identifier: Apache-2.0
/// \file
/// The rules of a loop program, checked in the order of the tree.
#pragma once

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <hone/diag/error.hpp>
#include <hone/ir/arithmetic.hpp>
#include <hone/ir/names.hpp>
#include <hone/ir/print.hpp>
#include <hone/ir/types.hpp>
#include <hone/ir/verify.hpp>

namespace hone::core::ir {
namespace detail {

/// Thrown inside the verifier only.
struct broken_program {
  std::string sentence;
};

/// References first: after this pass every id, list and enumeration can be followed.
class reference_check {
 public:
  explicit reference_check(const program& p) : p_(p) {}

  void run() const {
    for (std::size_t k = 0; k < p_.buffers.size(); ++k) declaration(p_.buffers[k]);
    for (const variable& v : p_.variables) holds(is_type(v.type), "variable " + v.name + " has no type");
    for (std::size_t k = 0; k < p_.exprs.size(); ++k) expression(p_.exprs[k], k);
    for (std::size_t k = 0; k < p_.stmts.size(); ++k) statement(p_.stmts[k], k);
    holds(inside(p_.root, p_.stmts.size()), "the program has no root statement");
  }

 private:
  static void holds(bool condition, const std::string& sentence) {
    if (!condition) throw broken_program{sentence};
  }
  static bool inside(std::int64_t id, std::size_t n) { return id >= 0 && static_cast<std::size_t>(id) < n; }
  static bool is_type(value_type t) { return static_cast<int>(t.scalar) < scalar_type_count && t.lanes >= 1 && t.lanes <= 4096; }

  static void declaration(const buffer& b) {
    const std::string who = "buffer " + b.name + " ";
    holds(static_cast<int>(b.type) < scalar_type_count, who + "has no type");
    holds(static_cast<std::size_t>(b.scope) < buffer_scope_names.size(), who + "has no scope");
    holds(b.rank >= 0 && b.rank <= max_rank, who + "has a rank outside 0 to 8");
    double reach = 1;  // in elements; far below 2^63, so that offsets cannot wrap
    for (std::size_t k = 0; k < static_cast<std::size_t>(b.rank); ++k) {
      holds(b.extents[k] >= 0 && b.strides[k] >= 0, who + "has a negative extent or stride");
      reach += static_cast<double>(b.extents[k]) * static_cast<double>(b.strides[k]);
      holds(static_cast<double>(b.extents[k]) < 0x1p50 && reach < 0x1p50, who + "is too large to address");
    }
    holds(b.alignment > 0, who + "has an alignment below 1");
    const bool passed = b.scope == buffer_scope::argument || b.scope == buffer_scope::scratch;
    holds(passed == (b.slot >= 0), who + (passed ? "has no slot" : "has a slot, but is allocated by a statement"));
  }
  void list(std::int32_t first, std::int32_t count, std::size_t n, std::string_view what, std::size_t k) const {
    const std::string who = std::string(what) + " " + std::to_string(k) + " ";
    holds(first >= 0 && count >= 0 && static_cast<std::size_t>(first) + static_cast<std::size_t>(count) <= p_.lists.size(),
          who + "has a list outside the program's lists");
    for (std::int32_t i = 0; i < count; ++i) holds(inside(p_.listed(first, i), n), who + "lists an unknown id");
  }
  /// Operands come before what is made of them, so expressions cannot be cyclic.
  void expression(const expr& e, std::size_t k) const {
    const std::string who = "expression " + std::to_string(k) + " ";
    holds(static_cast<std::size_t>(e.kind) < expr_kinds.size(), who + "has no kind");
    holds(static_cast<std::size_t>(e.combine) < reduction_names.size(), who + "has no reduction");
    holds(is_type(e.type), who + "has no type");
    const int arity = e.kind == expr_kind::load && e.operands[0] != none ? 1 : std::max(0, info(e.kind).arity);
    for (int i = 0; i < 3; ++i) {
      const expr_id operand = e.operands[static_cast<std::size_t>(i)];
      holds(i < arity ? inside(operand, k) : operand == none, who + "has the wrong operands");
    }
    if (e.kind == expr_kind::variable) holds(inside(e.ref, p_.variables.size()), who + "reads an unknown variable");
    if (e.kind == expr_kind::load) holds(inside(e.ref, p_.buffers.size()), who + "loads from an unknown buffer");
    list(e.first, e.count, k, "expression", k);
    holds(e.count == 0 || e.kind == expr_kind::load, who + "has indices but is no load");
  }
  void statement(const stmt& s, std::size_t k) const {
    const std::string who = "statement " + std::to_string(k) + " ";
    holds(static_cast<std::size_t>(s.kind) < stmt_kind_names.size(), who + "has no kind");
    holds(static_cast<std::size_t>(s.loop) < loop_kind_names.size(), who + "has no kind of loop");
    const bool binds = s.kind == stmt_kind::loop || s.kind == stmt_kind::let;
    const bool has_value = binds || s.kind == stmt_kind::branch || s.kind == stmt_kind::store;
    const bool has_body = binds || s.kind == stmt_kind::branch || s.kind == stmt_kind::allocate;
    if (binds) holds(inside(s.ref, p_.variables.size()), who + "binds an unknown variable");
    if (s.kind == stmt_kind::store || s.kind == stmt_kind::allocate)
      holds(inside(s.ref, p_.buffers.size()), who + "names an unknown buffer");
    holds(has_value ? inside(s.value[0], p_.exprs.size()) : s.value[0] == none, who + "has the wrong values");
    const bool may_have_second = s.kind == stmt_kind::loop || (s.kind == stmt_kind::store && s.value[1] != none);
    holds(may_have_second ? inside(s.value[1], p_.exprs.size()) : s.value[1] == none, who + "has the wrong values");
    holds(has_body ? inside(s.body, k) : s.body == none, who + "has the wrong body");
    holds(s.otherwise == none || (s.kind == stmt_kind::branch && inside(s.otherwise, k)), who + "has the wrong alternative");
    if (s.kind == stmt_kind::block) list(s.first, s.count, k, "statement", k);
    if (s.kind == stmt_kind::store) list(s.first, s.count, p_.exprs.size(), "statement", k);
  }

  const program& p_;
};

/// Names, types, scopes and accesses along the tree.
class verifier {
 public:
  explicit verifier(const program& p)
      : p_(p), checked_(p.exprs.size()), bound_(p.variables.size()), alive_(p.buffers.size()) {}

  void run() {
    names();
    for (const buffer& b : p_.buffers)
      holds(b.type != scalar_type::boolean, "buffer " + b.name + " holds bool");
    statement(p_.root);
  }

 private:
  void holds(bool condition, const std::string& sentence) const {
    if (!condition) throw broken_program{sentence};
  }
  /// For what stands in a statement: the sentence names it.
  void rule(bool condition, const std::string& sentence) const {
    if (!condition) throw broken_program{where() + ": " + sentence};
  }
  std::string where() const {
    if (current_ == none) return "program";
    std::string text = statement_text(p_, current_);
    text = text.substr(0, text.find('\n'));
    return "in `" + (text.size() > 160 ? text.substr(0, 160) + "..." : text) + "`";
  }

  void names() const {
    std::unordered_set<std::string_view> seen;
    holds(is_name(p_.name), "the program's name `" + p_.name + "` is no name");
    for (const buffer& b : p_.buffers) {
      holds(is_name(b.name), "a buffer's name `" + b.name + "` is no name");
      holds(seen.insert(b.name).second, "two buffers are named " + b.name);
    }
    seen.clear();
    for (const variable& v : p_.variables) {
      holds(is_name(v.name), "a variable's name `" + v.name + "` is no name");
      holds(seen.insert(v.name).second, "two variables are named " + v.name);
    }
  }

  // Expressions --------------------------------------------------------------------------------------------------------
  value_type type_of(expr_id e) const { return p_.at(e).type; }

  /// Types are checked once an expression; that variables and memory are there, in every statement.
  void expression(expr_id id) {
    const expr& e = p_.at(id);
    auto& mark = checked_[static_cast<std::size_t>(id)];
    if (mark == visit_) return;
    const bool is_new = mark == 0;
    mark = visit_;
    for (std::int32_t k = 0; k < e.count; ++k) expression(p_.listed(e.first, k));
    for (const expr_id operand : e.operands)
      if (operand != none) expression(operand);
    if (e.kind == expr_kind::variable)
      rule(bound_[static_cast<std::size_t>(e.ref)], "variable " + p_.variables[static_cast<std::size_t>(e.ref)].name + " is not defined here");
    if (e.kind == expr_kind::load) access(e.ref, e.first, e.count, e.operands[0], e.type.lanes);
    if (is_new) types(id, e);
  }

  void types(expr_id id, const expr& e) const {
    const auto operand = [&](std::size_t k) { return type_of(e.operands[k]); };
    const auto check = [&](bool condition, const char* sentence) {
      if (!condition) rule(false, "`" + expression_text(p_, id) + "`: " + sentence);
    };
    switch (e.kind) {
      case expr_kind::constant: return check(is_normal(e), "the constant is no value of its type");
      case expr_kind::variable:
        return check(e.type == p_.variables[static_cast<std::size_t>(e.ref)].type, "the type is not the variable's");
      case expr_kind::load:
        return check(e.type.scalar == p_.buffers[static_cast<std::size_t>(e.ref)].type, "the type is not the buffer's");
      case expr_kind::ramp:
        check(!is_float(e.type.scalar) && e.type.scalar != scalar_type::boolean && e.type.lanes > 1, "a ramp is a vector of integers");
        return check(operand(0) == e.type.with_lanes(1) && operand(1) == operand(0), "base and stride are scalars of its type");
      case expr_kind::broadcast:
        return check(e.type.lanes > 1 && operand(0) == e.type.with_lanes(1), "a broadcast makes a vector of a scalar");
      case expr_kind::select:
        return check(operand(0) == e.type.with_scalar(scalar_type::boolean) && operand(1) == e.type && operand(2) == e.type,
                     "condition and values have its lanes, values its type");
      case expr_kind::cast: return check(operand(0).lanes == e.type.lanes, "a cast keeps the lanes");
      case expr_kind::fma:
        return check(is_float(e.type.scalar) && operand(0) == e.type && operand(1) == e.type && operand(2) == e.type,
                     "fma has floating-point operands of its type");
      case expr_kind::reinterpret: return check(same_bits(operand(0), e.type), "both types have one size and are not bool");
      case expr_kind::reduce_lanes:
        check(std::has_single_bit(static_cast<std::uint32_t>(operand(0).lanes)) && e.type.scalar != scalar_type::boolean,
              "the lanes are a power of two, and not bool");
        return check(e.type == operand(0).with_lanes(1), "the result is a scalar of the operand's type");
      default: break;
    }
    const value_type a = operand(0), b = info(e.kind).arity == 2 ? operand(1) : a;
    const char* broken = broken_rule(e.kind, a, b);
    check(broken == nullptr, broken);
    check(e.type == (is_comparison(e.kind) ? a.with_scalar(scalar_type::boolean) : a), "the type is not what the operation gives");
  }

  static bool is_normal(const expr& e) {
    if (!is_float(e.type.scalar)) return wrap(e.type.scalar, e.bits) == e.bits;
    return std::isnan(e.as_double()) || rounded(e.type.scalar, e.as_double()) == e.as_double();
  }

  // Accesses -----------------------------------------------------------------------------------------------------------
  void access(buffer_id id, std::int32_t first, std::int32_t count, expr_id predicate, std::int32_t lanes) const {
    const buffer& b = p_.buffers[static_cast<std::size_t>(id)];
    const bool passed = b.scope == buffer_scope::argument || b.scope == buffer_scope::scratch;
    rule(passed || alive_[static_cast<std::size_t>(id)], "buffer " + b.name + " is not allocated here");
    rule(count == b.rank || count == 1, "buffer " + b.name + " has rank " + std::to_string(b.rank) + ", not " + std::to_string(count));
    std::int32_t widest = 1;
    for (std::int32_t k = 0; k < count; ++k) {
      const value_type type = type_of(p_.listed(first, k));
      rule(type.scalar == scalar_type::i64, "an index of " + b.name + " is " + to_string(type) + ", not i64");
      rule(type.lanes == 1 || type.lanes == lanes, "indices of " + b.name + " have different numbers of lanes");
      widest = std::max(widest, type.lanes);
      if (predicate == none) constant_index(b, first, count, k);
    }
    rule(widest == lanes, "an access of " + b.name + " has as many lanes as its widest index");
    if (predicate == none) return;
    rule(type_of(predicate) == value_type{scalar_type::boolean, lanes}, "the predicate of " + b.name + " is a bool with the lanes of the access");
  }
  void constant_index(const buffer& b, std::int32_t first, std::int32_t count, std::int32_t k) const {
    const expr& index = p_.at(p_.listed(first, k));
    if (index.kind != expr_kind::constant) return;
    const std::int64_t extent = count == b.rank ? b.extents[static_cast<std::size_t>(k)] : b.span();
    rule(index.bits >= 0 && index.bits < extent, "index " + std::to_string(index.bits) + " is outside dimension " +
                                                     std::to_string(k) + " of " + b.name + ", which has " + std::to_string(extent));
  }

  // Statements ---------------------------------------------------------------------------------------------------------
  void values(const stmt& s) {
    ++visit_;
    if (s.kind == stmt_kind::store)
      for (std::int32_t k = 0; k < s.count; ++k) expression(p_.listed(s.first, k));
    for (const expr_id value : s.value)
      if (value != none) expression(value);
  }

  void statement(stmt_id id) {
    if (id == none) return;
    const stmt& s = p_.statement(id);
    if (s.kind == stmt_kind::block) {
      for (std::int32_t k = 0; k < s.count; ++k) statement(p_.listed(s.first, k));
      return;
    }
    current_ = id;
    values(s);
    switch (s.kind) {
      case stmt_kind::loop: return loop(id, s);
      case stmt_kind::let: return let(s);
      case stmt_kind::branch:
        rule(type_of(s.value[0]) == value_type{scalar_type::boolean, 1}, "the condition is a bool");
        statement(s.body);
        return statement(s.otherwise);
      case stmt_kind::store: return store(s);
      case stmt_kind::allocate: return allocate(s);
      default: return;
    }
  }

  void bind(variable_id v, stmt_id body) {
    auto bound = bound_[static_cast<std::size_t>(v)];
    rule(!bound, "variable " + p_.variables[static_cast<std::size_t>(v)].name + " is defined already");
    bound_[static_cast<std::size_t>(v)] = true;
    statement(body);
    bound_[static_cast<std::size_t>(v)] = false;
  }
  void loop(stmt_id id, const stmt& s) {
    const value_type index;
    rule(p_.variables[static_cast<std::size_t>(s.ref)].type == index && type_of(s.value[0]) == index && type_of(s.value[1]) == index,
         "a loop's variable, minimum and extent are i64");
    rule(s.loop != loop_kind::parallel || id == p_.root, "a parallel loop is the root statement");
    bind(s.ref, s.body);
  }
  void let(const stmt& s) {
    rule(type_of(s.value[0]) == p_.variables[static_cast<std::size_t>(s.ref)].type, "the value has the variable's type");
    bind(s.ref, s.body);
  }
  void store(const stmt& s) {
    const buffer& b = p_.buffers[static_cast<std::size_t>(s.ref)];
    rule(b.scope != buffer_scope::argument || b.writable, "argument " + b.name + " is not writable");
    rule(type_of(s.value[0]).scalar == b.type, "the value has the type of buffer " + b.name);
    access(s.ref, s.first, s.count, s.value[1], type_of(s.value[0]).lanes);
  }
  void allocate(const stmt& s) {
    const buffer& b = p_.buffers[static_cast<std::size_t>(s.ref)];
    rule(b.scope == buffer_scope::shared || b.scope == buffer_scope::registers, "buffer " + b.name + " is not of a kind that is allocated");
    rule(!alive_[static_cast<std::size_t>(s.ref)], "buffer " + b.name + " is allocated already");
    alive_[static_cast<std::size_t>(s.ref)] = true;
    statement(s.body);
    alive_[static_cast<std::size_t>(s.ref)] = false;
  }

  const program& p_;
  std::vector<int> checked_;
  std::vector<bool> bound_, alive_;
  int visit_ = 0;
  stmt_id current_ = none;
};

}  // namespace detail

HONE_DECL std::optional<std::string> verify(const program& p) {
  try {
    detail::reference_check(p).run();
    detail::verifier(p).run();
  } catch (const detail::broken_program& broken) {
    return broken.sentence;
  }
  return std::nullopt;
}

HONE_DECL void verify_or_throw(const program& p) {
  if (const auto broken = verify(p)) throw internal_error("loop program " + p.name + ": " + *broken);
}

}  // namespace hone::core::ir
