// SPDX-License-Identifier: Apache-2.0
/// \file
/// A recursive-descent reader of the text form.
#pragma once

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>

#include <hone/diag/error.hpp>
#include <hone/ir/canonical.hpp>
#include <hone/ir/interner.hpp>
#include <hone/ir/names.hpp>
#include <hone/ir/parse.hpp>
#include <hone/ir/spelling.hpp>
#include <hone/ir/types.hpp>

namespace hone::core::ir {
namespace detail {

/// Characters with a position, and the sentence when they are not what they should be.
class scanner {
 public:
  explicit scanner(std::string_view text) : text_(text) {}

  [[noreturn]] void fail(const std::string& sentence) const {
    const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
    throw error(error_code::bad_program, "line " + std::to_string(line) + ": " + sentence);
  }
  [[noreturn]] void expected(std::string_view what) {
    skip();
    const auto rest = text_.substr(at_, std::min<std::size_t>(12, text_.find('\n', at_) - at_));
    fail("expected " + std::string(what) + (rest.empty() ? " before the end of the line" : " before '" + std::string(rest) + "'"));
  }

  /// The same for a name that was just taken and is not the right one.
  [[noreturn]] void expected_instead(std::string_view what) {
    at_ = last_name_;
    expected(what);
  }

  bool at_end() {
    skip();
    return at_ == text_.size();
  }
  bool take(std::string_view mark) {
    skip();
    if (text_.substr(at_, mark.size()) != mark) return false;
    at_ += mark.size();
    return true;
  }
  void need(std::string_view mark) {
    if (!take(mark)) expected("'" + std::string(mark) + "'");
  }
  bool sees(std::string_view mark) {
    skip();
    return text_.substr(at_, mark.size()) == mark;
  }
  /// A name, or an empty text.
  std::string_view name() {
    const auto found = peek_name();
    last_name_ = at_;
    at_ += found.size();
    return found;
  }
  std::string need_name(std::string_view what) {
    const auto found = name();
    if (found.empty()) expected(what);
    return std::string(found);
  }
  bool take_word(std::string_view word) {
    if (peek_name() != word) return false;
    at_ += word.size();
    return true;
  }
  /// The word, unless what follows makes it the name of a buffer.
  bool take_keyword(std::string_view word) {
    const auto before = at_;
    if (take_word(word) && !sees("[")) return true;
    at_ = before;
    return false;
  }
  std::int64_t integer() {
    skip();
    std::int64_t value = 0;
    const auto [end, failure] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (failure != std::errc{}) expected("an integer");
    at_ = static_cast<std::size_t>(end - text_.data());
    return value;
  }
  /// Rounded to the type once.
  double real(scalar_type type) {
    if (take_word("nan")) {
      if (sees(")")) return std::numeric_limits<double>::quiet_NaN();
      return std::bit_cast<double>(integer());
    }
    return type == scalar_type::f32 ? static_cast<double>(decimal<float>()) : decimal<double>();
  }
  bool sees_number() {
    skip();
    const std::size_t digit = at_ + (at_ < text_.size() && text_[at_] == '-' ? 1 : 0);
    return digit < text_.size() && text_[digit] >= '0' && text_[digit] <= '9';
  }

 private:
  template <class Real>
  Real decimal() {
    skip();
    Real value = 0;
    const auto [end, failure] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (failure != std::errc{}) expected("a number");
    at_ = static_cast<std::size_t>(end - text_.data());
    return value;
  }
  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r')) ++at_;
  }
  std::string_view peek_name() {
    skip();
    std::size_t end = at_;
    if (end < text_.size() && starts_name(text_[end]))
      while (end < text_.size() && continues_name(text_[end])) ++end;
    return text_.substr(at_, end - at_);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t last_name_ = 0;
};

template <class Names>
std::optional<int> position_in(const Names& names, std::string_view word) {
  for (std::size_t k = 0; k < names.size(); ++k)
    if (names[k] == word) return static_cast<int>(k);
  return std::nullopt;
}

inline std::optional<scalar_type> scalar_named(std::string_view word) {
  for (int k = 0; k < scalar_type_count; ++k)
    if (scalar_types[static_cast<std::size_t>(k)].name == word) return static_cast<scalar_type>(k);
  return std::nullopt;
}

/// `f32` or `f32x8`.
inline std::optional<value_type> type_named(std::string_view word) {
  const auto cross = word.find('x');
  const auto scalar = scalar_named(word.substr(0, cross));
  if (!scalar) return std::nullopt;
  value_type type{*scalar, 1};
  if (cross == std::string_view::npos) return type;
  const auto digits = word.substr(cross + 1);
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), type.lanes);
  if (failure != std::errc{} || end != digits.data() + digits.size() || type.lanes < 1) return std::nullopt;
  return type;
}

