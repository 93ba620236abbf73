// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bytecode of a loop program. Expressions that read no memory are computed once where they first stand and kept to the
/// end of the enclosing body; those that load are computed in every statement.
#pragma once

#include <algorithm>
#include <string>

#include <hone/diag/error.hpp>
#include <hone/interp/compile.hpp>
#include <hone/ir/ranges.hpp>
#include <hone/ir/verify.hpp>
#include <hone/ir/visit.hpp>

namespace hone::core::interp {
namespace detail {

using namespace ir;  // the whole of this namespace is about programs

inline bool is_group_loop(loop_kind kind) {
  return kind == loop_kind::thread || kind == loop_kind::warp || kind == loop_kind::lane;
}

class compiler {
 public:
  explicit compiler(const program& p) : p_(p), variables_(p.variables.size(), none), known_(p.exprs.size(), none) {
    out_.source = p;
    out_.begin_register = reserve(1);
    out_.end_register = reserve(1);
    // constants stand below everything else, so that no scope takes their registers
    for_each_expr(p, p.root, [&](expr_id id, const expr& e) {
      loads_.resize(p.exprs.size());
      auto loads = e.kind == expr_kind::load;
      for_each_operand(p, e, [&](expr_id operand) { loads = loads || loads_[static_cast<std::size_t>(operand)]; });
      loads_[static_cast<std::size_t>(id)] = loads;
      if (e.kind == expr_kind::constant) known_[static_cast<std::size_t>(id)] = constant(e);
    });
  }

  code run() {
    root(p_.root);
    emit({});
    out_.registers.resize(static_cast<std::size_t>(most_));
    return std::move(out_);
  }

 private:
  // Registers
  std::int32_t reserve(std::int32_t n) {
    const std::int32_t at = next_;
    next_ += n;
    most_ = std::max(most_, next_);
    return at;
  }
  std::int32_t constant(const expr& e) {
    const std::int32_t at = reserve(e.type.lanes);
    value v{};
    if (is_float(e.type.scalar)) v.f = e.as_double();
    else v.i = e.bits;
    out_.registers.resize(static_cast<std::size_t>(next_));
    std::fill_n(out_.registers.begin() + at, e.type.lanes, v);
    return at;
  }

  // Instructions
  std::int32_t here() const { return static_cast<std::int32_t>(out_.instructions.size()); }
  std::int32_t emit(const instruction& i) {
    out_.instructions.push_back(i);
    return here() - 1;
  }
  void land(std::int32_t jump) { out_.instructions[static_cast<std::size_t>(jump)].c = here(); }
  void add(std::int32_t target, std::int32_t a, std::int32_t b, expr_kind kind = expr_kind::add) {
    instruction i;
    i.op = opcode::arithmetic;
    i.kind = kind;
    i.target = target, i.a = a, i.b = b;
    emit(i);
  }

  // Expressions
  /// Evaluates the parts that read no memory, to keep them.
  void prepare(expr_id id) {
    if (!loads_[static_cast<std::size_t>(id)]) evaluate(id);
    else for_each_operand(p_, p_.at(id), [&](expr_id part) { prepare(part); });
  }
  std::int32_t evaluate(expr_id id) {
    if (known_[static_cast<std::size_t>(id)] != none) return known_[static_cast<std::size_t>(id)];
    const expr& e = p_.at(id);
    const std::int32_t at = e.kind == expr_kind::variable ? variables_[static_cast<std::size_t>(e.ref)] : compute(e);
    known_[static_cast<std::size_t>(id)] = at;
    kept_.push_back(id);
    return at;
  }
  std::int32_t compute(const expr& e) {
    instruction i;
    i.op = operation(e.kind);
    i.kind = e.kind;
    i.combine = e.combine;
    i.lanes = e.type.lanes;
    if (e.kind == expr_kind::load) {
      i.a = access_of(e.ref, e.first, e.count, e.operands[0]);
      i.type = e.type.scalar;
    } else {
      std::int32_t* fields[] = {&i.a, &i.b, &i.c};
      for (std::size_t k = 0; k < 3 && e.operands[k] != none; ++k) *fields[k] = evaluate(e.operands[k]);
      i.from = p_.at(e.operands[0]).type.scalar;
      i.type = i.op == opcode::arithmetic ? i.from : e.type.scalar;
      if (i.op == opcode::reduce) i.lanes = p_.at(e.operands[0]).type.lanes;
    }
    // pairwise reduction works in the target's registers
    i.target = reserve(std::max(e.type.lanes, i.lanes));
    emit(i);
    return i.target;
  }
  static opcode operation(expr_kind kind) {
    switch (kind) {
      case expr_kind::load: return opcode::load;
      case expr_kind::ramp: return opcode::ramp;
      case expr_kind::broadcast: return opcode::broadcast;
      case expr_kind::select: return opcode::select;
      case expr_kind::cast: return opcode::cast;
      case expr_kind::reinterpret: return opcode::reinterpret;
      case expr_kind::reduce_lanes: return opcode::reduce;
      default: return opcode::arithmetic;
    }
  }
  operand operand_of(expr_id e) { return {evaluate(e), p_.at(e).type.lanes > 1 ? 1 : 0}; }

