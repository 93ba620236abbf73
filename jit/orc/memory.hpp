// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loads and stores of one access, once its addresses are known. Included by emit.cpp alone.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <hone/ir/program.hpp>

#include "arithmetic.hpp"
#include "llvm.hpp"

namespace hone::core::orc {

/// Where the lanes of an access lie, in elements from the first of the buffer: `first + l * step`, or `each`.
struct lane_offsets {
  llvm::Value* first = nullptr;
  std::int64_t step = 0;
  llvm::Value* each = nullptr;
};

/// A buffer as the code sees it.
struct place {
  llvm::Value* address = nullptr;
  scalar_type type = scalar_type::f32;
  std::int64_t padded_elements = 0;  ///< on the stack: all of them may be touched; 0: memory of somebody else
  llvm::MDNode* scope = nullptr;     ///< what it may alias: its own scope, and nothing of `others`
  llvm::MDNode* others = nullptr;
};

class memory {
 public:
  explicit memory(llvm::IRBuilderBase& b) : b_(b) {}

  /// `predicate` is null, or bool with as many lanes. An inactive lane gives 0.
  llvm::Value* load(const place& p, const lane_offsets& at, std::int32_t lanes, llvm::Value* predicate) {
    llvm::Value* loaded =
        is_contiguous(at, lanes) ? load_contiguous(p, at.first, lanes, predicate) : load_lanes(p, at, lanes, predicate);
    return from_memory(p, loaded);
  }

  void store(const place& p, const lane_offsets& at, std::int32_t lanes, llvm::Value* value, llvm::Value* predicate) {
    value = to_memory(p, value);
    if (is_contiguous(at, lanes)) return store_contiguous(p, at.first, lanes, value, predicate);
    for (std::int32_t l = 0; l < lanes; ++l)
      store_lane(p, offset_of(at, l), lane_of(value, l), predicate == nullptr ? nullptr : lane_of(predicate, l));
  }

 private:
  static bool is_contiguous(const lane_offsets& at, std::int32_t lanes) {
    return at.each == nullptr && (at.step == 1 || lanes == 1);
  }

  // Whole vectors (or one scalar)
  llvm::Value* load_contiguous(const place& p, llvm::Value* offset, std::int32_t lanes, llvm::Value* predicate) {
    if (predicate == nullptr) return load_plain(p, offset, lanes);
    if (may_touch(p, offset, lanes)) return b_.CreateSelect(predicate, load_plain(p, offset, lanes), zero(p, lanes));
    if (lanes == 1) return load_lane(p, offset, predicate);
    return tagged(p, b_.CreateMaskedLoad(memory_type(p, lanes), address(p, offset, false), alignment(p), predicate,
                                         zero(p, lanes)));
  }

  void store_contiguous(const place& p, llvm::Value* offset, std::int32_t lanes, llvm::Value* value,
                        llvm::Value* predicate) {
    if (predicate == nullptr) return store_plain(p, offset, value);
    if (may_touch(p, offset, lanes))  // kept free of masked accesses, so that SROA makes it a register
      return store_plain(p, offset, b_.CreateSelect(predicate, value, load_plain(p, offset, lanes)));
    if (lanes == 1) return store_lane(p, offset, value, predicate);
    tagged(p, b_.CreateMaskedStore(value, address(p, offset, false), alignment(p), predicate));
  }

  llvm::Value* load_plain(const place& p, llvm::Value* offset, std::int32_t lanes) {
    return tagged(p, b_.CreateAlignedLoad(memory_type(p, lanes), address(p, offset, true), alignment(p)));
  }

  void store_plain(const place& p, llvm::Value* offset, llvm::Value* value) {
    tagged(p, b_.CreateAlignedStore(value, address(p, offset, true), alignment(p)));
  }

  // Lane by lane
  llvm::Value* load_lanes(const place& p, const lane_offsets& at, std::int32_t lanes, llvm::Value* predicate) {
    if (at.each == nullptr && at.step == 0 && predicate == nullptr)
      return b_.CreateVectorSplat(static_cast<unsigned>(lanes), load_plain(p, at.first, 1));
    llvm::Value* all = zero(p, lanes);
    for (std::int32_t l = 0; l < lanes; ++l) {
      llvm::Value* one = load_lane(p, offset_of(at, l), predicate == nullptr ? nullptr : lane_of(predicate, l));
      all = b_.CreateInsertElement(all, one, static_cast<std::uint64_t>(l));
    }
    return all;
  }

  llvm::Value* load_lane(const place& p, llvm::Value* offset, llvm::Value* predicate) {
    if (predicate == nullptr || is_true(predicate)) return load_plain(p, offset, 1);
    if (may_touch(p, offset, 1)) return b_.CreateSelect(predicate, load_plain(p, offset, 1), zero(p, 1));
    llvm::BasicBlock* before = b_.GetInsertBlock();
    const blocks made = open_branch(predicate);
    llvm::Value* loaded = load_plain(p, offset, 1);
    close_branch(made);
    llvm::PHINode* result = b_.CreatePHI(memory_type(p, 1), 2);
    result->addIncoming(zero(p, 1), before);
    result->addIncoming(loaded, made.inside);
    return result;
  }