class parser {
 public:
  explicit parser(std::string_view text) : in_(text) {}

  program run() {
    if (!in_.take_word("kernel")) in_.expected("'kernel'");
    to_.get().name = in_.need_name("the name of the kernel");
    while (in_.take_keyword("buffer")) declaration();
    const stmt_id root = statements();
    if (!in_.at_end()) in_.expected("a statement");
    to_.get().root = root;
    return canonical(to_.get());
  }

 private:
  // Declarations
  std::array<std::int64_t, max_rank> numbers(std::int32_t& rank) {
    std::array<std::int64_t, max_rank> values{};
    rank = 0;
    in_.need("[");
    while (!in_.take("]")) {
      if (rank > 0) in_.need(",");
      if (rank == max_rank) in_.fail("a buffer has at most 8 dimensions");
      values[static_cast<std::size_t>(rank++)] = in_.integer();
    }
    return values;
  }
  void declaration() {
    buffer b;
    b.name = in_.need_name("the name of a buffer");
    in_.need(":");
    b.type = scalar();
    b.extents = numbers(b.rank);
    if (!in_.take_word("strides")) in_.expected("'strides'");
    std::int32_t strides = 0;
    b.strides = numbers(strides);
    if (strides != b.rank) in_.fail("buffer " + b.name + " has as many strides as extents");
    const auto scope = position_in(buffer_scope_names, in_.name());
    if (!scope) in_.expected_instead("argument, scratch, shared or registers");
    b.scope = static_cast<buffer_scope>(*scope);
    if (in_.sees_number()) b.slot = static_cast<std::int32_t>(in_.integer());
    b.writable = in_.take_word("writable");
    if (in_.take_word("aligned")) b.alignment = static_cast<std::int32_t>(in_.integer());
    if (!buffers_.emplace(b.name, static_cast<buffer_id>(buffers_.size())).second) in_.fail("two buffers named " + b.name);
    to_.get().buffers.push_back(std::move(b));
  }
  scalar_type scalar() {
    const auto type = scalar_named(in_.name());
    if (!type) in_.expected_instead("a type");
    return *type;
  }
  variable_id bind(const std::string& name, value_type type) {
    const auto [entry, is_new] = variables_.emplace(name, static_cast<variable_id>(to_.get().variables.size()));
    if (is_new) to_.get().variables.push_back({name, type});
    else if (!(to_.get().variables[static_cast<std::size_t>(entry->second)].type == type))
      in_.fail("variable " + name + " has two types");
    return entry->second;
  }
  buffer_id buffer_named(const std::string& name) {
    const auto found = buffers_.find(name);
    if (found == buffers_.end()) in_.fail("no buffer is named " + name);
    return found->second;
  }

