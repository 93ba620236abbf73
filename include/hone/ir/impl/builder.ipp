// SPDX-License-Identifier: Apache-2.0
/// \file
/// Checked constructors of the loop program, and the folding that keeps index arithmetic small.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <hone/diag/error.hpp>
#include <hone/ir/arithmetic.hpp>
#include <hone/ir/builder.hpp>
#include <hone/ir/canonical.hpp>
#include <hone/ir/names.hpp>
#include <hone/ir/types.hpp>

namespace hone::core::ir {
namespace detail {

HONE_DECL std::string name_set::claim(const std::string& name) {
  if (next_suffix_.try_emplace(name, 1).second) return name;
  for (;;) {
    const std::string made = name + "_" + std::to_string(next_suffix_[name]++);
    if (next_suffix_.try_emplace(made, 1).second) return made;
  }
}

inline void require(bool holds, const char* sentence) {
  if (!holds) throw internal_error(std::string("ir::builder: ") + sentence);
}

/// For an operation that has a rule of types (`ir/types.hpp`).
inline void require_types(expr_kind kind, value_type a, value_type b) {
  if (const char* broken = broken_rule(kind, a, b))
    throw internal_error("ir::builder: " + std::string(info(kind).name) + " of " + to_string(a) + " and " +
                         to_string(b) + ": " + broken);
}

}  // namespace detail

HONE_DECL builder::builder(std::string name) { interner_.get().name = std::move(name); }

HONE_DECL builder::builder(program p) : interner_(std::move(p)) {
  for (const auto& b : so_far().buffers) buffer_names_.insert(b.name);
  for (const auto& v : so_far().variables) variable_names_.insert(v.name);
}

HONE_DECL buffer_id builder::add_buffer(buffer b) {
  b.name = buffer_names_.claim(made_name(b.name));
  interner_.get().buffers.push_back(std::move(b));
  return static_cast<buffer_id>(so_far().buffers.size()) - 1;
}

HONE_DECL variable_id builder::add_variable(std::string name, value_type type) {
  interner_.get().variables.push_back({variable_names_.claim(made_name(std::move(name))), type});
  return static_cast<variable_id>(so_far().variables.size()) - 1;
}

// What is there ------------------------------------------------------------------------------------------------------

HONE_DECL std::optional<std::int64_t> builder::as_integer(expr_id e) const {
  const expr& x = at(e);
  if (x.kind != expr_kind::constant || is_float(x.type.scalar)) return std::nullopt;
  return x.bits;
}

HONE_DECL std::optional<expr_id> builder::as_scalar(expr_id e) {
  const expr x = at(e);
  if (x.type.lanes == 1) return e;
  if (x.kind == expr_kind::broadcast) return x.operands[0];
  if (x.kind != expr_kind::constant) return std::nullopt;
  expr scalar = x;
  scalar.type.lanes = 1;
  return intern(scalar);
}

HONE_DECL std::int32_t builder::common_lanes(std::initializer_list<expr_id> operands) const {
  std::int32_t lanes = 1;
  for (const expr_id e : operands) lanes = std::max(lanes, type_of(e).lanes);
  for (const expr_id e : operands)
    detail::require(type_of(e).lanes == 1 || type_of(e).lanes == lanes, "operands with different numbers of lanes");
  return lanes;
}

HONE_DECL expr_id builder::plain(expr_kind kind, value_type type, expr_id a, expr_id b, expr_id c) {
  expr e;
  e.kind = kind;
  e.type = type;
  e.operands = {a, b, c};
  return intern(e);
}

// Leaves and vectors -------------------------------------------------------------------------------------------------

HONE_DECL expr_id builder::constant_integer(value_type type, std::int64_t value) {
  if (type.scalar == scalar_type::f32) return constant_real(type, static_cast<double>(static_cast<float>(value)));
  if (type.scalar == scalar_type::f64) return constant_real(type, static_cast<double>(value));
  expr e;
  e.type = type;
  e.bits = wrap(type.scalar, value);
  return intern(e);
}

HONE_DECL expr_id builder::constant_real(value_type type, double value) {
  if (!is_float(type.scalar)) return constant_integer(type, saturated(type.scalar, value));
  if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();  // one NaN, so that equal is equal
  expr e;
  e.type = type;
  e.bits = std::bit_cast<std::int64_t>(rounded(type.scalar, value));
  return intern(e);
}

HONE_DECL expr_id builder::variable(variable_id v) {
  expr e;
  e.kind = expr_kind::variable;
  e.type = variable_of(v).type;
  e.ref = v;
  return intern(e);
}

HONE_DECL expr_id builder::ramp(expr_id base, expr_id stride, std::int32_t lanes) {
  const value_type type = type_of(base);
  detail::require(type.lanes == 1 && type_of(stride) == type, "ramp needs a scalar base and stride of one type");
  detail::require(!is_float(type.scalar) && type.scalar != scalar_type::boolean, "ramp needs an integer type");
  if (lanes == 1) return base;
  if (as_integer(stride) == 0) return broadcast(base, lanes);
  return plain(expr_kind::ramp, type.with_lanes(lanes), base, stride);
}

HONE_DECL expr_id builder::broadcast(expr_id x, std::int32_t lanes) {
  const expr e = at(x);
  if (e.type.lanes == lanes) return x;
  detail::require(e.type.lanes == 1, "broadcast needs a scalar");
  if (e.kind != expr_kind::constant) return plain(expr_kind::broadcast, e.type.with_lanes(lanes), x);
  expr wide = e;
  wide.type.lanes = lanes;
  return intern(wide);
}

/// Brings the indices and the predicate of an access to normal form: uniform ones are scalars, a predicate that is
/// true is none. `lanes` is what the access had when it came; the result is scalar if everything in it was uniform.
HONE_DECL index_list builder::access(buffer_id b, const index_list& indices, expr_id& predicate, std::int32_t& lanes) {
  index_list out = indices;
  const auto rank = static_cast<std::size_t>(buffer_of(b).rank);
  detail::require(out.size() == rank || out.size() == 1, "an access needs an index a dimension, or one");
  lanes = predicate == none ? 1 : type_of(predicate).lanes;
  for (const expr_id e : out) lanes = std::max(lanes, type_of(e).lanes);
  bool uniform = true;
  for (expr_id& e : out) {
    detail::require(type_of(e).scalar == scalar_type::i64, "an index must be i64");
    detail::require(type_of(e).lanes == 1 || type_of(e).lanes == lanes, "indices with different numbers of lanes");
    const auto scalar = as_scalar(e);
    uniform = uniform && scalar.has_value();
    e = scalar.value_or(e);
  }
  if (predicate == none) return out;
  detail::require(type_of(predicate).scalar == scalar_type::boolean, "a predicate must be bool");
  if (as_integer(predicate) == 1) predicate = none;
  else if (const auto scalar = as_scalar(predicate); uniform && scalar) predicate = *scalar;
  else {
    predicate = broadcast(predicate, lanes);
    if (out.empty()) out.push_back(index(0));
    if (uniform) out[0] = broadcast(out[0], lanes);
  }
  return out;
}

HONE_DECL expr_id builder::load(buffer_id b, const index_list& indices, expr_id predicate) {
  std::int32_t lanes = 1;
  const auto normal = access(b, indices, predicate, lanes);
  expr e;
  e.kind = expr_kind::load;
  e.type = {buffer_of(b).type, 1};
  if (predicate != none && as_integer(predicate) == 0) return constant(e.type.with_lanes(lanes), 0);
  for (const expr_id k : normal) e.type.lanes = std::max(e.type.lanes, type_of(k).lanes);
  e.operands[0] = predicate;
  e.ref = b;
  return broadcast(intern(e, normal), lanes);
}

// Operations ---------------------------------------------------------------------------------------------------------

HONE_DECL expr_id builder::unary(expr_kind kind, expr_id x) {
  const expr e = at(x);
  detail::require(info(kind).arity == 1 && kind < expr_kind::cast, "not a unary operation");
  detail::require_types(kind, e.type, e.type);
  if (e.type.lanes > 1)
    if (const auto scalar = as_scalar(x)) return broadcast(unary(kind, *scalar), e.type.lanes);
  if (const auto c = as_integer(x)) {
    if (kind == expr_kind::logical_not) return constant(e.type, *c ^ 1);
    if (kind == expr_kind::neg || (kind == expr_kind::abs && *c < 0)) return constant(e.type, wrapping_sub(0, *c));
    return x;
  }
  if (kind == expr_kind::neg && e.kind == expr_kind::constant && !std::isnan(e.as_double()))
    return constant(e.type, -e.as_double());
  return plain(kind, e.type, x);
}

HONE_DECL expr_id builder::binary(expr_kind kind, expr_id a, expr_id b) {
  const std::int32_t lanes = common_lanes({a, b});
  detail::require_types(kind, type_of(a).with_lanes(lanes), type_of(b).with_lanes(lanes));
  if (lanes > 1) {
    const auto uniform_a = as_scalar(a), uniform_b = as_scalar(b);
    if (uniform_a && uniform_b) return broadcast(binary(kind, *uniform_a, *uniform_b), lanes);
    if (const expr_id folded = fold_ramp(kind, a, b); folded != none) return folded;
  }
  a = broadcast(a, lanes);
  b = broadcast(b, lanes);
  const value_type type = type_of(a);
  if (!is_float(type.scalar))
    if (const expr_id folded = fold_integer(kind, a, b); folded != none) return folded;
  return plain(kind, is_comparison(kind) ? type.with_scalar(scalar_type::boolean) : type, a, b);
}

HONE_DECL expr_id builder::select(expr_id condition, expr_id a, expr_id b) {
  detail::require(type_of(condition).scalar == scalar_type::boolean, "the condition of select must be bool");
  detail::require(type_of(a).scalar == type_of(b).scalar, "select needs values of one type");
  const std::int32_t lanes = common_lanes({condition, a, b});
  if (const auto c = as_integer(condition)) return broadcast(*c != 0 ? a : b, lanes);
  if (a == b) return broadcast(a, lanes);
  if (lanes > 1) {
    const auto uc = as_scalar(condition), ua = as_scalar(a), ub = as_scalar(b);
    if (uc && ua && ub) return broadcast(select(*uc, *ua, *ub), lanes);
  }
  const expr_id wide = broadcast(a, lanes);
  return plain(expr_kind::select, type_of(wide), broadcast(condition, lanes), wide, broadcast(b, lanes));
}

HONE_DECL expr_id builder::cast(scalar_type type, expr_id x) {
  const expr e = at(x);
  const value_type to = e.type.with_scalar(type);
  if (e.type == to) return x;
  if (e.kind == expr_kind::constant) {
    if (!is_float(e.type.scalar)) return constant(to, is_float(type) ? e.bits : saturated(type, e.bits));
    return is_float(type) ? constant(to, e.as_double()) : constant(to, saturated(type, e.as_double()));
  }
  if (const auto scalar = as_scalar(x); scalar && e.type.lanes > 1) return broadcast(cast(type, *scalar), e.type.lanes);
  return plain(expr_kind::cast, to, x);
}

HONE_DECL expr_id builder::fma(expr_id a, expr_id b, expr_id c) {
  const std::int32_t lanes = common_lanes({a, b, c});
  const value_type type = type_of(a).with_lanes(lanes);
  detail::require(is_float(type.scalar) && type_of(b).scalar == type.scalar && type_of(c).scalar == type.scalar,
                  "fma needs floating-point operands of one type");
  return plain(expr_kind::fma, type, broadcast(a, lanes), broadcast(b, lanes), broadcast(c, lanes));
}

HONE_DECL expr_id builder::reinterpret(value_type type, expr_id x) {
  const value_type from = type_of(x);
  if (from == type) return x;
  detail::require(same_bits(from, type), "reinterpret needs types of one size, and no bool");
  return plain(expr_kind::reinterpret, type, x);
}

HONE_DECL expr_id builder::reduce_lanes(reduction combine, expr_id x) {
  const value_type type = type_of(x);
  detail::require(std::has_single_bit(static_cast<std::uint32_t>(type.lanes)), "reduce_lanes needs a power of two of lanes");
  detail::require(type.scalar != scalar_type::boolean, "reduce_lanes of bool");
  if (type.lanes == 1) return x;
  expr e;
  e.kind = expr_kind::reduce_lanes;
  e.combine = combine;
  e.type = type.with_lanes(1);
  e.operands[0] = x;
  return intern(e);
}

// Folding: each returns none where it has nothing better -------------------------------------------------------------

/// base + l * stride under addition, subtraction and multiplication by a constant stays a ramp.
HONE_DECL expr_id builder::fold_ramp(expr_kind kind, expr_id a, expr_id b) {
  const expr x = at(a), y = at(b);
  const bool ramp_x = x.kind == expr_kind::ramp, ramp_y = y.kind == expr_kind::ramp;
  const std::int32_t lanes = std::max(x.type.lanes, y.type.lanes);
  const auto base = [&](expr_id e) { return at(e).kind == expr_kind::ramp ? at(e).operands[0] : as_scalar(e).value_or(none); };
  const auto stride = [&](expr_id e) {
    return at(e).kind == expr_kind::ramp ? at(e).operands[1] : constant({x.type.scalar, 1}, 0);
  };
  const expr_id base_a = base(a), base_b = base(b);
  if ((!ramp_x && !ramp_y) || base_a == none || base_b == none) return none;
  if (kind == expr_kind::add || kind == expr_kind::sub)
    return ramp(binary(kind, base_a, base_b), binary(kind, stride(a), stride(b)), lanes);
  if (kind != expr_kind::mul || (ramp_x && ramp_y)) return none;
  const expr_id factor = ramp_x ? base_b : base_a;
  if (!as_integer(factor)) return none;
  return ramp(mul(base_a, base_b), mul(ramp_x ? x.operands[1] : y.operands[1], factor), lanes);
}

HONE_DECL expr_id builder::fold_logic(expr_kind kind, expr_id a, expr_id b) {
  if (a == b) return a;
  const bool is_and = kind == expr_kind::logical_and;
  const auto with = [&](std::int64_t c, expr_id constant, expr_id other) { return (c == 1) == is_and ? other : constant; };
  if (const auto c = as_integer(a)) return with(*c, a, b);
  if (const auto c = as_integer(b)) return with(*c, b, a);
  return none;
}

HONE_DECL expr_id builder::fold_integer(expr_kind kind, expr_id a, expr_id b) {
  const value_type type = type_of(a);
  const value_type result = is_comparison(kind) ? type.with_scalar(scalar_type::boolean) : type;
  const auto ca = as_integer(a), cb = as_integer(b);
  if (ca && cb) return constant(result, integer_binary(kind, type.scalar, *ca, *cb));
  if (is_logical(kind)) return fold_logic(kind, a, b);
  if (a == b) {
    if (is_comparison(kind)) return constant(result, integer_binary(kind, type.scalar, 0, 0));
    if (kind == expr_kind::sub || kind == expr_kind::mod) return constant(type, 0);  // 0 mod 0 = 0 as well
    if (kind == expr_kind::min || kind == expr_kind::max) return a;
  }
  const bool commutes = kind == expr_kind::add || kind == expr_kind::mul || kind == expr_kind::min || kind == expr_kind::max;
  if (ca && commutes) return binary(kind, b, a);
  if (ca == 0 && (kind == expr_kind::div || kind == expr_kind::mod)) return a;
  return cb ? fold_with_constant(kind, a, *cb) : none;
}

/// `a` is no constant; `c` is.
HONE_DECL expr_id builder::fold_with_constant(expr_kind kind, expr_id a, std::int64_t c) {
  const expr x = at(a);
  const bool nested = x.kind == kind && as_integer(x.operands[1]).has_value();
  const std::int64_t inner = nested ? at(x.operands[1]).bits : 0;  // of (y op inner) op c
  switch (kind) {
    case expr_kind::add:
      if (c == 0) return a;
      if (nested) return add(x.operands[0], constant(x.type, wrapping_add(inner, c)));
      if (x.kind == expr_kind::sub)
        if (const auto first = as_integer(x.operands[0]))
          return sub(constant(x.type, wrapping_add(*first, c)), x.operands[1]);
      return none;
    case expr_kind::sub: return add(a, constant(x.type, wrapping_sub(0, c)));
    case expr_kind::mul:
      if (c == 0) return constant(x.type, 0);
      if (c == 1) return a;
      return nested ? mul(x.operands[0], constant(x.type, wrapping_mul(inner, c))) : none;
    case expr_kind::div: return c == 1 ? a : c == 0 ? constant(x.type, 0) : none;
    case expr_kind::mod: return c == 1 ? constant(x.type, 0) : c == 0 ? a : none;
    case expr_kind::min:
    case expr_kind::max:
      return nested ? binary(kind, x.operands[0], constant(x.type, integer_binary(kind, x.type.scalar, inner, c))) : none;
    default: return none;
  }
}

// Statements ---------------------------------------------------------------------------------------------------------

HONE_DECL stmt_id builder::block(const std::vector<stmt_id>& statements) {
  std::vector<stmt_id> flat;
  for (const stmt_id s : statements) {
    if (s == none) continue;
    const stmt& inner = statement(s);
    if (inner.kind != stmt_kind::block) flat.push_back(s);
    else for (std::int32_t k = 0; k < inner.count; ++k) flat.push_back(so_far().listed(inner.first, k));
  }
  if (flat.empty()) return none;
  return flat.size() == 1 ? flat[0] : interner_.add(stmt{}, flat);
}

HONE_DECL stmt_id builder::loop(variable_id v, expr_id min, expr_id extent, loop_kind kind, stmt_id body) {
  const value_type index_type;
  detail::require(variable_of(v).type == index_type && type_of(min) == index_type && type_of(extent) == index_type,
                  "a loop has a variable, minimum and extent of type i64");
  if (body == none || as_integer(extent).value_or(1) <= 0) return none;
  stmt s;
  s.kind = stmt_kind::loop;
  s.loop = kind;
  s.ref = v;
  s.value = {min, extent};
  s.body = body;
  return interner_.add(s);
}

HONE_DECL stmt_id builder::branch(expr_id condition, stmt_id then, stmt_id otherwise) {
  detail::require(type_of(condition) == value_type{scalar_type::boolean, 1}, "the condition of a branch is a bool");
  if (const auto c = as_integer(condition)) return *c != 0 ? then : otherwise;
  if (then == none && otherwise == none) return none;
  if (then == none) return branch(unary(expr_kind::logical_not, condition), otherwise);
  stmt s;
  s.kind = stmt_kind::branch;
  s.value[0] = condition;
  s.body = then;
  s.otherwise = otherwise;
  return interner_.add(s);
}

HONE_DECL stmt_id builder::let(variable_id v, expr_id value, stmt_id body) {
  detail::require(variable_of(v).type == type_of(value), "let binds a value of the variable's type");
  if (body == none) return none;
  stmt s;
  s.kind = stmt_kind::let;
  s.ref = v;
  s.value[0] = value;
  s.body = body;
  return interner_.add(s);
}

HONE_DECL stmt_id builder::store(buffer_id b, const index_list& indices, expr_id value, expr_id predicate) {
  detail::require(type_of(value).scalar == buffer_of(b).type, "a store needs a value of the buffer's type");
  std::int32_t lanes = 1;
  auto normal = access(b, indices, predicate, lanes);
  if (predicate != none && as_integer(predicate) == 0) return none;
  std::int32_t normal_lanes = 1;
  for (const expr_id e : normal) normal_lanes = std::max(normal_lanes, type_of(e).lanes);
  if (normal_lanes == 1) value = as_scalar(value).value_or(value);
  if (normal_lanes < lanes && type_of(value).lanes == lanes) {  // all lanes to one place, in order
    normal_lanes = lanes;
    normal[0] = broadcast(normal[0], lanes);
    if (predicate != none) predicate = broadcast(predicate, lanes);
  }
  detail::require(type_of(value).lanes == 1 || type_of(value).lanes == normal_lanes,
                  "a store of a vector needs as many different places");
  stmt s;
  s.kind = stmt_kind::store;
  s.ref = b;
  s.value = {broadcast(value, normal_lanes), predicate};
  return interner_.add(s, normal);
}

HONE_DECL stmt_id builder::allocate(buffer_id b, stmt_id body) {
  const buffer_scope scope = buffer_of(b).scope;
  detail::require(scope == buffer_scope::shared || scope == buffer_scope::registers,
                  "only shared and register buffers are allocated by a statement");
  if (body == none) return none;
  stmt s;
  s.kind = stmt_kind::allocate;
  s.ref = b;
  s.body = body;
  return interner_.add(s);
}

HONE_DECL stmt_id builder::barrier() {
  stmt s;
  s.kind = stmt_kind::barrier;
  return interner_.add(s);
}

HONE_DECL program builder::finish(stmt_id root) const {
  return canonical(so_far(), root);
}

}  // namespace hone::core::ir
