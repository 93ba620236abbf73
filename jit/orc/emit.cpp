// SPDX-License-Identifier: Apache-2.0
/// \file
/// Statements and expressions of a loop program become one LLVM function each. Nothing is optimised here beyond what
/// later passes could not know: which buffers cannot alias, and which accesses are contiguous.
#include "emit.hpp"

#include <string>
#include <utility>

#include <hone/diag/error.hpp>

#include "memory.hpp"

namespace hone::core::orc {
namespace {

using ir::expr;
using ir::expr_kind;
using ir::stmt;
using ir::stmt_kind;
using llvm::Value;

/// Frames above this would meet the end of a small thread's stack.
constexpr std::int64_t largest_frame = 256 * 1024;

[[noreturn]] void refuse(const std::string& sentence) { throw error(error_code::compile_failed, sentence); }

/// Whose latencies the scheduler assumes: those of a processor with the same vectors. It decides whether a register
/// tile that just fits stays in registers: 4 rows of 3 vectors and a step of 8 have 28 stack references in the loop
/// with LLVM 19's default model, and none with this one.
const char* tuning(const target::cpu& cpu) {
  return cpu.has("avx512f") ? "x86-64-v4" : cpu.has("avx2") ? "x86-64-v3" : "x86-64";
}

/// The widest access of a buffer, in lanes.
std::int32_t widest_access(const ir::program& p, ir::buffer_id buffer) {
  std::int32_t lanes = 1;
  for (const expr& e : p.exprs)
    if (e.kind == expr_kind::load && e.ref == buffer) lanes = std::max(lanes, e.type.lanes);
  for (const stmt& s : p.stmts)
    if (s.kind == stmt_kind::store && s.ref == buffer) lanes = std::max(lanes, p.at(s.value[0]).type.lanes);
  return lanes;
}

class emitter {
 public:
  emitter(const ir::program& p, const target::cpu& cpu, llvm::Module& m)
      : p_(p),
        cpu_(cpu),
        module_(m),
        b_(m.getContext()),
        memory_(b_),
        values_(p.exprs.size()),
        value_ages_(p.exprs.size()),
        variables_(p.variables.size()),
        places_(p.buffers.size()) {}

  void run() {
    begin_function();
    place_buffers();
    const stmt& root = p_.statement(p_.root);
    if (root.kind == stmt_kind::loop && root.loop == ir::loop_kind::parallel)
      emit_range(root);
    else
      when(b_.CreateICmpSLT(argument(2), argument(3)), [&] { statement(p_.root); });
    b_.CreateRet(b_.getInt32(0));
  }

 private:
  // Function ----------------------------------------------------------------------------------------------------------

  Value* argument(unsigned k) { return function_->getArg(k); }

  void begin_function() {
    llvm::Type* pointer = b_.getPtrTy();
    auto* type =
        llvm::FunctionType::get(b_.getInt32Ty(), {pointer, pointer, b_.getInt64Ty(), b_.getInt64Ty(), pointer}, false);
    function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, p_.name, module_);
    function_->addFnAttr(llvm::Attribute::NoUnwind);
    function_->addFnAttr("no-builtins");
    function_->addFnAttr("tune-cpu", tuning(cpu_));
    b_.SetInsertPoint(block("entry"));
  }

  /// Buffers with a slot are loaded from the caller's table; one slot is one place, however many buffers name it.
  /// Distinct places do not overlap: the runtime has checked it.
  void place_buffers() {
    llvm::MDBuilder metadata(b_.getContext());
    llvm::MDNode* domain = metadata.createAnonymousAliasScopeDomain();
    std::vector<llvm::Metadata*> scopes;
    for (std::size_t k = 0; k < p_.buffers.size(); ++k) {
      const ir::buffer& buffer = p_.buffers[k];
      const std::size_t first = first_of_slot(k);
      places_[k] = first < k ? places_[first]
                             : place{buffer.slot == ir::none ? allocate(k) : load_address(buffer), buffer.type, 0};
      places_[k].type = buffer.type;
      if (first == k) scopes.push_back(metadata.createAnonymousAliasScope(domain));
      if (buffer.slot == ir::none) places_[k].padded_elements = padded_elements(k);
      if (first == k) places_[k].scope = llvm::MDNode::get(b_.getContext(), scopes.back());
    }
    for (place& one : places_) one.others = all_but(scopes, one.scope);
  }

