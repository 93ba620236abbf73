// SPDX-License-Identifier: Apache-2.0
/// \file
/// Compares what a caller passes with what the plan was made for, before any code runs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <hone/config.hpp>
#include <hone/diag/error.hpp>
#include <hone/lower/plan.hpp>
#include <hone/runtime/view.hpp>

namespace hone::core::runtime {

enum class bind_problem : std::uint8_t {
  none,
  wrong_count,  ///< not one view per argument
  missing,      ///< no address for a tensor that has elements
  wrong_type,
  read_only,  ///< the output may not be written
  too_small,  ///< flat memory with fewer elements than the tensor spans
  wrong_rank,
  wrong_extent,
  wrong_stride,
  misaligned,
  overlap,  ///< the output shares memory with another argument
};

/// The first problem found. What the numbers count depends on the problem: elements, dimensions, or bytes.
struct bind_result {
  bind_problem problem = bind_problem::none;
  std::int32_t argument = 0;
  std::int32_t other = 0;      ///< overlap: the other argument
  std::int32_t dimension = 0;  ///< wrong_extent, wrong_stride
  std::int64_t expected = 0;
  std::int64_t given = 0;
  bool ok() const noexcept { return problem == bind_problem::none; }
};

/// Checks calls of one plan. `check` takes some tens of nanoseconds and neither allocates nor throws.
///
/// Two tensors that are only read may share memory. The output may share memory with an input only where that input is
/// `in_place` and both are exactly the same memory with the same layout; views that interleave without a common
/// element (two halves of the columns of one matrix) do not overlap.
class binder {
 public:
  HONE_DECL explicit binder(std::span<const lower::argument> arguments);
  explicit binder(const lower::plan& plan) : binder(plan.arguments) {}

  /// `views`: one per argument of the plan, in its order.
  HONE_DECL bind_result check(std::span<const memory_view> views) const noexcept;
  /// One sentence with the tensor's name, what it needs and what it was given.
  HONE_DECL std::string sentence(const bind_result& result) const;
  /// The same as a typed error.
  HONE_DECL error to_error(const bind_result& result) const;

 private:
  bind_result check_one(std::size_t argument, const memory_view& view) const noexcept;
  bind_result check_overlap(std::size_t written, std::span<const memory_view> views) const noexcept;

  std::vector<lower::argument> arguments_;
  std::vector<std::int64_t> spans_;  ///< elements from the first to one past the last, per argument
};

}  // namespace hone::core::runtime

#if !defined(HONE_COMPILED)
#include <hone/runtime/impl/bind.ipp>
#endif
