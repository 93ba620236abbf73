// SPDX-License-Identifier: Apache-2.0
/// \file
/// Simplification by ranges and linear forms.
#pragma once

#include <algorithm>
#include <vector>

#include <hone/ir/arithmetic.hpp>
#include <hone/ir/linear.hpp>
#include <hone/ir/ranges.hpp>
#include <hone/ir/rewrite.hpp>
#include <hone/ir/simplify.hpp>
#include <hone/ir/visit.hpp>

namespace hone::core::ir {
namespace detail {

class simplifier final : public rewriter {
 public:
  explicit simplifier(const program& p) : rewriter(p), loaded_(p.buffers.size()) {
    for_each_expr(p, p.root, [&](expr_id, const expr& e) {
      if (e.kind == expr_kind::load) loaded_[static_cast<std::size_t>(e.ref)] = true;
    });
  }

 private:
  const program& arena() { return build().so_far(); }
  interval range(expr_id e) { return bounds(arena(), e, ranges_); }
  bool is_known(expr_id e) { return !range(e).is_everything(); }

  // Expressions --------------------------------------------------------------------------------------------------------
  expr_id on_expression(expr_id id) override {
    const linear form = sum_of(id);
    if (form.terms.size() != 1 || form.terms[0].id != id) return simplified(form);
    const expr_id rebuilt = rebuild_expression(id);
    return improved(rebuilt == id ? refold(id) : rebuilt);
  }

  /// An i64 scalar as a sum, of any depth; everything else, and what is no sum, is its own only term.
  linear sum_of(expr_id id) {
    return build().type_of(id) == value_type{} ? linear_form(arena(), id) : linear{0, {{id, 1}}};
  }

  /// A whole sum at once: its terms are simplified, the sums on the way to them need not be.
  expr_id simplified(const linear& form) {
    linear sum{form.constant, {}};
    for (const auto& term : form.terms) {
      const expr_id e = expression(term.id);
      const interval r = range(e);
      add_to(sum, arena(), r.is_point() ? build().index(r.low) : e, term.coefficient);
    }
    const interval r = bounds(arena(), sum, ranges_);
    return r.is_point() ? build().index(r.low) : to_expression(build(), sum);
  }

  /// Of an expression whose parts are simplified.
  expr_id improved(expr_id id) {
    const expr e = build().at(id);
    if (e.kind == expr_kind::constant || e.kind == expr_kind::variable || e.kind == expr_kind::load) return id;
    if (e.kind == expr_kind::broadcast) return build().broadcast(improved(e.operands[0]), e.type.lanes);
    if (is_comparison(e.kind)) return comparison(id, e);
    return e.type.scalar == scalar_type::i64 ? index_arithmetic(id, e) : id;
  }

  /// What was made without the builder's folding gets it now.
  expr_id refold(expr_id id) {
    const expr e = build().at(id);
    std::vector<expr_id> indices;
    for (std::int32_t k = 0; k < e.count; ++k) indices.push_back(arena().listed(e.first, k));
    return remade(build(), e, e.operands, indices);
  }

  expr_id index_arithmetic(expr_id id, const expr& e) {
    if (const interval r = range(id); r.is_point()) return build().constant(e.type, r.low);
    switch (e.kind) {
      case expr_kind::add:
      case expr_kind::sub:
      case expr_kind::mul:
      case expr_kind::neg: return e.type.lanes == 1 ? to_expression(build(), linear_form(arena(), id)) : id;
      case expr_kind::min:
      case expr_kind::max: return extremum(id, e);
      case expr_kind::div:
      case expr_kind::mod: return e.type.lanes == 1 ? quotient(id, e) : quotient_of_ramp(id, e);
      default: return id;
    }
  }

  /// Bounds of a - b as integers; everything where either may have wrapped on its way.
  interval difference(expr_id a, expr_id b) {
    if (!is_known(a) || !is_known(b)) return {};
    const interval x = range(a), y = range(b);
    const interval apart = narrowed(scalar_type::i64, {static_cast<wide>(x.low) - y.high, static_cast<wide>(x.high) - y.low});
    if (apart.is_everything()) return apart;  // the difference itself could wrap
    const interval together = range(build().sub(a, b));
    return {std::max(apart.low, together.low), std::min(apart.high, together.high)};
  }

