// SPDX-License-Identifier: Apache-2.0
/// \file
/// Parses an expression of an operator's text: recursive descent, one level of the grammar a level of precedence.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <hone/ast/cursor.hpp>
#include <hone/ast/precedence.hpp>
#include <hone/ast/symbols.hpp>
#include <hone/dsl/names.hpp>

namespace hone::core::ast::detail {

/// Expressions: appends nodes in post-order.
class expression_parser {
 public:
  expression_parser(cursor& in, tree& op) : in_(in), op_(op) {}

  /// An expression whose infix operators bind at least as tightly as `level`.
  std::int32_t parse(int level = 1) {
    if (level >= unary_level) return unary();
    const auto first = op_.nodes.size();
    std::int32_t left = parse(level + 1);
    for (auto kind = infix_at(in_.rest()); kind != node_kind::literal && precedence(kind) == level;
         kind = infix_at(in_.rest())) {
      in_.expect(info(kind).spelling);
      const auto right = parse(level + 1);
      left = add_infix(kind, left, right);
      if (level == comparison_level) break;
    }
    if (op_.nodes.size() == first) in_.fail("expected an expression");
    return left;
  }

 private:
  scalar_type type(std::int32_t n) const { return node_at(op_, n).type; }

  std::int32_t add(node n, std::initializer_list<std::int32_t> operands) {
    n.operand_count = static_cast<std::int32_t>(operands.size());
    std::copy(operands.begin(), operands.end(), n.operands.begin());
    op_.nodes.push_back(n);
    return static_cast<std::int32_t>(op_.nodes.size()) - 1;
  }
  static node make(node_kind kind, scalar_type type) {
    node n;
    n.kind = kind;
    n.type = type;
    return n;
  }
  void require(bool condition, const char* what) const {
    if (!condition) in_.fail(what);
  }

  std::int32_t add_infix(node_kind kind, std::int32_t left, std::int32_t right) {
    require(type(left) == type(right), "the operands have different types");
    require(is_logical(kind) == (type(left) == scalar_type::boolean), "conditions and numbers are mixed");
    return add(make(kind, is_comparison(kind) ? scalar_type::boolean : type(left)), {left, right});
  }

  std::int32_t unary() {
    if (in_.rest().size() > 1 && in_.peek() == '-' && is_digit(in_.rest()[1])) return primary();
    for (const auto& kind : node_kinds) {
      if (kind.form != node_form::prefix || !in_.accept(kind.spelling)) continue;
      const auto operand = unary();
      require(is_logical(kind.kind) == (type(operand) == scalar_type::boolean), "conditions and numbers are mixed");
      return add(make(kind.kind, type(operand)), {operand});
    }
    return primary();
  }

  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  std::int32_t primary() {
    if (in_.accept("(")) {
      const auto inner = parse();
      in_.expect(")");
      return inner;
    }
    if (is_digit(in_.peek()) || in_.peek() == '-') {
      node n = make(node_kind::literal, scalar_type::i64);
      n.bits = in_.number<std::int64_t>();
      return add(n, {});
    }
    return named(in_.word());
  }

  std::int32_t named(std::string_view word) {
    if (const auto s = find_symbol(op_, word); s >= 0) return use(s);
    for (int t = 0; t < scalar_type_count; ++t)
      if (name_of(static_cast<scalar_type>(t)) == word) return literal(static_cast<scalar_type>(t));
    if (word == "cast") return cast();
    if (word == "padded") return padded();
    for (int r = 0; r < static_cast<int>(dsl::reduction_spellings.size()); ++r)
      if (dsl::spelling(static_cast<reduction>(r)) == word) return reduce(static_cast<reduction>(r));
    for (const auto& kind : node_kinds)
      if (kind.form == node_form::call && kind.spelling == word) return call(kind);
    in_.fail("unknown name `" + std::string(word) + '`');
  }