  // Statements
  stmt_id statements() {
    std::vector<stmt_id> list;
    while (!in_.sees("}") && !in_.at_end()) list.push_back(statement());
    return list.size() == 1 ? list[0] : to_.add(stmt{}, list);
  }
  stmt_id body() {
    in_.need("{");
    const stmt_id s = statements();
    in_.need("}");
    return s;
  }
  stmt_id statement() {
    if (in_.take_keyword("for")) return loop();
    if (in_.take_keyword("if")) return branch();
    if (in_.take_keyword("let")) return let();
    if (in_.take_keyword("allocate")) return allocate();
    stmt s;
    s.kind = stmt_kind::barrier;
    return in_.take_keyword("barrier") ? to_.add(s) : store();
  }
  stmt_id loop() {
    stmt s;
    s.kind = stmt_kind::loop;
    s.ref = bind(in_.need_name("the name of a loop's variable"), {});
    if (!in_.take_word("in")) in_.expected("'in'");
    in_.need("[");
    s.value[0] = expression();
    in_.need(",");
    const expr& min = to_.get().at(s.value[0]);
    if (!in_.take("+") && !(min.kind == expr_kind::constant && min.bits == 0)) in_.expected("'+' and the extent");
    s.value[1] = expression();
    in_.need(")");
    if (!in_.sees("{")) {
      const auto kind = position_in(loop_kind_names, in_.name());
      if (!kind) in_.expected_instead("a kind of loop");
      s.loop = static_cast<loop_kind>(*kind);
    }
    s.body = body();
    return to_.add(s);
  }
  stmt_id branch() {
    stmt s;
    s.kind = stmt_kind::branch;
    s.value[0] = expression();
    s.body = body();
    if (in_.take_keyword("else")) s.otherwise = body();
    return to_.add(s);
  }
  stmt_id let() {
    stmt s;
    s.kind = stmt_kind::let;
    const auto name = in_.need_name("the name of a variable");
    in_.need(":");
    const auto type = type_named(in_.name());
    if (!type) in_.expected_instead("a type");
    in_.need("=");
    s.value[0] = expression();
    if (!(type_of(s.value[0]) == *type)) in_.fail("the value of " + name + " is " + to_string(type_of(s.value[0])));
    s.ref = bind(name, *type);
    s.body = body();
    return to_.add(s);
  }
  stmt_id allocate() {
    stmt s;
    s.kind = stmt_kind::allocate;
    s.ref = buffer_named(in_.need_name("the name of a buffer"));
    s.body = body();
    return to_.add(s);
  }
  stmt_id store() {
    stmt s;
    s.kind = stmt_kind::store;
    s.ref = buffer_named(in_.need_name("a statement"));
    const auto list = indices(s.value[1]);
    in_.need("=");
    s.value[0] = expression();
    return to_.add(s, list);
  }
  std::vector<expr_id> indices(expr_id& predicate) {
    std::vector<expr_id> list;
    in_.need("[");
    while (!in_.sees("]") && !in_.sees("|")) {
      if (!list.empty()) in_.need(",");
      list.push_back(expression());
    }
    if (in_.take("|")) predicate = expression();
    in_.need("]");
    return list;
  }

