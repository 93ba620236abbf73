// SPDX-License-Identifier: Apache-2.0
/// \file
/// Evaluates y[l] = f(x[l]) as a loop program, after a pass, for many lanes at once: fast enough to try a function on
/// millions of arguments. It knows what elementary functions are expanded to, and nothing else.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include <hone/ir/arithmetic.hpp>
#include <hone/ir/builder.hpp>

namespace lane_evaluator {

using namespace hone;
using namespace hone::core;
using namespace hone::core::ir;

/// y[0 .. lanes) = kind(x[0 .. lanes))
inline program make_program(expr_kind kind, scalar_type type, std::int32_t lanes) {
  builder b("function");
  buffer x;
  x.name = "x";
  x.type = type;
  x.rank = 1;
  x.extents[0] = lanes;
  x.strides[0] = 1;
  x.slot = 0;
  buffer y = x;
  y.name = "y";
  y.writable = true;
  y.slot = 1;
  const auto bx = b.add_buffer(x), by = b.add_buffer(y);
  const auto at = b.ramp(b.index(0), b.index(1), lanes);
  return b.finish(b.store(by, {at}, b.unary(kind, b.load(bx, {at}))));
}

/// One of the two is used, by type. f32 is held in double.
struct value {
  std::vector<double> real;
  std::vector<std::int64_t> integer;
};

class evaluator {
 public:
  explicit evaluator(const program& p) : p_(p) {}

  std::vector<double> operator()(const std::vector<double>& x) {
    x_ = &x;
    variables_.clear();
    known_.clear();
    stmt_id s = p_.root;
    for (; p_.statement(s).kind == stmt_kind::let; s = p_.statement(s).body)
      variables_[p_.statement(s).ref] = eval(p_.statement(s).value[0]);
    if (p_.statement(s).kind != stmt_kind::store) throw std::logic_error("lets, then a store");
    return eval(p_.statement(s).value[0]).real;
  }

 private:
  const value& eval(expr_id id) {
    if (p_.at(id).kind == expr_kind::variable) return variables_.at(p_.at(id).ref);
    if (const auto found = known_.find(id); found != known_.end()) return found->second;
    return known_[id] = compute(p_.at(id));
  }

  template <class F>
  static std::vector<double> reals(std::size_t n, F f) {
    std::vector<double> out(n);
    for (std::size_t l = 0; l < n; ++l) out[l] = f(l);
    return out;
  }
  template <class F>
  static std::vector<std::int64_t> integers(std::size_t n, F f) {
    std::vector<std::int64_t> out(n);
    for (std::size_t l = 0; l < n; ++l) out[l] = f(l);
    return out;
  }

  value compute(const expr& e) {
    const auto n = x_->size();
    const auto type = e.type.scalar;
    const auto round = [type](double v) { return rounded(type, v); };
    switch (e.kind) {
      case expr_kind::constant:
        if (is_float(type)) return {reals(n, [&](std::size_t) { return e.as_double(); }), {}};
        return {{}, integers(n, [&](std::size_t) { return e.bits; })};
      case expr_kind::load: return {*x_, {}};
      case expr_kind::select: return chosen(e, n);
      case expr_kind::cast: return mapped(e, n, round);
      case expr_kind::reinterpret: return reinterpreted(e, n);
      case expr_kind::neg: return mapped(e, n, [](double v) { return -v; });
      case expr_kind::abs: return mapped(e, n, [](double v) { return std::fabs(v); });
      case expr_kind::fma: return fused(e, n);
      default: return binary(e, n);
    }
  }

  template <class F>
  value mapped(const expr& e, std::size_t n, F f) {
    const value& a = eval(e.operands[0]);
    return {reals(n, [&](std::size_t l) { return f(a.real[l]); }), {}};
  }

  value chosen(const expr& e, std::size_t n) {
    const value c = eval(e.operands[0]), a = eval(e.operands[1]), b = eval(e.operands[2]);
    if (!is_float(e.type.scalar)) throw std::logic_error("only numbers are selected");
    return {reals(n, [&](std::size_t l) { return c.integer[l] != 0 ? a.real[l] : b.real[l]; }), {}};
  }

  value fused(const expr& e, std::size_t n) {
    const value a = eval(e.operands[0]), b = eval(e.operands[1]), c = eval(e.operands[2]);
    if (e.type.scalar == scalar_type::f64)
      return {reals(n, [&](std::size_t l) { return std::fma(a.real[l], b.real[l], c.real[l]); }), {}};
    const auto f = [](double v) { return static_cast<float>(v); };
    return {reals(n, [&](std::size_t l) {
      return static_cast<double>(std::fma(f(a.real[l]), f(b.real[l]), f(c.real[l])));
    }), {}};
  }

  value reinterpreted(const expr& e, std::size_t n) {
    const value& a = eval(e.operands[0]);
    switch (e.type.scalar) {
      case scalar_type::i64:
        return {{}, integers(n, [&](std::size_t l) { return std::bit_cast<std::int64_t>(a.real[l]); })};
      case scalar_type::i32:
        return {{}, integers(n, [&](std::size_t l) {
          return std::int64_t{std::bit_cast<std::int32_t>(static_cast<float>(a.real[l]))};
        })};
      case scalar_type::f64:
        return {reals(n, [&](std::size_t l) { return std::bit_cast<double>(a.integer[l]); }), {}};
      default:
        return {reals(n, [&](std::size_t l) {
          return static_cast<double>(std::bit_cast<float>(static_cast<std::int32_t>(a.integer[l])));
        }), {}};
    }
  }

  value binary(const expr& e, std::size_t n) {
    const value a = eval(e.operands[0]), b = eval(e.operands[1]);
    const auto operand_type = p_.at(e.operands[0]).type.scalar;
    if (!is_float(operand_type))
      return {{}, integers(n, [&](std::size_t l) {
        return integer_binary(e.kind, operand_type, a.integer[l], b.integer[l]);
      })};
    const auto all = [&](auto op) {
      return value{reals(n, [&](std::size_t l) { return rounded(operand_type, op(a.real[l], b.real[l])); }), {}};
    };
    const auto conditions = [&](auto op) {
      return value{{}, integers(n, [&](std::size_t l) { return op(a.real[l], b.real[l]) ? 1 : 0; })};
    };
    switch (e.kind) {
      case expr_kind::add: return all([](double x, double y) { return x + y; });
      case expr_kind::sub: return all([](double x, double y) { return x - y; });
      case expr_kind::mul: return all([](double x, double y) { return x * y; });
      case expr_kind::div: return all([](double x, double y) { return x / y; });
      case expr_kind::lt: return conditions([](double x, double y) { return x < y; });
      case expr_kind::le: return conditions([](double x, double y) { return x <= y; });
      case expr_kind::eq: return conditions([](double x, double y) { return x == y; });
      case expr_kind::ne: return conditions([](double x, double y) { return x != y; });
      default: throw std::logic_error("an operation that expanded functions do not use");
    }
  }

  const program& p_;
  const std::vector<double>* x_ = nullptr;
  std::unordered_map<variable_id, value> variables_;
  std::unordered_map<expr_id, value> known_;
};

}  // namespace lane_evaluator