  std::int32_t access_of(buffer_id id, std::int32_t first, std::int32_t count, expr_id predicate) {
    const buffer& b = p_.buffers[static_cast<std::size_t>(id)];
    access a;
    a.buffer = id;
    a.count = count;
    a.extents = b.extents;
    a.strides = b.strides;
    if (count != b.rank) {  // flattened: one distance in elements
      a.extents[0] = b.span();
      a.strides[0] = 1;
    }
    for (std::int32_t k = 0; k < count; ++k) a.indices[static_cast<std::size_t>(k)] = operand_of(p_.listed(first, k));
    a.has_predicate = predicate != none;
    if (a.has_predicate) a.predicate = operand_of(predicate);
    out_.accesses.push_back(a);
    return static_cast<std::int32_t>(out_.accesses.size()) - 1;
  }

  // Scopes: what was computed since a mark is forgotten and its registers are free
  struct mark {
    std::size_t kept;
    std::int32_t next;
  };
  mark enter() const { return {kept_.size(), next_}; }
  void leave(mark m) {
    for (; kept_.size() > m.kept; kept_.pop_back()) known_[static_cast<std::size_t>(kept_.back())] = none;
    next_ = m.next;
  }
  void scoped(stmt_id s) {
    const mark m = enter();
    statement(s);
    leave(m);
  }
  /// The body of something that gives a variable its value.
  void bound(variable_id v, std::int32_t at, stmt_id body) {
    variables_[static_cast<std::size_t>(v)] = at;
    scoped(body);
    variables_[static_cast<std::size_t>(v)] = none;
  }

  // The root: loops of which a part is run, and those over the threads of a group
  std::int64_t fixed(expr_id e, const char* what) const {
    const interval range = bounds(p_, e, {});
    if (range.is_point()) return range.low;
    throw error(error_code::bad_program, std::string(what) + " in kernel " + p_.name + " is no constant");
  }
  void root(stmt_id id) {
    const stmt& s = p_.statement(id);
    if (s.kind != stmt_kind::loop || (s.loop != loop_kind::parallel && s.loop != loop_kind::grid)) return chain(id);
    out_.iterations = std::max<std::int64_t>(0, fixed(s.value[1], "the extent of the root loop"));
    const std::int32_t first = reserve(1), extent = reserve(1), variable = reserve(2);
    add(first, evaluate(s.value[0]), out_.begin_register);
    add(extent, out_.end_register, out_.begin_register, expr_kind::sub);
    loop_over(s, variable, first, extent, [&] { chain(s.body); });
  }
  /// Statements that hold the rest of the program, down to the body of the innermost loop over threads.
  void chain(stmt_id id) {
    const stmt& s = p_.statement(id);
    const auto inner = [&](stmt_id body) { chain(body); };
    if (s.kind == stmt_kind::allocate) return allocate(s, inner);
    if (s.kind == stmt_kind::let) return let(s, inner);
    if (s.kind == stmt_kind::loop && s.loop == loop_kind::grid) return loop(s, inner);
    if (s.kind == stmt_kind::loop && is_group_loop(s.loop)) return group_loop(s);
    statement(id);
  }
  void group_loop(const stmt& s) {
    thread_loop loop;
    loop.extent = std::max<std::int64_t>(0, fixed(s.value[1], "the extent of a loop over threads"));
    loop.coordinate = reserve(1);
    out_.group.push_back(loop);
    const std::int32_t variable = reserve(1);
    add(variable, evaluate(s.value[0]), loop.coordinate);
    variables_[static_cast<std::size_t>(s.ref)] = variable;
    chain(s.body);
  }

