// SPDX-License-Identifier: Apache-2.0
/// \file
/// The text form of a loop program.
#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include <hone/ir/names.hpp>
#include <hone/ir/print.hpp>
#include <hone/ir/spelling.hpp>

namespace hone::core::ir {
namespace detail {

/// Shortest decimal that reads back as the same value of the type; `inf`, `-inf`, `nan`; other NaNs with their bits.
inline std::string real_text(scalar_type type, double x) {
  if (std::isinf(x)) return x < 0 ? "-inf" : "inf";
  const auto bits = std::bit_cast<std::int64_t>(x);
  if (std::isnan(x))
    return bits == std::bit_cast<std::int64_t>(std::numeric_limits<double>::quiet_NaN()) ? "nan"
                                                                                          : "nan " + std::to_string(bits);
  std::array<char, 40> text{};
  char* const end = text.data() + text.size();
  const auto written = type == scalar_type::f32 ? std::to_chars(text.data(), end, static_cast<float>(x))
                                                : std::to_chars(text.data(), end, x);
  return {text.data(), written.ptr};
}

/// Then a loop is written with its end, else with `+` and its extent.
inline bool starts_at_zero(const program& p, const stmt& loop) {
  const expr& min = p.at(loop.value[0]);
  return min.kind == expr_kind::constant && min.bits == 0;
}

class printer {
 public:
  explicit printer(const program& p) : p_(p) {}
  std::string take() { return std::move(out_); }

  void header() {
    out_ += "kernel " + p_.name + "\n";
    for (const buffer& b : p_.buffers) declare(b);
  }

  void statement(stmt_id id, int depth) {
    const stmt& s = p_.statement(id);
    if (s.kind != stmt_kind::block) out_.append(static_cast<std::size_t>(2 * depth), ' ');
    switch (s.kind) {
      case stmt_kind::block:
        for (std::int32_t k = 0; k < s.count; ++k) statement(p_.listed(s.first, k), depth);
        return;
      case stmt_kind::loop: return loop(s, depth);
      case stmt_kind::branch: return branch(s, depth);
      case stmt_kind::let: return let(s, depth);
      case stmt_kind::store: return store(s);
      case stmt_kind::allocate:
        out_ += "allocate " + name(p_.buffers, s.ref);
        return body(s.body, depth, "\n");
      case stmt_kind::barrier: out_ += "barrier\n";
    }
  }

  /// `outer` is the precedence that the surroundings bind with: parentheses where ours is not higher.
  void expression(expr_id id, int outer = 0) {
    const expr& e = p_.at(id);
    switch (e.kind) {
      case expr_kind::constant: return constant(e);
      case expr_kind::variable: out_ += name(p_.variables, e.ref); return;
      case expr_kind::load: return access(e.ref, e.first, e.count, e.operands[0]);
      case expr_kind::cast:
      case expr_kind::reinterpret: return call(std::string(info(e.kind).name) + "<" + std::string(name_of(e.type.scalar)) + ">", e);
      case expr_kind::reduce_lanes: return call("reduce_lanes<" + std::string(name_of(e.combine)) + ">", e);
      default: break;
    }
    const infix* op = infix_of(e.kind);
    if (op == nullptr) return call(std::string(info(e.kind).name), e);
    if (op->precedence <= outer) out_ += "(";
    expression(e.operands[0], op->precedence - 1);
    out_ += " " + std::string(op->spelling) + " ";
    expression(e.operands[1], op->precedence);
    if (op->precedence <= outer) out_ += ")";
  }

 private:
  template <class Named>
  std::string name(const std::vector<Named>& all, std::int32_t id) const { return all[static_cast<std::size_t>(id)].name; }

  void numbers(const std::array<std::int64_t, max_rank>& values, std::int32_t rank) {
    out_ += "[";
    for (std::int32_t k = 0; k < rank; ++k) {
      if (k > 0) out_ += ", ";
      out_ += std::to_string(values[static_cast<std::size_t>(k)]);
    }
    out_ += "]";
  }