  std::size_t first_of_slot(std::size_t k) const {
    if (p_.buffers[k].slot == ir::none) return k;
    std::size_t first = 0;
    while (p_.buffers[first].slot != p_.buffers[k].slot) ++first;
    return first;
  }

  llvm::MDNode* all_but(const std::vector<llvm::Metadata*>& scopes, llvm::MDNode* own) {
    std::vector<llvm::Metadata*> others;
    for (llvm::Metadata* scope : scopes)
      if (scope != own->getOperand(0).get()) others.push_back(scope);
    return others.empty() ? nullptr : llvm::MDNode::get(b_.getContext(), others);
  }

  Value* load_address(const ir::buffer& buffer) {
    Value* entry = b_.CreateConstInBoundsGEP1_64(b_.getPtrTy(), argument(0), static_cast<std::uint64_t>(buffer.slot));
    llvm::LoadInst* loaded = b_.CreateLoad(b_.getPtrTy(), entry, buffer.name);
    const auto alignment = static_cast<std::uint32_t>(std::max(1, buffer.alignment));
    const std::uint32_t power = alignment & (~alignment + 1);
    auto* bytes = llvm::ConstantAsMetadata::get(b_.getInt64(power));
    loaded->setMetadata(llvm::LLVMContext::MD_align, llvm::MDNode::get(b_.getContext(), bytes));
    loaded->setMetadata(llvm::LLVMContext::MD_noundef, llvm::MDNode::get(b_.getContext(), {}));
    loaded->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(b_.getContext(), {}));
    return loaded;
  }

  /// Room for the inactive lanes of the widest masked access behind the last element.
  std::int64_t padded_elements(std::size_t k) const {
    return p_.buffers[k].span() + widest_access(p_, static_cast<ir::buffer_id>(k)) - 1;
  }

  Value* allocate(std::size_t k) {
    const ir::buffer& buffer = p_.buffers[k];
    const std::int64_t bytes = padded_elements(k) * static_cast<std::int64_t>(bytes_of(buffer.type));
    if (bytes > largest_frame)
      refuse("the buffer " + buffer.name + " takes " + std::to_string(bytes) +
             " bytes, too much for the stack: make it a scratch buffer");
    const scalar_type stored = buffer.type == scalar_type::boolean ? scalar_type::u8 : buffer.type;
    auto* elements = b_.getInt64(static_cast<std::uint64_t>(std::max<std::int64_t>(1, padded_elements(k))));
    auto* array = llvm::ArrayType::get(type_in_registers(b_.getContext(), {stored, 1}), elements->getZExtValue());
    llvm::AllocaInst* made = b_.CreateAlloca(array, nullptr, buffer.name);
    made->setAlignment(llvm::Align(32));
    return made;
  }

  // Statements --------------------------------------------------------------------------------------------------------

  void statement(ir::stmt_id id) {
    if (id == ir::none) return;
    const stmt& s = p_.statement(id);
    switch (s.kind) {
      case stmt_kind::block:
        for (std::int32_t k = 0; k < s.count; ++k) statement(p_.listed(s.first, k));
        return;
      case stmt_kind::loop: return loop(s);
      case stmt_kind::branch: return branch(s);
      case stmt_kind::let: return let(s);
      case stmt_kind::store: return store(s);
      case stmt_kind::allocate: return statement(s.body);  // its place is in the frame from the start
      case stmt_kind::barrier: refuse("a barrier needs a group of threads, which a CPU does not have");
    }
  }