  // Statements
  void statement(stmt_id id) {
    if (id == none) return;
    const stmt& s = p_.statement(id);
    const auto inner = [&](stmt_id body) { scoped(body); };
    switch (s.kind) {
      case stmt_kind::block:
        for (std::int32_t k = 0; k < s.count; ++k) statement(p_.listed(s.first, k));
        return;
      case stmt_kind::loop:
        if (is_group_loop(s.loop)) refuse_barriers(s);
        return loop(s, inner);
      case stmt_kind::branch: return branch(s);
      case stmt_kind::let: return let(s, inner);
      case stmt_kind::store: return store(s);
      case stmt_kind::allocate: return allocate(s, inner);
      case stmt_kind::barrier: return barrier();
    }
  }
  void refuse_barriers(const stmt& s) const {
    for_each_stmt(p_, s.body, [&](stmt_id, const stmt& inside) {
      if (inside.kind == stmt_kind::barrier)
        throw error(error_code::bad_program, "in kernel " + p_.name + " a loop over threads with a barrier does not enclose the whole body");
    });
  }
  template <class Body>
  void loop_over(const stmt& s, std::int32_t variable, std::int32_t min, std::int32_t extent, Body body) {
    instruction i;
    i.op = opcode::loop_begin;
    i.target = variable, i.a = min, i.b = extent;
    const std::int32_t begin = emit(i);
    const mark m = enter();
    variables_[static_cast<std::size_t>(s.ref)] = variable;
    body();
    variables_[static_cast<std::size_t>(s.ref)] = none;
    leave(m);
    i.op = opcode::loop_next;
    i.c = begin + 1;
    emit(i);
    land(begin);
  }
  template <class Inner>
  void loop(const stmt& s, Inner inner) {
    const std::int32_t min = evaluate_now(s.value[0]), extent = evaluate_now(s.value[1]);
    const std::int32_t variable = reserve(2);  // the end stands behind it
    loop_over(s, variable, min, extent, [&] { inner(s.body); });
  }
  /// For a value that is read at once: what loads is not kept, as memory changes.
  std::int32_t evaluate_now(expr_id e) {
    prepare(e);
    const std::size_t kept = kept_.size();
    const std::int32_t at = evaluate(e);
    for (; kept_.size() > kept; kept_.pop_back()) known_[static_cast<std::size_t>(kept_.back())] = none;
    return at;
  }
  template <class Inner>
  void let(const stmt& s, Inner inner) {
    variables_[static_cast<std::size_t>(s.ref)] = evaluate_now(s.value[0]);
    const mark m = enter();
    inner(s.body);
    leave(m);
    variables_[static_cast<std::size_t>(s.ref)] = none;
  }
  void branch(const stmt& s) {
    instruction i;
    i.op = opcode::jump_unless;
    i.a = evaluate_now(s.value[0]);
    const std::int32_t skip = emit(i);
    scoped(s.body);
    if (s.otherwise == none) return land(skip);
    i.op = opcode::jump;
    const std::int32_t end = emit(i);
    land(skip);
    scoped(s.otherwise);
    land(end);
  }
  void store(const stmt& s) {
    for_each_value(p_, s, [&](expr_id e) { prepare(e); });
    const mark m = enter();
    instruction i;
    i.op = opcode::store;
    i.a = access_of(s.ref, s.first, s.count, s.value[1]);
    i.b = evaluate(s.value[0]);
    i.type = p_.at(s.value[0]).type.scalar;
    i.lanes = p_.at(s.value[0]).type.lanes;
    emit(i);
    leave(m);
  }
  void barrier() {
    instruction i;
    i.op = opcode::barrier;
    emit(i);
  }
  /// Shared memory becomes undefined when every thread is done with what was there, and before any uses it again.
  template <class Inner>
  void allocate(const stmt& s, Inner inner) {
    const bool shared = p_.buffers[static_cast<std::size_t>(s.ref)].scope == buffer_scope::shared;
    instruction i;
    i.op = opcode::allocate;
    i.a = s.ref;
    if (shared) barrier();
    emit(i);
    if (shared) barrier();
    inner(s.body);
  }

  const program& p_;
  code out_;
  std::vector<std::int32_t> variables_;  ///< register of each variable in scope
  std::vector<std::int32_t> known_;      ///< register of each expression that is computed
  std::vector<expr_id> kept_;            ///< expressions in known_, latest last
  std::vector<bool> loads_;              ///< expression reads memory
  std::int32_t next_ = 0, most_ = 0;
};

}  // namespace detail

HONE_DECL code compile(const ir::program& p) {
  if (const auto broken = ir::verify(p)) throw error(error_code::bad_program, "kernel " + p.name + ": " + *broken);
  return detail::compiler(p).run();
}

}  // namespace hone::core::interp
