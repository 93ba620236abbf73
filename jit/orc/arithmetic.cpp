// SPDX-License-Identifier: Apache-2.0
/// \file
/// The operations of arithmetic.hpp.
#include "arithmetic.hpp"

#include <bit>
#include <optional>
#include <string>
#include <vector>

#include <hone/diag/error.hpp>
#include <hone/ir/arithmetic.hpp>

#include "llvm.hpp"

namespace hone::core::orc {

using ir::expr_kind;
using llvm::IRBuilderBase;
using llvm::Value;
using llvm::Intrinsic::ID;

namespace {

[[noreturn]] void refuse(const std::string& sentence) { throw error(error_code::compile_failed, sentence); }

bool is_signed(scalar_type type) { return info(type).is_signed; }

/// An integer in every lane of `like`'s type.
Value* splat(Value* like, std::int64_t value) {
  return llvm::ConstantInt::get(like->getType(), static_cast<std::uint64_t>(value), true);
}

Value* splat_real(Value* like, double value) { return llvm::ConstantFP::get(like->getType(), value); }

/// The one integer that all lanes of a constant hold.
std::optional<std::int64_t> known_integer(Value* x) {
  auto* c = llvm::dyn_cast<llvm::Constant>(x);
  if (c != nullptr && c->getType()->isVectorTy()) c = c->getSplatValue();
  const auto* integer = llvm::dyn_cast_or_null<llvm::ConstantInt>(c);
  if (integer == nullptr) return std::nullopt;
  return integer->getSExtValue();
}

// Integer division --------------------------------------------------------------------------------------------------

struct quotient_and_remainder {
  Value* quotient;
  Value* remainder;
};

quotient_and_remainder divide_by_positive(IRBuilderBase& b, Value* x, Value* y, std::int64_t divisor) {
  if (std::has_single_bit(static_cast<std::uint64_t>(divisor))) {
    const int shift = std::countr_zero(static_cast<std::uint64_t>(divisor));
    return {b.CreateAShr(x, splat(x, shift)), b.CreateAnd(x, splat(x, divisor - 1))};
  }
  Value* quotient = b.CreateSDiv(x, y);
  Value* remainder = b.CreateSub(x, b.CreateMul(quotient, y));
  Value* below = b.CreateICmpSLT(remainder, splat(x, 0));
  return {b.CreateSelect(below, b.CreateSub(quotient, splat(x, 1)), quotient),
          b.CreateSelect(below, b.CreateAdd(remainder, y), remainder)};
}

/// The divisor becomes 1 where LLVM's division would be undefined: 0, and -1 under the most negative number.
quotient_and_remainder divide_signed(IRBuilderBase& b, scalar_type type, Value* x, Value* y) {
  if (const auto divisor = known_integer(y); divisor && *divisor > 0) return divide_by_positive(b, x, y, *divisor);
  Value* zero = splat(x, 0);
  Value* by_zero = b.CreateICmpEQ(y, zero);
  Value* overflows = b.CreateAnd(b.CreateICmpEQ(x, splat(x, ir::lowest(type))), b.CreateICmpEQ(y, splat(y, -1)));
  Value* divisor = b.CreateSelect(b.CreateOr(by_zero, overflows), splat(y, 1), y);
  Value* quotient = b.CreateSDiv(x, divisor);
  Value* remainder = b.CreateSub(x, b.CreateMul(quotient, divisor));
  Value* opposite = b.CreateICmpSLT(b.CreateXor(remainder, divisor), zero);
  Value* rounds_down = b.CreateAnd(b.CreateICmpNE(remainder, zero), opposite);
  quotient = b.CreateSelect(rounds_down, b.CreateSub(quotient, splat(x, 1)), quotient);
  remainder = b.CreateSelect(rounds_down, b.CreateAdd(remainder, divisor), remainder);
  return {b.CreateSelect(by_zero, zero, quotient), b.CreateSelect(by_zero, x, remainder)};
}

quotient_and_remainder divide_unsigned(IRBuilderBase& b, Value* x, Value* y) {
  Value* zero = splat(x, 0);
  Value* by_zero = b.CreateICmpEQ(y, zero);
  Value* divisor = b.CreateSelect(by_zero, splat(y, 1), y);
  return {b.CreateSelect(by_zero, zero, b.CreateUDiv(x, divisor)),
          b.CreateSelect(by_zero, x, b.CreateURem(x, divisor))};
}

quotient_and_remainder divide(IRBuilderBase& b, scalar_type type, Value* x, Value* y) {
  return is_signed(type) ? divide_signed(b, type, x, y) : divide_unsigned(b, x, y);
}

// Minimum and maximum -----------------------------------------------------------------------------------------------

/// The inner compare and select is x86's minps, which gives x when either is NaN; only NaN in y is left to mend.
Value* float_extremum(IRBuilderBase& b, bool minimum, Value* x, Value* y) {
  Value* takes_y = minimum ? b.CreateFCmpOLT(y, x) : b.CreateFCmpOGT(y, x);
  Value* ordered = b.CreateSelect(takes_y, y, x);
  return b.CreateSelect(b.CreateFCmpUNO(y, y), y, ordered);
}

Value* extremum(IRBuilderBase& b, bool minimum, scalar_type type, Value* x, Value* y) {
  if (is_float(type)) return float_extremum(b, minimum, x, y);
  using namespace llvm::Intrinsic;
  const ID id = is_signed(type) ? (minimum ? smin : smax) : (minimum ? umin : umax);
  return b.CreateBinaryIntrinsic(id, x, y);
}

// Binary operations -------------------------------------------------------------------------------------------------

Value* float_binary(IRBuilderBase& b, expr_kind kind, Value* x, Value* y) {
  switch (kind) {
    case expr_kind::add: return b.CreateFAdd(x, y);
    case expr_kind::sub: return b.CreateFSub(x, y);
    case expr_kind::mul: return b.CreateFMul(x, y);
    case expr_kind::div: return b.CreateFDiv(x, y);
    case expr_kind::lt: return b.CreateFCmpOLT(x, y);
    case expr_kind::le: return b.CreateFCmpOLE(x, y);
    case expr_kind::gt: return b.CreateFCmpOGT(x, y);
    case expr_kind::ge: return b.CreateFCmpOGE(x, y);
    case expr_kind::eq: return b.CreateFCmpOEQ(x, y);
    case expr_kind::ne: return b.CreateFCmpUNE(x, y);
    default: refuse("there is no " + std::string(info(kind).name) + " of floating-point values");
  }
}

/// Counts are taken modulo the width, which is a power of two.
Value* shift_count(IRBuilderBase& b, scalar_type type, Value* y) {
  return b.CreateAnd(y, splat(y, ir::width_of(type) - 1));
}

Value* integer_binary(IRBuilderBase& b, expr_kind kind, scalar_type type, Value* x, Value* y) {
  using llvm::CmpInst;
  const bool s = is_signed(type);
  switch (kind) {
    case expr_kind::add: return b.CreateAdd(x, y);
    case expr_kind::sub: return b.CreateSub(x, y);
    case expr_kind::mul: return b.CreateMul(x, y);
    case expr_kind::div: return divide(b, type, x, y).quotient;
    case expr_kind::mod: return divide(b, type, x, y).remainder;
    case expr_kind::lt: return b.CreateICmp(s ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT, x, y);
    case expr_kind::le: return b.CreateICmp(s ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE, x, y);
    case expr_kind::gt: return b.CreateICmp(s ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT, x, y);
    case expr_kind::ge: return b.CreateICmp(s ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE, x, y);
    case expr_kind::eq: return b.CreateICmpEQ(x, y);
    case expr_kind::ne: return b.CreateICmpNE(x, y);
    case expr_kind::logical_and:
    case expr_kind::bit_and: return b.CreateAnd(x, y);
    case expr_kind::logical_or:
    case expr_kind::bit_or: return b.CreateOr(x, y);
    case expr_kind::bit_xor: return b.CreateXor(x, y);
    case expr_kind::shift_left: return b.CreateShl(x, shift_count(b, type, y));
    case expr_kind::shift_right:
      return s ? b.CreateAShr(x, shift_count(b, type, y)) : b.CreateLShr(x, shift_count(b, type, y));
    default: refuse("there is no " + std::string(info(kind).name) + " of integers");
  }
}

// Rounding ----------------------------------------------------------------------------------------------------------

/// Without SSE4.1 LLVM would call floorf. From 2^p on (p: bits of the fraction) every value is an integer; below,
/// adding and subtracting 2^p rounds to the nearest one. NaN fails the comparison and stays. The sign is that of x
/// also where the result is zero.
Value* round_by_hand(IRBuilderBase& b, bool down, scalar_type type, Value* x) {
  Value* integers = splat_real(x, type == scalar_type::f32 ? 0x1p23 : 0x1p52);
  Value* one = splat_real(x, 1.0);
  Value* magnitude = b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x);
  Value* nearest = b.CreateFSub(b.CreateFAdd(magnitude, integers), integers);
  nearest = b.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, nearest, x);
  Value* wrong_side = down ? b.CreateFCmpOGT(nearest, x) : b.CreateFCmpOLT(nearest, x);
  Value* next = down ? b.CreateFSub(nearest, one) : b.CreateFAdd(nearest, one);
  Value* rounded = b.CreateSelect(wrong_side, next, nearest);
  rounded = b.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, rounded, x);
  return b.CreateSelect(b.CreateFCmpOLT(magnitude, integers), rounded, x);
}