  expr_id extremum(expr_id id, const expr& e) {
    const interval d = difference(e.operands[0], e.operands[1]);
    const bool is_min = e.kind == expr_kind::min;
    if (d.high <= 0) return e.operands[is_min ? 0 : 1];
    if (d.low >= 0) return e.operands[is_min ? 1 : 0];
    return id;
  }

  expr_id comparison(expr_id id, const expr& e) {
    if (build().type_of(e.operands[0]).scalar != scalar_type::i64) return id;
    const interval d = difference(e.operands[0], e.operands[1]);
    const interval truth = d.is_everything() ? interval{0, 1} : compared_with_zero(e.kind, d);
    return truth.is_point() ? build().constant(e.type, truth.low) : id;
  }
  static interval compared_with_zero(expr_kind kind, interval d) {
    const auto decided = [](bool always, bool never) { return interval{always ? 1 : 0, never ? 0 : 1}; };
    switch (kind) {
      case expr_kind::lt: return decided(d.high < 0, d.low >= 0);
      case expr_kind::le: return decided(d.high <= 0, d.low > 0);
      case expr_kind::gt: return decided(d.low > 0, d.high <= 0);
      case expr_kind::ge: return decided(d.low >= 0, d.high < 0);
      case expr_kind::eq: return decided(d == interval::point(0), !d.contains(0));
      default: return decided(!d.contains(0), d == interval::point(0));
    }
  }

  /// form = multiple * divisor + rest, where rest has what the divisor does not divide.
  struct split_form {
    linear multiple, rest;
  };
  static split_form split(const linear& form, std::int64_t divisor) {
    split_form s;
    s.multiple.constant = form.constant / divisor;  // to zero: a small negative offset stays as it is
    s.rest.constant = form.constant % divisor;
    for (const auto& term : form.terms) {
      if (term.coefficient % divisor == 0) s.multiple.terms.push_back({term.id, term.coefficient / divisor});
      else s.rest.terms.push_back(term);
    }
    return s;
  }

  /// Division and remainder by a positive constant: multiples of the divisor leave the numerator, and when the rest
  /// spans one period only its quotient is a constant.
  expr_id quotient(expr_id id, const expr& e) {
    const auto divisor = build().as_integer(e.operands[1]);
    if (!divisor || *divisor <= 0 || !is_known(e.operands[0])) return id;
    const split_form s = split(linear_form(arena(), e.operands[0]), *divisor);
    const expr_id rest = to_expression(build(), s.rest);
    if (!is_known(rest)) return id;
    const interval r = range(rest);
    const std::int64_t period = floor_div(r.low, *divisor);
    if (period == floor_div(r.high, *divisor)) {
      if (e.kind == expr_kind::div) return to_expression(build(), s.multiple + linear{period, {}});
      return to_expression(build(), s.rest - linear{wrapping_mul(period, *divisor), {}});
    }
    const expr_id part = build().binary(e.kind, rest, e.operands[1]);
    if (e.kind == expr_kind::mod) return part;
    return to_expression(build(), s.multiple + linear_form(arena(), part));
  }

  /// The same for the lanes of a ramp: all in one period, or a stride that the divisor divides.
  expr_id quotient_of_ramp(expr_id id, const expr& e) {
    const expr x = build().at(e.operands[0]);
    const auto divisor = build().as_integer(e.operands[1]);
    if (x.kind != expr_kind::ramp || !divisor || *divisor <= 0 || !is_known(e.operands[0])) return id;
    const auto stride = build().as_integer(x.operands[1]);
    if (!stride) return id;
    const expr_id by = build().index(*divisor);
    if (*stride % *divisor == 0) {
      const expr_id base = quotient_of(e.kind, x.operands[0], by);
      return e.kind == expr_kind::mod ? build().broadcast(base, x.type.lanes)
                                      : build().ramp(base, build().index(*stride / *divisor), x.type.lanes);
    }
    const expr_id base_rest = quotient_of(expr_kind::mod, x.operands[0], by);
    const interval lanes = range(build().ramp(base_rest, x.operands[1], x.type.lanes));
    if (!lanes.within(0, *divisor - 1)) return id;
    if (e.kind == expr_kind::mod) return build().ramp(base_rest, x.operands[1], x.type.lanes);
    return build().broadcast(quotient_of(expr_kind::div, x.operands[0], by), x.type.lanes);
  }
  expr_id quotient_of(expr_kind kind, expr_id a, expr_id b) {
    const expr_id q = build().binary(kind, a, b);
    const expr e = build().at(q);
    return e.kind == kind ? quotient(q, e) : q;
  }

