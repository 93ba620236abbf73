// SPDX-License-Identifier: Apache-2.0
/// \file
/// The data that candidates are run on: one anonymous file that the program fills and the run worker maps.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <hone/config.hpp>
#include <hone/lower/plan.hpp>
#include <hone/meta/bytes.hpp>

namespace hone::core::measure {

/// Where the data of an argument lies in the file. Regions begin at pages.
struct tensor_entry {
  lower::argument argument;
  std::int64_t bytes = 0;            ///< layout.span() elements
  std::int64_t initial = 0;          ///< offset of what the argument holds before each call
  std::int64_t reference = -1;       ///< offset of what it must hold afterwards; -1 for what is only read
  std::vector<std::int64_t> points;  ///< elements (row-major numbers) that are compared; empty: every element
};

/// For each argument its initial content, and for each written one the reference. Fill `initial` (`seed` does it, or
/// copy samples over it), compute the operator into `reference`, hand it to `measurer::set_problem`.
///
///     shared_tensors data(plan.arguments);
///     data.seed(1);
///     native_matmul(data.initial(0), data.initial(1), data.reference(2));
///
/// `reference` of an accumulating output begins as a copy of `initial`, all others as zeros.
class shared_tensors {
 public:
  /// Throws `error{bad_argument}` for a layout with negative strides or an alignment above a page, `error{io_failed}`
  /// when the system gives no memory.
  HONE_DECL explicit shared_tensors(std::span<const lower::argument> arguments);
  HONE_DECL ~shared_tensors();
  shared_tensors(const shared_tensors&) = delete;
  shared_tensors& operator=(const shared_tensors&) = delete;

  int size() const { return static_cast<int>(entries_.size()); }
  const tensor_entry& entry(int argument) const { return entries_[static_cast<std::size_t>(argument)]; }
  const std::vector<tensor_entry>& entries() const { return entries_; }
  /// Memory in the argument's layout, page aligned.
  void* initial(int argument) { return base_ + entry(argument).initial; }
  const void* initial(int argument) const { return base_ + entry(argument).initial; }
  /// Throws `internal_error` for an argument that is not written.
  HONE_DECL void* reference(int argument);
  HONE_DECL const void* reference(int argument) const;

  /// Fills what is read with bounded values near N(0, 1), or small integers; reproducible on every machine.
  HONE_DECL void seed(std::uint64_t seed);
  /// Only these elements of a written argument have a reference; the others are still checked for being written.
  void compare_only(int argument, std::vector<std::int64_t> points) {
    entries_[static_cast<std::size_t>(argument)].points = std::move(points);
  }
  /// Throws `error{bad_argument}` with the tensor's name when most of a floating-point reference is not finite: such a
  /// reference accepts nearly anything.
  HONE_DECL void require_finite() const;

  int file() const { return file_; }
  std::int64_t file_bytes() const { return bytes_; }

 private:
  std::vector<tensor_entry> entries_;
  std::uint8_t* base_ = nullptr;
  std::int64_t bytes_ = 0;
  int file_ = -1;
};

/// Offset in elements of the element with this row-major number.
HONE_DECL std::int64_t offset_of(const ast::layout& layout, std::int64_t element);

}  // namespace hone::core::measure

#if !defined(HONE_COMPILED)
#include <hone/measure/impl/tensors.ipp>
#endif