  void store_lane(const place& p, llvm::Value* offset, llvm::Value* value, llvm::Value* predicate) {
    if (predicate == nullptr || is_true(predicate)) return store_plain(p, offset, value);
    if (may_touch(p, offset, 1))
      return store_plain(p, offset, b_.CreateSelect(predicate, value, load_plain(p, offset, 1)));
    const blocks made = open_branch(predicate);
    store_plain(p, offset, value);
    close_branch(made);
  }

  struct blocks {
    llvm::BasicBlock* inside;
    llvm::BasicBlock* after;
  };

  blocks open_branch(llvm::Value* condition) {
    llvm::Function* f = b_.GetInsertBlock()->getParent();
    const blocks made{llvm::BasicBlock::Create(b_.getContext(), "", f),
                      llvm::BasicBlock::Create(b_.getContext(), "", f)};
    b_.CreateCondBr(condition, made.inside, made.after);
    b_.SetInsertPoint(made.inside);
    return made;
  }

  void close_branch(const blocks& made) {
    b_.CreateBr(made.after);
    b_.SetInsertPoint(made.after);
  }

  // Parts
  llvm::Value* lane_of(llvm::Value* x, std::int32_t l) {
    return x->getType()->isVectorTy() ? b_.CreateExtractElement(x, static_cast<std::uint64_t>(l)) : x;
  }

  llvm::Value* offset_of(const lane_offsets& at, std::int32_t l) {
    return at.each != nullptr ? lane_of(at.each, l) : b_.CreateNSWAdd(at.first, b_.getInt64(index_bits(l * at.step)));
  }

  /// `within`: the address is that of an element, which lets LLVM fold it more freely. A constant part is added last,
  /// so that neighbours share the rest: from addresses of their own LICM would make a pointer each, and spill them.
  llvm::Value* address(const place& p, llvm::Value* offset, bool within) {
    llvm::Type* element = memory_type(p, 1);
    const auto [variable, constant] = split(offset);
    if (constant != 0)
      return b_.CreateGEP(element, b_.CreateGEP(element, p.address, variable), b_.getInt64(index_bits(constant)));
    return within ? b_.CreateInBoundsGEP(element, p.address, offset) : b_.CreateGEP(element, p.address, offset);
  }

  /// An offset without the constants that are added to it, and their sum; one that is all constant stays whole.
  static std::pair<llvm::Value*, std::int64_t> split(llvm::Value* offset) {
    std::int64_t constant = 0;
    while (const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(offset)) {
      const auto* right = llvm::dyn_cast<llvm::ConstantInt>(sum->getOperand(1));
      if (sum->getOpcode() != llvm::Instruction::Add || right == nullptr) break;
      constant += right->getSExtValue();
      offset = sum->getOperand(0);
    }
    return {offset, constant};
  }

  /// Whether memory of inactive lanes is there all the same: constant places of a buffer on the stack.
  static bool may_touch(const place& p, llvm::Value* offset, std::int32_t lanes) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(offset);
    return constant != nullptr && constant->getSExtValue() >= 0 &&
           constant->getSExtValue() + lanes <= p.padded_elements;
  }

  static bool is_true(llvm::Value* predicate) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(predicate);
    return constant != nullptr && constant->isOne();
  }

  static std::uint64_t index_bits(std::int64_t index) { return static_cast<std::uint64_t>(index); }

  static llvm::Align alignment(const place& p) { return llvm::Align(bytes_of(p.type)); }

  /// Memory holds bool as a byte.
  llvm::Type* memory_type(const place& p, std::int32_t lanes) {
    const scalar_type stored = p.type == scalar_type::boolean ? scalar_type::u8 : p.type;
    return type_in_registers(b_.getContext(), {stored, lanes});
  }

  llvm::Value* zero(const place& p, std::int32_t lanes) { return llvm::Constant::getNullValue(memory_type(p, lanes)); }

  llvm::Value* from_memory(const place& p, llvm::Value* x) {
    return p.type == scalar_type::boolean ? b_.CreateIsNotNull(x) : x;
  }

  llvm::Value* to_memory(const place& p, llvm::Value* x) {
    if (p.type != scalar_type::boolean) return x;
    return b_.CreateZExt(x, x->getType()->getWithNewType(b_.getInt8Ty()));
  }

  template <class Instruction>
  Instruction* tagged(const place& p, Instruction* access) {
    access->setMetadata(llvm::LLVMContext::MD_alias_scope, p.scope);
    access->setMetadata(llvm::LLVMContext::MD_noalias, p.others);
    return access;
  }

  llvm::IRBuilderBase& b_;
};

}  // namespace hone::core::orc