  /// Values computed for one statement are not used by the next: memory may have changed, or control not come there.
  void begin_statement() { ++age_; }

  void loop(const stmt& s) {
    if (s.loop > ir::loop_kind::vectorized)
      refuse("a CPU has no " + std::string(ir::loop_kind_names[static_cast<std::size_t>(s.loop)]) + " loops");
    if (s.loop == ir::loop_kind::parallel) refuse("the parallel loop is not the outermost statement");
    begin_statement();
    Value* min = value(s.value[0]);
    Value* extent = value(s.value[1]);
    when(b_.CreateICmpSGT(extent, b_.getInt64(0)), [&] { iterate(s, min, b_.CreateNSWAdd(min, extent)); });
  }

  /// The part of the parallel loop that the caller asks for; `begin` and `end` count from 0.
  void emit_range(const stmt& s) {
    begin_statement();
    Value* min = value(s.value[0]);
    when(b_.CreateICmpSLT(argument(2), argument(3)),
         [&] { iterate(s, b_.CreateNSWAdd(min, argument(2)), b_.CreateNSWAdd(min, argument(3))); });
  }

  /// At least one iteration, tested at the bottom: what LICM wants to see.
  void iterate(const stmt& s, Value* first, Value* last) {
    llvm::BasicBlock* before = b_.GetInsertBlock();
    llvm::BasicBlock* body = block("loop");
    b_.CreateBr(body);
    b_.SetInsertPoint(body);
    llvm::PHINode* variable = b_.CreatePHI(b_.getInt64Ty(), 2, p_.variables[static_cast<std::size_t>(s.ref)].name);
    variable->addIncoming(first, before);
    bind(s.ref, variable);
    statement(s.body);
    Value* next = b_.CreateNSWAdd(variable, b_.getInt64(1));
    variable->addIncoming(next, b_.GetInsertBlock());
    llvm::BasicBlock* after = block("after");
    b_.CreateCondBr(b_.CreateICmpSLT(next, last), body, after);
    b_.SetInsertPoint(after);
  }

  void branch(const stmt& s) {
    begin_statement();
    Value* condition = value(s.value[0]);
    llvm::BasicBlock* then = block("then");
    llvm::BasicBlock* otherwise = block("else");
    llvm::BasicBlock* after = block("after");
    b_.CreateCondBr(condition, then, otherwise);
    for (const auto& [start, body] : {std::pair(then, s.body), std::pair(otherwise, s.otherwise)}) {
      b_.SetInsertPoint(start);
      statement(body);
      b_.CreateBr(after);
    }
    b_.SetInsertPoint(after);
  }

  void let(const stmt& s) {
    begin_statement();
    bind(s.ref, value(s.value[0]));
    statement(s.body);
  }

  void store(const stmt& s) {
    begin_statement();
    const std::int32_t lanes = p_.at(s.value[0]).type.lanes;
    Value* stored = value(s.value[0]);
    Value* predicate = predicate_of(s.value[1], lanes);
    memory_.store(place_of(s.ref), offsets(s.ref, s.first, s.count, lanes), lanes, stored, predicate);
  }

  void bind(ir::variable_id v, Value* x) { variables_[static_cast<std::size_t>(v)] = x; }

  llvm::BasicBlock* block(const char* name) { return llvm::BasicBlock::Create(b_.getContext(), name, function_); }

  /// Emits the body under a condition; without a branch where the condition is known.
  template <class Body>
  void when(Value* condition, Body body) {
    if (const auto* known = llvm::dyn_cast<llvm::ConstantInt>(condition)) {
      if (known->isOne()) body();
      return;
    }
    llvm::BasicBlock* inside = block("inside");
    llvm::BasicBlock* after = block("after");
    b_.CreateCondBr(condition, inside, after);
    b_.SetInsertPoint(inside);
    body();
    b_.CreateBr(after);
    b_.SetInsertPoint(after);
  }

