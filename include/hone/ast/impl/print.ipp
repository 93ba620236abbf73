// SPDX-License-Identifier: Apache-2.0
/// \file
/// Printing: a recursive walk from the root of each assignment.
#include <hone/ast/print.hpp>

#include <array>
#include <charconv>
#include <string_view>

#include <hone/ast/precedence.hpp>
#include <hone/ast/symbols.hpp>
#include <hone/dsl/names.hpp>

namespace hone::core::ast {

namespace detail {

/// The shortest text that reads back as the same number of its type.
template <class Number>
inline std::string shortest(Number value) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

inline std::string literal_text(const node& n) {
  if (n.type == scalar_type::f64) return shortest(n.as_double());
  if (n.type == scalar_type::f32) return shortest(static_cast<float>(n.as_double()));
  return shortest(n.bits);
}

class printer {
 public:
  printer(const tree& op, bool typed) : op_(op), typed_(typed) {}

  void assign(const assignment& a) {
    out_ += label(a.target);
    out_ += '(';
    for (std::int32_t d = 0; d < a.rank; ++d) {
      if (d > 0) out_ += ", ";
      out_ += label(a.indices[static_cast<std::size_t>(d)]);
    }
    out_ += a.accumulates ? ") += " : ") = ";
    expression(a.root, 0);
  }
  std::string take() { return std::move(out_); }

 private:
  std::string_view label(std::int32_t s) const { return symbol_at(op_, s).label.view(); }

  /// In parentheses where the node binds less tightly than `level`.
  void expression(std::int32_t id, int level) {
    const node& n = node_at(op_, id);
    const bool enclosed = precedence(n.kind) < level;
    if (enclosed) out_ += '(';
    form(n);
    if (enclosed) out_ += ')';
  }

  void form(const node& n) {
    switch (info(n.kind).form) {
      case node_form::leaf: return leaf(n);
      case node_form::special: return special(n);
      case node_form::prefix: return prefix(n);
      case node_form::infix: return infix(n);
      case node_form::call: return call(info(n.kind).spelling, n);
    }
  }

  void leaf(const node& n) {
    if (n.kind != node_kind::literal)
      out_ += label(n.symbol);
    else if (!typed_ || n.type == scalar_type::i64)
      out_ += literal_text(n);
    else
      ((out_ += name_of(n.type)) += '{') += literal_text(n) += '}';
  }

  void special(const node& n) {
    if (n.kind == node_kind::read && n.operand_count == 0)
      out_ += label(n.symbol);
    else if (n.kind == node_kind::read)
      call(label(n.symbol), n);
    else if (n.kind == node_kind::reduce)
      reduce(n);
    else if (n.kind == node_kind::cast)
      cast(n);
    else
      padded(n);
  }

  void cast(const node& n) {
    ((out_ += "cast<") += name_of(n.type)) += '>';
    list(n, 0, 1);
  }

  void padded(const node& n) {
    ((out_ += "padded(") += label(n.symbol)) += ", ";
    expression(n.operands[0], 0);
    out_ += ')';
    list(n, 1, n.operand_count);
  }

  void reduce(const node& n) {
    out_ += dsl::spelling(n.combine);
    list(n, 0, n.operand_count - 1);
    list(n, n.operand_count - 1, n.operand_count);
  }

  /// `-(1)` is the negation of a literal, `-1` a literal.
  void prefix(const node& n) {
    out_ += info(n.kind).spelling;
    const bool literal = node_at(op_, n.operands[0]).kind == node_kind::literal;
    expression(n.operands[0], literal ? unary_level + 2 : unary_level);
  }

  /// Operators of one level group to the left; comparisons do not group.
  void infix(const node& n) {
    const int level = precedence(n.kind);
    expression(n.operands[0], level == comparison_level ? level + 1 : level);
    ((out_ += ' ') += info(n.kind).spelling) += ' ';
    expression(n.operands[1], level + 1);
  }

  void call(std::string_view function, const node& n) {
    out_ += function;
    list(n, 0, n.operand_count);
  }

  void list(const node& n, std::int32_t first, std::int32_t end) {
    out_ += '(';
    for (std::int32_t k = first; k < end; ++k) {
      if (k > first) out_ += ", ";
      expression(n.operands[static_cast<std::size_t>(k)], 0);
    }
    out_ += ')';
  }

  const tree& op_;
  bool typed_;
  std::string out_;
};

inline std::string extent_text(const tree& op, const extent_source& e) {
  using kind = extent_source::kind_type;
  if (e.kind == kind::unknown) return "?";
  return e.kind == kind::constant ? shortest(e.value)
                                  : std::string(symbol_at(op, static_cast<std::int32_t>(e.value)).label.view());
}

inline std::string declaration(const tree& op, const symbol& s) {
  const auto label = std::string(s.label.view());
  switch (s.kind) {
    case symbol_kind::axis: return (s.reduced ? "reduced axis " : "axis ") + label;
    case symbol_kind::size: return "size " + label;
    case symbol_kind::attribute: return "attribute " + label;
    case symbol_kind::tensor: break;
  }
  std::string text = (s.output ? "output " : "tensor ") + label + ' ' + std::string(name_of(s.type)) + " [";
  for (std::int32_t d = 0; d < s.rank; ++d)
    text += (d > 0 ? ", " : "") + extent_text(op, s.extents[static_cast<std::size_t>(d)]);
  return text + ']';
}

}  // namespace detail

HONE_DECL std::string to_string(const tree& op) {
  detail::printer out(op, false);
  std::string text(op.label.view());
  for (std::size_t a = 0; a < op.assignments.size(); ++a) {
    out.assign(op.assignments[a]);
    text += (a == 0 ? ": " : "; ") + out.take();
  }
  return text;
}

HONE_DECL std::string to_text(const tree& op) {
  std::string text = "operator " + std::string(op.label.view()) + '\n';
  for (const symbol& s : op.symbols) text += detail::declaration(op, s) + '\n';
  detail::printer out(op, true);
  for (const assignment& a : op.assignments) {
    out.assign(a);
    text += out.take() + '\n';
  }
  return text;
}

}  // namespace hone::core::ast
