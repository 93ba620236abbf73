// SPDX-License-Identifier: Apache-2.0
/// \file
/// Region inference: which elements of a tensor the inner loops read, from the index expressions of its reads.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <hone/ast/problem.hpp>
#include <hone/config.hpp>

namespace hone::core::lower {

/// An index expression as offset + sum of coefficient * axis + what is not affine. What is not affine (floor division,
/// modulo) is an opaque interval: `opaque` is the tree's node, its values span `opaque_extent` consecutive integers at
/// most from its smallest value on.
struct index_form {
  std::int64_t offset = 0;
  std::vector<std::int64_t> coefficients;  ///< by symbol
  std::vector<std::int32_t> opaque;        ///< nodes that are added as they are
  friend bool operator==(const index_form&, const index_form&) = default;
};

/// The affine form of an index expression, with attributes and sizes as numbers.
HONE_DECL index_form form_of(const ast::problem& problem, std::int32_t node);

/// The value of an index expression that has no axis.
HONE_DECL std::optional<std::int64_t> constant_value(const ast::problem& problem, std::int32_t node);

/// How many consecutive integers the expression covers at most, when each axis (by symbol) runs over `windows[axis]`
/// consecutive values. Sound for +, -, *, floor division, modulo.
HONE_DECL std::int64_t covered_extent(const ast::problem& problem, std::int32_t node,
                                      const std::vector<std::int64_t>& windows);

/// Every read of the tensor in the operator, padded ones included.
HONE_DECL std::vector<std::int32_t> reads_of(const ast::tree& op, std::int32_t tensor);

/// The index expressions of a read, one per dimension. They live in the tree.
HONE_DECL std::span<const std::int32_t> index_nodes(const ast::tree& op, std::int32_t read);

}  // namespace hone::core::lower

#if !defined(HONE_COMPILED)
#include <hone/lower/impl/region.ipp>
#endif
