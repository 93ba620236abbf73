// SPDX-License-Identifier: Apache-2.0
/// \file
/// A signal handler, so nothing here allocates, locks or formats through the library once it runs.
#include "fault.hpp"

#include <signal.h>
#include <sys/socket.h>
#include <ucontext.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <hone/measure/channel.hpp>
#include <hone/measure/protocol.hpp>

namespace hone::core::worker {

namespace {

struct watched_range {
  std::uintptr_t begin = 0;  ///< of the leading guard
  std::uintptr_t end = 0;
  std::uintptr_t data = 0;
  std::uintptr_t data_end = 0;
  bool read_only = false;
  std::array<char, 48> name{};
};

struct {
  int socket = -1;
  std::array<watched_range, 256> ranges;
  std::atomic<std::size_t> count{0};
} state;

/// Text in a fixed buffer; what does not fit is left out.
class sentence {
 public:
  sentence& operator<<(std::string_view text) {
    const auto n = std::min(text.size(), text_.size() - size_);
    std::memcpy(text_.data() + size_, text.data(), n);
    size_ += n;
    return *this;
  }
  sentence& number(std::uintptr_t value, int base = 10) {
    std::array<char, 24> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, base).ptr;
    return *this << std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data()));
  }
  const char* data() const { return text_.data(); }
  std::size_t size() const { return size_; }

 private:
  std::array<char, 200> text_{};
  std::size_t size_ = 0;
};

/// "wrote" or "read" where the processor tells.
std::string_view verb(const void* context) {
#if defined(__x86_64__)
  const auto error = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR];
  return (error & 2) != 0 ? "it wrote " : "it read ";  // Intel SDM volume 3, 4.7: bit 1 of a page fault's code is W/R
#else
  static_cast<void>(context);
  return "it touched ";
#endif
}

void explain(sentence& words, std::uintptr_t address, std::string_view done) {
  words << done;
  for (std::size_t k = 0; k < state.count.load(); ++k) {
    const auto& range = state.ranges[k];
    if (address < range.begin || address >= range.end) continue;
    if (address < range.data)
      words.number(range.data - address) << " bytes before the start of " << range.name.data();
    else if (address >= range.data_end)
      words << "byte ", words.number(address - range.data_end + 1) << " past the end of " << range.name.data();
    else
      words << "into " << range.name.data() << (range.read_only ? ", which is only read" : "");
    return;
  }
  words << "at the address 0x";
  words.number(address, 16) << ", which is no tensor's";
}

void send_fault(const sentence& words) {
  measure::detail::frame_header header;
  header.kind = static_cast<std::uint32_t>(measure::message::fault);
  header.bytes = words.size();
  static_cast<void>(::send(state.socket, &header, sizeof header, MSG_NOSIGNAL) &&
                    ::send(state.socket, words.data(), words.size(), MSG_NOSIGNAL));
}

/// The disposition is the default one again on entry, so that the instruction, tried again, ends the process.
void on_fault(int, siginfo_t* info, void* context) {
  sentence words;
  explain(words, reinterpret_cast<std::uintptr_t>(info->si_addr), verb(context));
  send_fault(words);
}

}  // namespace

void report_faults_to(int socket) {
  state.socket = socket;
  // A kernel that overflows the stack leaves none for the handler.
  constexpr std::size_t stack_bytes = 1 << 16;
  stack_t stack{};
  stack.ss_sp = std::malloc(stack_bytes);
  stack.ss_size = stack_bytes;
  ::sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = static_cast<int>(SA_SIGINFO | SA_ONSTACK | SA_RESETHAND);
  ::sigaction(SIGSEGV, &action, nullptr);
  ::sigaction(SIGBUS, &action, nullptr);
}

void watch(std::span<const watched_memory> memories) {
  std::size_t count = 0;
  for (const auto& m : memories.first(std::min(memories.size(), state.ranges.size()))) {
    auto& range = state.ranges[count++];
    range.begin = reinterpret_cast<std::uintptr_t>(m.memory->mapping());
    range.end = range.begin + static_cast<std::uintptr_t>(m.memory->mapping_bytes());
    range.data = reinterpret_cast<std::uintptr_t>(m.memory->data());
    range.data_end = range.data + static_cast<std::uintptr_t>(m.memory->data_bytes());
    range.read_only = m.read_only;
    range.name = {};
    m.name.copy(range.name.data(), range.name.size() - 1);
  }
  state.count = count;
}

}  // namespace hone::core::worker
