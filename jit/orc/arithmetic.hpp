// SPDX-License-Identifier: Apache-2.0
/// \file
/// Operations of the loop program on LLVM values, with the meaning that ir/program.hpp gives them. Vectors and scalars
/// alike; none of them becomes a call.
#pragma once

#include <hone/ir/program.hpp>
#include <hone/target/cpu.hpp>

namespace llvm {
class IRBuilderBase;
class LLVMContext;
class Type;
class Value;
}  // namespace llvm

namespace hone::core::orc {

/// The type of a value in registers: bool is i1.
llvm::Type* type_in_registers(llvm::LLVMContext& context, ir::value_type type);

/// A constant whose bits stand as in ir::expr, in every lane.
llvm::Value* constant(llvm::IRBuilderBase& b, ir::value_type type, std::int64_t bits);

/// `add` to `max`, comparisons, logic, and the operations on bits; `type` is that of the operands.
llvm::Value* binary(llvm::IRBuilderBase& b, ir::expr_kind kind, scalar_type type, llvm::Value* x, llvm::Value* y);

/// `neg`, `abs`, `logical_not`, `sqrt`, `floor`, `ceil`. Refuses the elementary functions that lowering expands.
llvm::Value* unary(llvm::IRBuilderBase& b, const target::cpu& cpu, ir::expr_kind kind, scalar_type type,
                   llvm::Value* x);

/// Refuses on a processor without the instruction: LLVM would call a function for each lane.
llvm::Value* fused_multiply_add(llvm::IRBuilderBase& b, const target::cpu& cpu, llvm::Value* x, llvm::Value* y,
                                llvm::Value* z);

/// Saturating conversion.
llvm::Value* cast(llvm::IRBuilderBase& b, ir::value_type from, ir::value_type to, llvm::Value* x);

/// All lanes into one, pairwise: lane l with l + lanes / 2.
llvm::Value* reduce_lanes(llvm::IRBuilderBase& b, reduction combine, ir::value_type type, llvm::Value* x);

}  // namespace hone::core::orc
