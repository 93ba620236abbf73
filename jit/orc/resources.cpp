// SPDX-License-Identifier: Apache-2.0
/// \file
/// Disassembles an object's entries. LLVM's own counters would need its statistics, which release builds lack.
#include "resources.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <hone/diag/error.hpp>

#include "llvm.hpp"

namespace hone::core::orc {
namespace {

/// An instruction, as far as it matters here.
struct line {
  std::uint64_t address = 0;
  std::optional<std::uint64_t> branch_target;
  bool touches_stack = false;
  bool makes_frame_pointer = false;  ///< mov rbp, rsp: from here on rbp is the stack as well
  std::int64_t frame_bytes = 0;      ///< by how much it lowers the stack pointer
  std::int64_t red_zone_bytes = 0;   ///< how far below the stack pointer it reaches; a leaf needs no frame for that
};

struct range {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  bool contains(const range& other) const { return first <= other.first && other.last <= last; }
};

/// Decodes x86-64 machine code.
class disassembler {
 public:
  explicit disassembler(const llvm::TargetMachine& machine)
      : instructions_(*machine.getMCInstrInfo()),
        registers_(*machine.getMCRegisterInfo()),
        context_(machine.getTargetTriple(), machine.getMCAsmInfo(), &registers_, machine.getMCSubtargetInfo()),
        decoder_(machine.getTarget().createMCDisassembler(*machine.getMCSubtargetInfo(), context_)),
        analysis_(machine.getTarget().createMCInstrAnalysis(&instructions_)) {
    for (unsigned r = 1; r < registers_.getNumRegs(); ++r) {
      if (llvm::StringRef(registers_.getName(r)) == "RSP") stack_pointer_ = r;
      if (llvm::StringRef(registers_.getName(r)) == "RBP") frame_pointer_ = r;
    }
  }

  std::vector<line> decode(llvm::ArrayRef<std::uint8_t> code) const {
    std::vector<line> lines;
    bool has_frame_pointer = false;
    for (std::uint64_t at = 0; at < code.size();) {
      llvm::MCInst instruction;
      std::uint64_t size = 0;
      const auto status = decoder_->getInstruction(instruction, size, code.slice(at), at, llvm::nulls());
      if (status == llvm::MCDisassembler::Success) {
        lines.push_back(describe(instruction, at, size, has_frame_pointer));
        has_frame_pointer = has_frame_pointer || lines.back().makes_frame_pointer;
      }
      at += std::max<std::uint64_t>(size, 1);
    }
    return lines;
  }

 private:
  line describe(const llvm::MCInst& i, std::uint64_t at, std::uint64_t size, bool has_frame_pointer) const {
    const llvm::MCInstrDesc& what = instructions_.get(i.getOpcode());
    const llvm::StringRef name = instructions_.getName(i.getOpcode());
    line l;
    l.address = at;
    if (std::uint64_t target = 0; what.isBranch() && analysis_->evaluateBranch(i, at, size, target))
      l.branch_target = target;
    const auto memory = memory_of(i, what);
    l.touches_stack = memory.base == stack_pointer_ || (has_frame_pointer && memory.base == frame_pointer_);
    if (memory.base == stack_pointer_) l.red_zone_bytes = std::max<std::int64_t>(0, -memory.displacement);
    l.makes_frame_pointer = name == "MOV64rr" && is_register(i, 0, frame_pointer_) && is_register(i, 1, stack_pointer_);
    if (name == "PUSH64r") l.frame_bytes = 8;
    if (name.starts_with("SUB64ri") && is_register(i, 0, stack_pointer_)) l.frame_bytes = i.getOperand(2).getImm();
    return l;
  }

  static bool is_register(const llvm::MCInst& i, unsigned operand, unsigned wanted) {
    return i.getOperand(operand).isReg() && i.getOperand(operand).getReg() == wanted;
  }

  struct memory_operand {
    unsigned base = 0;  ///< register; 0 for none
    std::int64_t displacement = 0;
  };

