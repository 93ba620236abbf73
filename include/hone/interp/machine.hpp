// SPDX-License-Identifier: Apache-2.0
/// \file
/// One thread that runs bytecode. It can stop at a barrier, or when its fuel is used up, and go on from there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <hone/config.hpp>
#include <hone/interp/compile.hpp>

namespace hone::core::interp {

enum class stop {
  finished,
  barrier,  ///< the next `run` goes on behind it
  fault,    ///< an access that is an error of the program: `machine::why`
  fuel,     ///< the next `run` goes on here
};

/// An access that is an error of the program.
struct fault {
  bool undefined = false;  ///< a read of memory that nothing was stored to; else outside the buffer
  ir::buffer_id buffer = ir::none;
  std::int32_t count = 0;
  std::int32_t dimension = 0;  ///< the first in which it is outside
  std::array<std::int64_t, ir::max_rank> indices{};
};
/// As a sentence.
HONE_DECL std::string to_string(const code& c, const fault& f);

/// Content of a buffer that a statement allocates, and which elements of it are defined.
struct block_of_memory {
  std::vector<std::byte> bytes;
  std::vector<std::uint8_t> defined;
};
/// Memory of the buffers of one scope, by buffer id; others are empty.
using local_memory = std::vector<block_of_memory>;
HONE_DECL local_memory local_memory_for(const code& c, ir::buffer_scope scope);

class machine {
 public:
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

  /// Thread `thread` of the group that runs iterations [begin, end). The code, the buffers and the group's `shared`
  /// memory outlive the machine; a group of one may leave `shared` out.
  HONE_DECL machine(const code& c, std::span<void* const> buffers, std::int64_t begin, std::int64_t end,
                    std::int64_t thread = 0, local_memory* shared = nullptr);

  /// Runs at most `fuel` instructions.
  HONE_DECL stop run(std::uint64_t fuel = unlimited);
  const fault& why() const { return fault_; }
  /// The instruction that comes next: the same in all threads that stopped at one barrier.
  std::int32_t position() const { return at_; }

 private:
  struct place {
    std::byte* data = nullptr;
    std::uint8_t* defined = nullptr;  ///< of an allocated buffer
    std::int64_t elements = 0;
  };
  HONE_DECL void bind(std::span<void* const> buffers, local_memory& shared);
  HONE_DECL void arithmetic(const instruction& i);
  HONE_DECL void move(const instruction& i);
  HONE_DECL std::int64_t locate(const access& a, std::int32_t lane);
  HONE_DECL bool load(const instruction& i);
  HONE_DECL bool store(const instruction& i);
  HONE_DECL void allocate(const instruction& i);

  const code& code_;
  std::vector<value> registers_;
  std::vector<place> places_;
  local_memory own_;
  std::unique_ptr<local_memory> own_shared_;
  fault fault_;
  std::int32_t at_ = 0;
  bool is_first_ = true;  ///< of its group: it alone makes shared memory undefined
};

}  // namespace hone::core::interp

#if !defined(HONE_COMPILED)
#include <hone/interp/impl/machine.ipp>
#endif
