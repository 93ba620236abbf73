// SPDX-License-Identifier: Apache-2.0
/// \file
/// Parsing, line by line: the operator's name, its symbols, its assignments.
#include <hone/ast/parse.hpp>

#include <algorithm>
#include <string>

#include <hone/ast/cursor.hpp>
#include <hone/ast/expression_parser.hpp>
#include <hone/ast/symbols.hpp>
#include <hone/diag/error.hpp>
#include <hone/dsl/names.hpp>

namespace hone::core::ast {

namespace detail {

inline extent_source parse_extent(cursor& in, const tree& op) {
  using kind = extent_source::kind_type;
  if (in.accept("?")) return {};
  if (in.peek() >= '0' && in.peek() <= '9') return {kind::constant, in.number<std::int64_t>()};
  const auto s = find_symbol(op, in.word());
  if (s < 0) in.fail("unknown extent");
  return {kind::symbol, s};
}

inline void parse_tensor(cursor& in, const tree& op, symbol& s) {
  s.kind = symbol_kind::tensor;
  s.type = parse_type(in);
  in.expect("[");
  while (!in.accept("]")) {
    if (s.rank == max_rank) in.fail("too many dimensions");
    if (s.rank > 0) in.expect(",");
    s.extents[static_cast<std::size_t>(s.rank++)] = parse_extent(in, op);
  }
}

/// A declaration; false where the line is none.
inline bool parse_declaration(cursor& in, tree& op) {
  symbol s;
  if (in.accept("reduced axis "))
    s.reduced = true;
  else if (in.accept("size "))
    s.kind = symbol_kind::size;
  else if (in.accept("attribute "))
    s.kind = symbol_kind::attribute;
  else if (in.accept("output "))
    s.output = true;
  else if (in.accept("tensor "))
    s.kind = symbol_kind::tensor;
  else if (!in.accept("axis "))
    return false;
  const auto label = in.word();
  if (!dsl::is_identifier(label) || dsl::is_function_name(label)) in.fail("`" + std::string(label) + "` is no name");
  if (find_symbol(op, label) >= 0) in.fail("`" + std::string(label) + "` is declared twice");
  s.label = name(label);
  if (s.output || s.kind == symbol_kind::tensor) parse_tensor(in, op, s);
  op.symbols.push_back(s);
  return true;
}

inline void parse_assignment(cursor& in, tree& op) {
  assignment a;
  a.target = find_symbol(op, in.word());
  if (a.target < 0 || !symbol_at(op, a.target).output) in.fail("expected the output");
  in.expect("(");
  while (!in.accept(")")) {
    if (a.rank == max_rank) in.fail("too many indices");
    if (a.rank > 0) in.expect(",");
    const auto axis = find_symbol(op, in.word());
    if (axis < 0 || symbol_at(op, axis).kind != symbol_kind::axis) in.fail("expected an axis");
    a.indices[static_cast<std::size_t>(a.rank++)] = axis;
  }
  if (a.rank != symbol_at(op, a.target).rank) in.fail("wrong number of indices");
  a.accumulates = in.accept("+=");
  if (!a.accumulates) in.expect("=");
  a.root = expression_parser(in, op).parse();
  if (node_at(op, a.root).type != symbol_at(op, a.target).type) in.fail("the value has another type than the output");
  op.assignments.push_back(a);
}

}  // namespace detail

HONE_DECL tree parse(std::string_view text) {
  tree op;
  for (int number = 1; !text.empty(); ++number) {
    const auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    detail::cursor in(line, number);
    if (in.at_end()) continue;
    if (number == 1) {
      in.expect("operator ");
      op.label = name(in.word());
    } else if (!detail::parse_declaration(in, op)) {
      detail::parse_assignment(in, op);
    }
    if (!in.at_end()) in.fail("expected the end of the line");
  }
  if (op.assignments.empty())
    throw error(error_code::bad_program, "the text of the operator ends before it assigns anything");
  return op;
}

}  // namespace hone::core::ast
