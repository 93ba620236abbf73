// SPDX-License-Identifier: Apache-2.0
/// \file
/// The way through LLVM: module, passes, code generation.
#include "compile.hpp"

#include <memory>
#include <string>

#include <hone/diag/error.hpp>

#include "emit.hpp"
#include "llvm.hpp"
#include "resources.hpp"

namespace hone::core::orc {
namespace {

/// All that hand-vectorised code needs: O1 to O3 take twice the time and reach the same speed. SROA is never optional.
/// Nothing here turns loops into calls of memset or memcpy.
// instcombine aborts, by default, when a second round would find more to do: no error of the program.
#if LLVM_VERSION_MAJOR >= 18
#define HONE_INSTCOMBINE "instcombine<no-verify-fixpoint>"
#else
#define HONE_INSTCOMBINE "instcombine"
#endif
constexpr const char* passes =
    "function(sroa,early-cse," HONE_INSTCOMBINE ",simplifycfg,loop-mssa(licm)," HONE_INSTCOMBINE ")";

[[noreturn]] void refuse(const std::string& sentence) { throw error(error_code::compile_failed, sentence); }

void initialize_llvm() {
  static const bool done = [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86Disassembler();
    return true;
  }();
  static_cast<void>(done);
}

/// The processor's name stays generic: the explicit list decides which instructions there are, the name would switch
/// on what a hypervisor masks.
std::unique_ptr<llvm::TargetMachine> make_target_machine(const target::cpu& cpu) {
  initialize_llvm();
  const std::string triple = cpu.architecture + "-unknown-linux-gnu";
  std::string reason;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, reason);
  if (cpu.architecture != "x86_64" || target == nullptr)
    refuse("the orc backend has no code generator for " + cpu.architecture);
  std::string features;
  for (const std::string& name : cpu.features) features += (features.empty() ? "+" : ",+") + name;
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;  // fma where the program says so and nowhere else
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, "x86-64", features, options, llvm::Reloc::PIC_, llvm::CodeModel::Small, default_codegen_level));
  if (machine == nullptr) refuse("LLVM has no target machine for " + triple);
  return machine;
}

void check(const llvm::Module& module) {
  std::string reason;
  llvm::raw_string_ostream text(reason);
  if (llvm::verifyModule(module, &text)) throw internal_error("orc: the generated code is not well formed: " + reason);
}

void optimise(llvm::Module& module, llvm::TargetMachine& machine) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  auto* const target = reinterpret_cast<LLVMTargetMachineRef>(&machine);
  LLVMErrorRef failure = LLVMRunPasses(llvm::wrap(&module), passes, target, options);
  LLVMDisposePassBuilderOptions(options);
  if (failure == nullptr) return;
  char* message = LLVMGetErrorMessage(failure);
  const std::string reason = message;
  LLVMDisposeErrorMessage(message);
  throw internal_error("orc: " + reason);
}

byte_string to_bytes(llvm::StringRef text) { return {text.bytes_begin(), text.bytes_end()}; }

byte_string text_of(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  module.print(out, nullptr);
  return to_bytes(out.str());
}

byte_string generate(llvm::Module& module, llvm::TargetMachine& machine, bool assembly) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream out(bytes);
  llvm::legacy::PassManager manager;
  if (machine.addPassesToEmitFile(manager, out, nullptr, assembly ? assembly_file : object_file, true))
    refuse("LLVM cannot emit an object for this target");
  manager.run(module);
  return to_bytes({bytes.data(), bytes.size()});
}

}  // namespace

compiled compile(const std::vector<ir::program>& programs, const target::cpu& cpu, std::uint32_t flags) {
  llvm::LLVMContext context;
  const auto machine = make_target_machine(cpu);
  llvm::Module module("hone", context);
  module.setTargetTriple(machine->getTargetTriple().str());
  module.setDataLayout(machine->createDataLayout());
  for (const ir::program& p : programs) emit(p, cpu, module);
  check(module);
  optimise(module, *machine);
  if ((flags & HONE_COMPILE_IR) != 0) return {text_of(module)};
  const bool assembly = (flags & HONE_COMPILE_ASSEMBLY) != 0;
  compiled result{generate(module, *machine, assembly)};
  if (!assembly) result.resources = inspect(result.object, *machine);
  return result;
}

const char* compiler_name() { return "LLVM " LLVM_VERSION_STRING; }

}  // namespace hone::core::orc