  // Expressions -------------------------------------------------------------------------------------------------------

  /// Each expression is computed once a statement, however often it is used there.
  Value* value(ir::expr_id id) {
    const auto k = static_cast<std::size_t>(id);
    if (value_ages_[k] == age_) return values_[k];
    values_[k] = compute(p_.at(id));
    value_ages_[k] = age_;
    return values_[k];
  }

  Value* operand(const expr& e, std::size_t k) { return value(e.operands[k]); }
  ir::value_type operand_type(const expr& e) const { return p_.at(e.operands[0]).type; }

  Value* compute(const expr& e) {
    const auto lanes = static_cast<unsigned>(e.type.lanes);
    switch (e.kind) {
      case expr_kind::constant: return constant(b_, e.type, e.bits);
      case expr_kind::variable: return variables_[static_cast<std::size_t>(e.ref)];
      case expr_kind::load: return load(e);
      case expr_kind::ramp: return ramp(e);
      case expr_kind::broadcast: return lanes == 1 ? operand(e, 0) : b_.CreateVectorSplat(lanes, operand(e, 0));
      case expr_kind::select: return select(e);
      case expr_kind::cast: return cast(b_, operand_type(e), e.type, operand(e, 0));
      case expr_kind::fma: return fused_multiply_add(b_, cpu_, operand(e, 0), operand(e, 1), operand(e, 2));
      case expr_kind::reinterpret: return b_.CreateBitCast(operand(e, 0), type_in_registers(b_.getContext(), e.type));
      case expr_kind::reduce_lanes: return reduce_lanes(b_, e.combine, operand_type(e), operand(e, 0));
      default: return operation(e);
    }
  }

  Value* operation(const expr& e) {
    const scalar_type type = operand_type(e).scalar;
    if (info(e.kind).arity == 1) return unary(b_, cpu_, e.kind, type, operand(e, 0));
    Value* left = operand(e, 0);
    return binary(b_, e.kind, type, left, operand(e, 1));
  }

  Value* select(const expr& e) {
    Value* condition = operand(e, 0);
    Value* if_true = operand(e, 1);
    return b_.CreateSelect(condition, if_true, operand(e, 2));
  }

  Value* ramp(const expr& e) {
    const auto lanes = static_cast<unsigned>(e.type.lanes);
    if (lanes == 1) return operand(e, 0);
    std::vector<llvm::Constant*> numbers;
    llvm::Type* scalar = type_in_registers(b_.getContext(), e.type.with_lanes(1));
    for (unsigned l = 0; l < lanes; ++l) numbers.push_back(llvm::ConstantInt::get(scalar, l));
    Value* base = b_.CreateVectorSplat(lanes, operand(e, 0));
    Value* stride = b_.CreateVectorSplat(lanes, operand(e, 1));
    return b_.CreateAdd(base, b_.CreateMul(stride, llvm::ConstantVector::get(numbers)));
  }

  Value* load(const expr& e) {
    Value* predicate = predicate_of(e.operands[0], e.type.lanes);
    const lane_offsets at = offsets(e.ref, e.first, e.count, e.type.lanes);
    return memory_.load(place_of(e.ref), at, e.type.lanes, predicate);
  }

  // Addresses ---------------------------------------------------------------------------------------------------------

  const place& place_of(ir::buffer_id b) const { return places_[static_cast<std::size_t>(b)]; }

  Value* predicate_of(ir::expr_id id, std::int32_t lanes) {
    if (id == ir::none) return nullptr;
    Value* predicate = value(id);
    if (lanes == 1 || predicate->getType()->isVectorTy()) return predicate;
    return b_.CreateVectorSplat(static_cast<unsigned>(lanes), predicate);
  }