  // Expressions
  value_type type_of(expr_id e) const { return to_.get().at(e).type; }
  expr_id make(expr_kind kind, value_type type, std::array<expr_id, 3> operands) {
    expr e;
    e.kind = kind;
    e.type = type;
    e.operands = operands;
    return to_.add(e);
  }
  expr_id expression(int above = 0) {
    expr_id left = primary();
    while (const infix* op = operation(above)) {
      const expr_id right = expression(op->precedence);
      left = make(op->kind, result(op->kind, left, right), {left, right, none});
    }
    return left;
  }
  /// The next infix operation if it binds tighter than `above`.
  const infix* operation(int above) {
    for (const infix& op : infixes)
      if (in_.sees(op.spelling)) return op.precedence > above && in_.take(op.spelling) ? &op : nullptr;
    return nullptr;
  }
  value_type result(expr_kind kind, expr_id a, expr_id b) {
    if (const char* broken = broken_rule(kind, type_of(a), type_of(b)))
      in_.fail(std::string(info(kind).name) + " of " + to_string(type_of(a)) + " and " + to_string(type_of(b)) + ": " + broken);
    return is_comparison(kind) ? type_of(a).with_scalar(scalar_type::boolean) : type_of(a);
  }
  expr_id primary() {
    if (in_.take("(")) {
      const expr_id inner = expression();
      in_.need(")");
      return inner;
    }
    if (in_.sees_number()) return constant({}, in_.integer());
    const auto word = in_.need_name("an expression");
    if (word == "true" || word == "false") return constant({scalar_type::boolean, 1}, word == "true");
    if (in_.sees("[")) return load(word);
    if (in_.sees("<") && (word == "cast" || word == "reinterpret" || word == "reduce_lanes") && !variables_.count(word))
      return special(word);
    if (in_.sees("(")) return call(word);
    const auto found = variables_.find(word);
    if (found == variables_.end()) in_.fail("no variable is named " + word);
    expr e;
    e.kind = expr_kind::variable;
    e.ref = found->second;
    e.type = to_.get().variables[static_cast<std::size_t>(e.ref)].type;
    return to_.add(e);
  }
  expr_id constant(value_type type, std::int64_t bits) {
    expr e;
    e.type = type;
    e.bits = bits;
    return to_.add(e);
  }
  expr_id typed_constant(value_type type) {
    in_.need("(");
    std::int64_t bits = 0;
    if (is_float(type.scalar)) bits = std::bit_cast<std::int64_t>(in_.real(type.scalar));
    else if (type.scalar != scalar_type::boolean) bits = in_.integer();
    else if (in_.take_word("true")) bits = 1;
    else if (!in_.take_word("false")) in_.expected("true or false");
    in_.need(")");
    return constant(type, bits);
  }
  expr_id load(const std::string& name) {
    expr e;
    e.kind = expr_kind::load;
    e.ref = buffer_named(name);
    const auto list = indices(e.operands[0]);
    e.type = {to_.get().buffers[static_cast<std::size_t>(e.ref)].type, 1};
    for (const expr_id k : list) e.type.lanes = std::max(e.type.lanes, type_of(k).lanes);
    return to_.add(e, list);
  }
  /// cast<f32>(x), reinterpret<i32>(x), reduce_lanes<sum>(x)
  expr_id special(const std::string& word) {
    expr e;
    in_.need("<");
    scalar_type to = scalar_type::i64;
    if (word == "reduce_lanes") {
      const auto combine = position_in(reduction_names, in_.name());
      if (!combine) in_.expected_instead("sum, product, min or max");
      e.combine = static_cast<reduction>(*combine);
    } else {
      to = scalar();
    }
    in_.need(">");
    in_.need("(");
    e.operands[0] = expression();
    in_.need(")");
    const value_type from = type_of(e.operands[0]);
    e.kind = word == "cast" ? expr_kind::cast : word == "reinterpret" ? expr_kind::reinterpret : expr_kind::reduce_lanes;
    e.type = e.kind == expr_kind::reduce_lanes ? from.with_lanes(1) : from.with_scalar(to);
    return to_.add(e);
  }
  expr_id call(const std::string& word) {
    if (const auto type = type_named(word)) return typed_constant(*type);
    const auto kind = std::find_if(expr_kinds.begin(), expr_kinds.end(), [&](const auto& k) { return k.name == word; });
    if (kind == expr_kinds.end() || kind->arity < 1) in_.fail("no operation is named " + word);
    const auto what = static_cast<expr_kind>(kind - expr_kinds.begin());
    std::array<expr_id, 3> x{none, none, none};
    in_.need("(");
    for (int k = 0; k < kind->arity; ++k) {
      if (k > 0) in_.need(",");
      x[static_cast<std::size_t>(k)] = expression();
    }
    value_type type = type_of(x[0]);
    if (what == expr_kind::ramp || what == expr_kind::broadcast) {
      in_.need(",");
      type.lanes = static_cast<std::int32_t>(in_.integer());
    } else if (what == expr_kind::select) {
      type = type_of(x[1]);
    } else if (what != expr_kind::fma) {
      type = result(what, x[0], kind->arity == 2 ? x[1] : x[0]);
    }
    in_.need(")");
    return make(what, type, x);
  }

  scanner in_;
  interner to_;
  std::unordered_map<std::string, buffer_id> buffers_;
  std::unordered_map<std::string, variable_id> variables_;
};

}  // namespace detail

HONE_DECL program parse(std::string_view text) { return detail::parser(text).run(); }

}  // namespace hone::core::ir
