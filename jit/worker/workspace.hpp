// SPDX-License-Identifier: Apache-2.0
/// \file
/// The memory that a run worker's kernels work on, guarded on both sides.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <hone/measure/guarded.hpp>
#include <hone/measure/protocol.hpp>

namespace hone::core::worker {

/// Two copies of every argument: one that begins right after a guard (kernels are timed on it), and one that ends
/// right before one. They are the same memory where a tensor fills its pages.
class workspace {
 public:
  /// `file`: the program's tensors. Throws `error{io_failed}`.
  workspace(measure::prepare_request request, int file);
  ~workspace();
  workspace(const workspace&) = delete;
  workspace& operator=(const workspace&) = delete;

  int threads() const { return request_.threads; }
  /// Whether these are the tensors that a plan was made for.
  bool fits(std::span<const lower::argument> arguments) const;

  /// Outputs as they are before a call: accumulating ones with their initial content, others all `poison`. Scratch
  /// buffers poisoned likewise.
  void reset(measure::placement where, std::uint8_t poison, std::span<const lower::scratch> scratches);
  /// Accumulating outputs alone, so that many calls in a row do not overflow.
  void reset_accumulators(measure::placement where);
  /// Addresses of the arguments, then of the scratch buffers that `reset` has laid out.
  std::span<void* const> buffers() const { return buffers_; }
  /// Addresses of the arguments at the start of their memory.
  std::span<void* const> arguments() const { return start_; }
  /// What is wrong after a call, or nothing.
  std::string verify(measure::placement where, std::uint8_t poison) const;

 private:
  struct guarded_pair {
    measure::guarded_memory at_start;
    measure::guarded_memory at_end;  ///< not mapped where `at_start` touches both guards
  };
  measure::guarded_memory& memory(std::size_t argument, measure::placement where);
  const measure::guarded_memory& memory(std::size_t argument, measure::placement where) const;
  const void* in_file(std::int64_t offset) const { return file_ + offset; }
  void load(std::size_t argument);
  void lay_out(std::span<const lower::scratch> scratches, measure::placement where);
  void watch_all(measure::placement where) const;
  std::string verify_output(std::size_t argument, measure::placement where, std::uint8_t poison) const;

  measure::prepare_request request_;
  const std::uint8_t* file_ = nullptr;
  std::vector<guarded_pair> tensors_;
  std::vector<measure::guarded_memory> scratches_;  ///< grow, and are used by every kernel
  std::size_t scratch_count_ = 0;                   ///< of the kernel at hand
  std::vector<std::string> scratch_names_;
  std::vector<void*> start_;
  std::vector<void*> buffers_;
};

}  // namespace hone::core::worker