Value* round(IRBuilderBase& b, const target::cpu& cpu, bool down, scalar_type type, Value* x) {
  if (!cpu.has("sse4.1")) return round_by_hand(b, down, type, x);
  return b.CreateUnaryIntrinsic(down ? llvm::Intrinsic::floor : llvm::Intrinsic::ceil, x);
}

Value* absolute(IRBuilderBase& b, scalar_type type, Value* x) {
  if (is_float(type)) return b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x);
  if (!is_signed(type)) return x;
  return b.CreateBinaryIntrinsic(llvm::Intrinsic::abs, x, b.getFalse());
}

// Casts -------------------------------------------------------------------------------------------------------------

Value* to_boolean(IRBuilderBase& b, scalar_type from, Value* x) {
  return is_float(from) ? b.CreateFCmpUNE(x, splat_real(x, 0.0)) : b.CreateICmpNE(x, splat(x, 0));
}

/// Clamps to the range that both types have; then widens or narrows without loss.
Value* integer_to_integer(IRBuilderBase& b, scalar_type from, scalar_type to, llvm::Type* type, Value* x) {
  if (ir::lowest(to) > ir::lowest(from))
    x = b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, x, splat(x, ir::lowest(to)));
  if (ir::highest(to) < ir::highest(from)) {
    const ID id = is_signed(from) ? llvm::Intrinsic::smin : llvm::Intrinsic::umin;
    x = b.CreateBinaryIntrinsic(id, x, splat(x, ir::highest(to)));
  }
  return b.CreateIntCast(x, type, is_signed(from));
}

}  // namespace