  std::int32_t use(std::int32_t s) {
    const symbol& symbol = symbol_at(op_, s);
    if (symbol.kind == symbol_kind::tensor) {
      node n = make(node_kind::read, symbol.type);
      n.symbol = s;
      return add_read(n);
    }
    constexpr std::array kinds{node_kind::axis, node_kind::size, node_kind::attribute};
    node n = make(kinds[static_cast<std::size_t>(symbol.kind)], scalar_type::i64);
    n.symbol = s;
    return add(n, {});
  }

  std::int32_t literal(scalar_type type) {
    node n = make(node_kind::literal, type);
    in_.expect("{");
    if (!is_float(type))
      n.bits = in_.number<std::int64_t>();
    else if (type == scalar_type::f64)
      n.bits = std::bit_cast<std::int64_t>(in_.number<double>());
    else
      n.bits = std::bit_cast<std::int64_t>(static_cast<double>(in_.number<float>()));
    in_.expect("}");
    return add(n, {});
  }

  std::int32_t cast() {
    in_.expect("<");
    node n = make(node_kind::cast, parse_type(in_));
    in_.expect(">");
    in_.expect("(");
    const auto operand = parse();
    in_.expect(")");
    return add(n, {operand});
  }

  std::int32_t padded() {
    in_.expect("(");
    const auto s = find_symbol(op_, in_.word());
    require(s >= 0 && symbol_at(op_, s).kind == symbol_kind::tensor, "expected a tensor");
    node n = make(node_kind::padded_read, symbol_at(op_, s).type);
    n.symbol = s;
    in_.expect(",");
    n.operands[0] = parse();
    n.operand_count = 1;
    require(type(n.operands[0]) == n.type, "the value outside has another type than the tensor");
    in_.expect(")");
    return add_read(n);
  }

  /// Reads the indices.
  std::int32_t add_read(node n) {
    const bool scalar = n.kind == node_kind::read && symbol_at(op_, n.symbol).rank == 0;
    const auto indices = scalar ? std::vector<std::int32_t>() : list(max_rank);
    require(static_cast<std::int32_t>(indices.size()) == symbol_at(op_, n.symbol).rank, "wrong number of indices");
    for (const auto index : indices) {
      require(type(index) == scalar_type::i64, "an index is no integer of axes");
      n.operands[static_cast<std::size_t>(n.operand_count++)] = index;
    }
    op_.nodes.push_back(n);
    return static_cast<std::int32_t>(op_.nodes.size()) - 1;
  }

  std::vector<std::int32_t> list(int most) {
    std::vector<std::int32_t> items;
    in_.expect("(");
    if (in_.accept(")")) return items;
    do {
      require(static_cast<int>(items.size()) < most, "too many operands");
      items.push_back(parse());
    } while (in_.accept(","));
    in_.expect(")");
    return items;
  }

  std::int32_t reduce(reduction kind) {
    auto operands = list(max_operands - 1);
    for (const auto axis : operands) require(node_at(op_, axis).kind == node_kind::axis, "a reduction runs over axes");
    require(!operands.empty(), "a reduction runs over axes");
    in_.expect("(");
    operands.push_back(parse());
    in_.expect(")");
    node n = make(node_kind::reduce, type(operands.back()));
    n.combine = kind;
    n.operand_count = static_cast<std::int32_t>(operands.size());
    std::copy(operands.begin(), operands.end(), n.operands.begin());
    op_.nodes.push_back(n);
    return static_cast<std::int32_t>(op_.nodes.size()) - 1;
  }

  std::int32_t call(const node_kind_info& kind) {
    const auto operands = list(kind.arity);
    require(static_cast<int>(operands.size()) == kind.arity, "too few operands");
    node n = make(kind.kind, type(operands.back()));
    for (std::size_t k = kind.kind == node_kind::select ? 1 : 0; k < operands.size(); ++k)
      require(type(operands[k]) == n.type, "the operands have different types");
    if (kind.kind == node_kind::select) require(type(operands[0]) == scalar_type::boolean, "the condition is a number");
    n.operand_count = kind.arity;
    std::copy(operands.begin(), operands.end(), n.operands.begin());
    op_.nodes.push_back(n);
    return static_cast<std::int32_t>(op_.nodes.size()) - 1;
  }

  cursor& in_;
  tree& op_;
};

}  // namespace hone::core::ast::detail