  void declare(const buffer& b) {
    out_ += "buffer " + b.name + ": " + std::string(name_of(b.type));
    numbers(b.extents, b.rank);
    out_ += " strides ";
    numbers(b.strides, b.rank);
    out_ += " " + std::string(buffer_scope_names[static_cast<std::size_t>(b.scope)]);
    if (b.slot != none) out_ += " " + std::to_string(b.slot);
    if (b.writable) out_ += " writable";
    if (b.alignment != 1) out_ += " aligned " + std::to_string(b.alignment);
    out_ += "\n";
  }

  void constant(const expr& e) {
    const std::string value = is_float(e.type.scalar) ? real_text(e.type.scalar, e.as_double())
                              : e.type.scalar == scalar_type::boolean ? (e.bits != 0 ? "true" : "false")
                                                                      : std::to_string(e.bits);
    const bool bare = e.type.lanes == 1 && (e.type.scalar == scalar_type::i64 || e.type.scalar == scalar_type::boolean);
    out_ += bare ? value : to_string(e.type) + "(" + value + ")";
  }

  void call(const std::string& function, const expr& e) {
    out_ += function + "(";
    for (std::size_t k = 0; k < 3 && e.operands[k] != none; ++k) {
      if (k > 0) out_ += ", ";
      expression(e.operands[k]);
    }
    if (e.kind == expr_kind::ramp || e.kind == expr_kind::broadcast) out_ += ", " + std::to_string(e.type.lanes);
    out_ += ")";
  }

  void access(buffer_id b, std::int32_t first, std::int32_t count, expr_id predicate) {
    out_ += name(p_.buffers, b) + "[";
    for (std::int32_t k = 0; k < count; ++k) {
      if (k > 0) out_ += ", ";
      expression(p_.listed(first, k));
    }
    if (predicate != none) {
      out_ += " | ";
      expression(predicate);
    }
    out_ += "]";
  }

  void body(stmt_id id, int depth, const char* after) {
    out_ += " {\n";
    if (id != none) statement(id, depth + 1);
    out_.append(static_cast<std::size_t>(2 * depth), ' ');
    out_ += "}";
    out_ += after;
  }

  void loop(const stmt& s, int depth) {
    out_ += "for " + name(p_.variables, s.ref) + " in [";
    expression(s.value[0]);
    out_ += starts_at_zero(p_, s) ? ", " : ", +";
    expression(s.value[1]);
    out_ += ")";
    if (s.loop != loop_kind::serial) out_ += " " + std::string(loop_kind_names[static_cast<std::size_t>(s.loop)]);
    body(s.body, depth, "\n");
  }

  void branch(const stmt& s, int depth) {
    out_ += "if ";
    expression(s.value[0]);
    body(s.body, depth, s.otherwise == none ? "\n" : "");
    if (s.otherwise == none) return;
    out_ += " else";
    body(s.otherwise, depth, "\n");
  }

  void let(const stmt& s, int depth) {
    const variable& v = p_.variables[static_cast<std::size_t>(s.ref)];
    out_ += "let " + v.name + ": " + to_string(v.type) + " = ";
    expression(s.value[0]);
    body(s.body, depth, "\n");
  }

  void store(const stmt& s) {
    access(s.ref, s.first, s.count, s.value[1]);
    out_ += " = ";
    expression(s.value[0]);
    out_ += "\n";
  }

  const program& p_;
  std::string out_;
};

}  // namespace detail

HONE_DECL std::string to_string(const program& p) {
  detail::printer out(p);
  out.header();
  if (p.root != none) out.statement(p.root, 0);
  return out.take();
}

HONE_DECL std::string expression_text(const program& p, expr_id e) {
  detail::printer out(p);
  if (e != none) out.expression(e);
  return out.take();
}

HONE_DECL std::string statement_text(const program& p, stmt_id s) {
  detail::printer out(p);
  if (s != none) out.statement(s, 0);
  return out.take();
}

}  // namespace hone::core::ir
