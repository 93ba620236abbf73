// SPDX-License-Identifier: Apache-2.0
/// \file
/// What an operator reads and how: the facts from which default schedules and derived spaces are made.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <hone/ast/problem.hpp>
#include <hone/config.hpp>
#include <hone/target/cpu.hpp>

namespace hone::core::space {

/// A tensor that the operator reads and does not write, rank 0 excepted.
struct operand {
  std::int32_t tensor = -1;
  std::vector<std::int32_t> reads;  ///< nodes
  bool padded = false;
  bool plain = true;                ///< read once, and every index is an axis
};

class operator_view {
 public:
  operator_view(const ast::problem& problem, const target::cpu& target);

  const std::vector<std::int32_t>& spatial() const { return spatial_; }  ///< in the order of the output's dimensions
  const std::vector<std::int32_t>& reduced() const { return reduced_; }
  const std::vector<operand>& operands() const { return operands_; }
  std::int64_t extent(std::int32_t axis) const { return problem_->values[static_cast<std::size_t>(axis)]; }
  bool is_reduced(std::int32_t axis) const { return problem_->op.symbols[static_cast<std::size_t>(axis)].reduced; }
  std::int32_t lanes() const { return lanes_; }
  /// Iterations of all reductions together.
  std::int64_t reduction_length() const;

  bool uses(const operand& o, std::int32_t axis) const;
  /// Neighbours along the axis are neighbours in memory, in every read.
  bool contiguous(const operand& o, std::int32_t axis) const;
  bool output_contiguous(std::int32_t axis) const;
  /// How often an element is read, on average.
  std::int64_t reuse(const operand& o) const;
  /// A copy of it can be made whole: it is read at one place and not larger than a share of the memory that lowering
  /// allows for copies.
  bool packable(const operand& o) const;

 private:
  const ast::node& at(std::int32_t n) const { return problem_->op.nodes[static_cast<std::size_t>(n)]; }
  std::vector<std::int32_t> indices(std::int32_t read) const;
  bool mentions(std::int32_t node, std::int32_t axis) const;
  std::optional<std::int64_t> constant(std::int32_t node) const;
  std::optional<std::int64_t> coefficient(std::int32_t node, std::int32_t axis) const;
  bool contiguous_read(std::int32_t read, std::int32_t axis) const;
  void add_read(std::int32_t node);

  const ast::problem* problem_;
  std::int32_t lanes_;
  std::vector<std::int32_t> spatial_;
  std::vector<std::int32_t> reduced_;
  std::vector<operand> operands_;
};

}  // namespace hone::core::space

#if !defined(HONE_COMPILED)
#include <hone/space/impl/analysis.ipp>
#endif