  /// The operand of a load or store: base, scale, index, displacement, segment.
  static memory_operand memory_of(const llvm::MCInst& i, const llvm::MCInstrDesc& what) {
    if (!what.mayLoad() && !what.mayStore()) return {};
    unsigned k = 0;
    while (k < what.getNumOperands() && what.operands()[k].OperandType != llvm::MCOI::OPERAND_MEMORY) ++k;
    if (k + 3 >= what.getNumOperands() || !i.getOperand(k).isReg()) return {};
    const llvm::MCOperand& displacement = i.getOperand(k + 3);
    return {unsigned{i.getOperand(k).getReg()}, displacement.isImm() ? displacement.getImm() : 0};
  }

  const llvm::MCInstrInfo& instructions_;
  const llvm::MCRegisterInfo& registers_;
  mutable llvm::MCContext context_;
  std::unique_ptr<llvm::MCDisassembler> decoder_;
  std::unique_ptr<llvm::MCInstrAnalysis> analysis_;
  unsigned stack_pointer_ = 0;
  unsigned frame_pointer_ = 0;
};

/// A loop reaches from the target of a branch backwards to that branch.
std::vector<range> loops_of(const std::vector<line>& lines) {
  std::vector<range> loops;
  for (const line& l : lines) {
    if (!l.branch_target || *l.branch_target > l.address) continue;
    const auto same = std::find_if(loops.begin(), loops.end(), [&](range r) { return r.first == *l.branch_target; });
    if (same != loops.end())
      same->last = l.address;
    else
      loops.push_back({*l.branch_target, l.address});
  }
  return loops;
}

bool is_innermost(const range& loop, const std::vector<range>& loops) {
  return std::none_of(loops.begin(), loops.end(),
                      [&](const range& other) { return other.first != loop.first && loop.contains(other); });
}

std::int64_t count_spills(const std::vector<line>& lines) {
  const auto loops = loops_of(lines);
  std::int64_t count = 0;
  for (const range& loop : loops) {
    if (!is_innermost(loop, loops)) continue;
    count += std::count_if(lines.begin(), lines.end(), [&](const line& l) {
      return l.touches_stack && loop.first <= l.address && l.address <= loop.last;
    });
  }
  return count;
}

std::int64_t frame_bytes(const std::vector<line>& lines) {
  std::int64_t frame = 0, red_zone = 0;
  for (const line& l : lines) {
    frame += l.frame_bytes;
    red_zone = std::max(red_zone, l.red_zone_bytes);
  }
  return frame + red_zone;
}

template <class T>
T expect(llvm::Expected<T> value) {
  if (value) return std::move(*value);
  throw internal_error("orc: the object does not parse: " + llvm::toString(value.takeError()));
}

/// The object is loaded without a linker.
void require_no_undefined(const llvm::object::ELF64LEObjectFile& object) {
  for (const llvm::object::ELFSymbolRef symbol : object.symbols())
    if ((expect(symbol.getFlags()) & llvm::object::SymbolRef::SF_Undefined) != 0)
      if (const llvm::StringRef name = expect(symbol.getName()); !name.empty())
        throw internal_error("orc: the generated code calls " + name.str());
}

llvm::ArrayRef<std::uint8_t> code_of(const llvm::object::ELFSymbolRef& symbol,
                                     const llvm::object::SectionRef& section) {
  const auto contents = llvm::arrayRefFromStringRef(expect(section.getContents()));
  return contents.slice(expect(symbol.getAddress()), symbol.getSize());
}

}  // namespace

hone_resources inspect(byte_view object, const llvm::TargetMachine& machine) {
  const llvm::StringRef text(reinterpret_cast<const char*>(object.data()), object.size());
  const auto elf = expect(llvm::object::ELF64LEObjectFile::create(llvm::MemoryBufferRef(text, "hone")));
  require_no_undefined(elf);
  const disassembler decoder(machine);
  hone_resources sum{0, 0, 0, -1, 0};
  for (const llvm::object::ELFSymbolRef symbol : elf.symbols()) {
    if (symbol.getELFType() != llvm::ELF::STT_FUNC) continue;
    const auto code = code_of(symbol, *expect(symbol.getSection()));
    const auto lines = decoder.decode(code);
    sum.code_bytes += static_cast<std::int64_t>(code.size());
    sum.stack_bytes = std::max(sum.stack_bytes, frame_bytes(lines));
    sum.spills += count_spills(lines);
  }
  return sum;
}

}  // namespace hone::core::orc