  /// Indices times strides; a single index into a buffer of another rank is the offset itself.
  lane_offsets offsets(ir::buffer_id id, std::int32_t first, std::int32_t count, std::int32_t lanes) {
    const ir::buffer& buffer = p_.buffers[static_cast<std::size_t>(id)];
    lane_offsets sum{b_.getInt64(0), 0, nullptr};
    for (std::int32_t d = 0; d < count; ++d) {
      const std::int64_t stride = count == buffer.rank ? buffer.strides[static_cast<std::size_t>(d)] : 1;
      const lane_offsets term = times(lanes_of(p_.listed(first, d)), stride);
      sum = d == 0 ? term : plus(sum, term, lanes);
    }
    return sum;
  }

  /// Finds out that lanes of an index lie at equal distances, also where it is a sum of ramps and broadcasts.
  lane_offsets lanes_of(ir::expr_id id) {
    const expr& e = p_.at(id);
    if (e.type.lanes == 1) return {value(id), 0, nullptr};
    switch (e.kind) {
      case expr_kind::constant: return {b_.getInt64(static_cast<std::uint64_t>(e.bits)), 0, nullptr};
      case expr_kind::broadcast: return {operand(e, 0), 0, nullptr};
      case expr_kind::ramp:
        if (const expr& step = p_.at(e.operands[1]); step.kind == expr_kind::constant)
          return {operand(e, 0), step.bits, nullptr};
        break;
      case expr_kind::add: {
        const lane_offsets x = lanes_of(e.operands[0]), y = lanes_of(e.operands[1]);
        if (x.each == nullptr && y.each == nullptr) return {b_.CreateAdd(x.first, y.first), x.step + y.step, nullptr};
        break;
      }
      default: break;
    }
    return {nullptr, 0, value(id)};
  }

  lane_offsets times(const lane_offsets& x, std::int64_t stride) {
    if (stride == 1) return x;
    if (x.each != nullptr) return {nullptr, 0, b_.CreateMul(x.each, every_lane(x.each, stride))};
    return {b_.CreateNSWMul(x.first, b_.getInt64(static_cast<std::uint64_t>(stride))), x.step * stride, nullptr};
  }

  lane_offsets plus(const lane_offsets& x, const lane_offsets& y, std::int32_t lanes) {
    if (x.each == nullptr && y.each == nullptr) return {b_.CreateNSWAdd(x.first, y.first), x.step + y.step, nullptr};
    return {nullptr, 0, b_.CreateAdd(spread(x, lanes), spread(y, lanes))};
  }

  /// The offsets of all lanes as a vector.
  Value* spread(const lane_offsets& x, std::int32_t lanes) {
    if (x.each != nullptr) return x.each;
    Value* all = b_.CreateVectorSplat(static_cast<unsigned>(lanes), x.first);
    std::vector<llvm::Constant*> steps;
    for (std::int32_t l = 0; l < lanes; ++l) steps.push_back(b_.getInt64(static_cast<std::uint64_t>(l * x.step)));
    return b_.CreateAdd(all, llvm::ConstantVector::get(steps));
  }

  static Value* every_lane(Value* like, std::int64_t n) {
    return llvm::ConstantInt::get(like->getType(), static_cast<std::uint64_t>(n), true);
  }

  const ir::program& p_;
  const target::cpu& cpu_;
  llvm::Module& module_;
  llvm::IRBuilder<> b_;
  memory memory_;
  llvm::Function* function_ = nullptr;
  std::vector<Value*> values_;
  std::vector<std::int64_t> value_ages_;
  std::int64_t age_ = 0;
  std::vector<Value*> variables_;
  std::vector<place> places_;
};

}  // namespace

void emit(const ir::program& program, const target::cpu& cpu, llvm::Module& module) {
  try {
    emitter(program, cpu, module).run();
  } catch (const error& refusal) {
    throw error(refusal.code(), program.name + ": " + refusal.what());
  }
}

}  // namespace hone::core::orc
