// SPDX-License-Identifier: Apache-2.0
/// \file
/// Every LLVM header that Hone uses, and what differs between the versions. A file that includes this takes seconds
/// to compile: four do. Passes are run through the C interface, whose header is light where PassBuilder.h is not.
#pragma once

#include <llvm/Config/llvm-config.h>

#if LLVM_VERSION_MAJOR < 17
#error "Hone needs LLVM 17 or newer (19.1 is what it is tested with)"
#endif

#include <llvm-c/Transforms/PassBuilder.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCDisassembler/MCDisassembler.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstrAnalysis.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

namespace hone::core::orc {

#if LLVM_VERSION_MAJOR >= 18
inline constexpr auto default_codegen_level = llvm::CodeGenOptLevel::Default;
inline constexpr auto object_file = llvm::CodeGenFileType::ObjectFile;
inline constexpr auto assembly_file = llvm::CodeGenFileType::AssemblyFile;
#else
inline constexpr auto default_codegen_level = llvm::CodeGenOpt::Default;
inline constexpr auto object_file = llvm::CGFT_ObjectFile;
inline constexpr auto assembly_file = llvm::CGFT_AssemblyFile;
#endif

}  // namespace hone::core::orc