  // Statements ---------------------------------------------------------------------------------------------------------
  stmt_id on_statement(stmt_id id) override {
    const stmt s = build().statement(id);
    switch (s.kind) {
      case stmt_kind::block: return s.count == 0 ? none : rebuild_statement(id);
      case stmt_kind::loop: return loop(id, s);
      case stmt_kind::let: return let(id, s);
      case stmt_kind::branch: return branch(id, s);
      case stmt_kind::store: return is_dead(s.ref) ? none : rebuild_statement(id);
      case stmt_kind::allocate: return is_dead(s.ref) ? statement(s.body) : rebuild_statement(id);
      default: return rebuild_statement(id);
    }
  }

  /// Memory of its own that nothing reads.
  bool is_dead(buffer_id b) {
    const buffer_scope scope = build().buffer_of(b).scope;
    return (scope == buffer_scope::registers || scope == buffer_scope::shared) && !loaded_[static_cast<std::size_t>(b)];
  }

  stmt_id loop(stmt_id id, const stmt& s) {
    const expr_id min = expression(s.value[0]), extent = expression(s.value[1]);
    const interval times = range(extent);
    if (times.high <= 0) return none;
    const bool is_sequence = s.loop == loop_kind::serial || s.loop == loop_kind::unrolled || s.loop == loop_kind::vectorized;
    // a minimum that is read from memory would be read again where the memory may have changed
    if (times == interval::point(1) && is_sequence && !has_load(arena(), min)) return with(s.ref, min, s.body);
    return ranged(id, s.ref, loop_range(range(min), times));
  }

  stmt_id let(stmt_id id, const stmt& s) {
    const expr_id value = expression(s.value[0]);
    const expr_kind kind = build().at(value).kind;
    if (kind == expr_kind::constant || kind == expr_kind::variable) return with(s.ref, value, s.body);
    const stmt_id let = ranged(id, s.ref, build().type_of(value) == value_type{} ? range(value) : interval{});
    if (let == none) return none;
    const stmt_id body = build().statement(let).body;
    return uses(body, s.ref) ? let : body;
  }
  bool uses(stmt_id s, variable_id v) {
    bool found = false;
    for_each_expr(arena(), s, [&](expr_id, const expr& e) { found = found || (e.kind == expr_kind::variable && e.ref == v); });
    return found;
  }

  stmt_id branch(stmt_id id, const stmt& s) {
    const auto decided = build().as_integer(expression(s.value[0]));
    if (!decided) return rebuild_statement(id);
    return *decided != 0 ? statement(s.body) : statement(s.otherwise);
  }

  /// The statement with what is known about the variable that it binds.
  stmt_id ranged(stmt_id id, variable_id v, interval known) {
    const auto k = static_cast<std::size_t>(v);
    if (bound_.size() <= k) bound_.resize(k + 1);
    if (bound_[k] && !(ranges_.of(v) == known)) forget();  // before its first statement nothing has its variable
    bound_[k] = true;
    ranges_.set(v, known);
    return rebuild_statement(id);
  }

  std::vector<bool> loaded_;  ///< by buffer
  std::vector<bool> bound_;   ///< by variable: by a statement that was met
  variable_ranges ranges_;
};

}  // namespace detail

HONE_DECL program simplify(const program& p) { return detail::simplifier(p).run(); }

}  // namespace hone::core::ir