llvm::Type* type_in_registers(llvm::LLVMContext& context, ir::value_type type) {
  llvm::Type* scalar = type.scalar == scalar_type::f64   ? llvm::Type::getDoubleTy(context)
                       : type.scalar == scalar_type::f32 ? llvm::Type::getFloatTy(context)
                       : type.scalar == scalar_type::boolean
                           ? llvm::Type::getInt1Ty(context)
                           : llvm::Type::getIntNTy(context, static_cast<unsigned>(ir::width_of(type.scalar)));
  return type.lanes == 1 ? scalar : llvm::FixedVectorType::get(scalar, static_cast<unsigned>(type.lanes));
}

Value* constant(IRBuilderBase& b, ir::value_type type, std::int64_t bits) {
  llvm::Type* t = type_in_registers(b.getContext(), type);
  if (is_float(type.scalar)) return llvm::ConstantFP::get(t, std::bit_cast<double>(bits));
  return llvm::ConstantInt::get(t, static_cast<std::uint64_t>(bits), true);
}

Value* binary(IRBuilderBase& b, expr_kind kind, scalar_type type, Value* x, Value* y) {
  if (kind == expr_kind::min || kind == expr_kind::max) return extremum(b, kind == expr_kind::min, type, x, y);
  return is_float(type) ? float_binary(b, kind, x, y) : integer_binary(b, kind, type, x, y);
}

Value* unary(IRBuilderBase& b, const target::cpu& cpu, expr_kind kind, scalar_type type, Value* x) {
  switch (kind) {
    case expr_kind::neg: return is_float(type) ? b.CreateFNeg(x) : b.CreateNeg(x);
    case expr_kind::abs: return absolute(b, type, x);
    case expr_kind::logical_not: return b.CreateNot(x);
    case expr_kind::sqrt: return b.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, x);
    case expr_kind::floor: return round(b, cpu, true, type, x);
    case expr_kind::ceil: return round(b, cpu, false, type, x);
    default:
      refuse(std::string(info(kind).name) + " has no instruction: lowering must expand it before code is generated");
  }
}

Value* fused_multiply_add(IRBuilderBase& b, const target::cpu& cpu, Value* x, Value* y, Value* z) {
  if (!cpu.has("fma")) refuse("fma needs a processor with the fma feature, which the target does not have");
  return b.CreateIntrinsic(llvm::Intrinsic::fma, {x->getType()}, {x, y, z});
}

Value* cast(IRBuilderBase& b, ir::value_type from, ir::value_type to, Value* x) {
  if (from.scalar == to.scalar) return x;
  llvm::Type* type = type_in_registers(b.getContext(), to);
  if (to.scalar == scalar_type::boolean) return to_boolean(b, from.scalar, x);
  if (from.scalar == scalar_type::boolean && !is_float(to.scalar)) return b.CreateZExt(x, type);
  if (is_float(from.scalar) && is_float(to.scalar)) return b.CreateFPCast(x, type);
  if (is_float(to.scalar)) return is_signed(from.scalar) ? b.CreateSIToFP(x, type) : b.CreateUIToFP(x, type);
  if (!is_float(from.scalar)) return integer_to_integer(b, from.scalar, to.scalar, type, x);
  const ID id = is_signed(to.scalar) ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat;
  return b.CreateIntrinsic(id, {type, x->getType()}, {x});
}

Value* reduce_lanes(IRBuilderBase& b, reduction combine, ir::value_type type, Value* x) {
  const expr_kind kind = ir::to_expr_kind(combiner(combine));
  for (std::int32_t half = type.lanes / 2; half >= 1; half /= 2) {
    std::vector<int> low, high;
    for (std::int32_t l = 0; l < half; ++l) {
      low.push_back(l);
      high.push_back(l + half);
    }
    x = binary(b, kind, type.scalar, b.CreateShuffleVector(x, low), b.CreateShuffleVector(x, high));
  }
  return type.lanes == 1 ? x : b.CreateExtractElement(x, std::uint64_t{0});
}

}  // namespace hone::core::orc
