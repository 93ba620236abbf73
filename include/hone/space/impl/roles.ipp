// SPDX-License-Identifier: Apache-2.0
/// \file
/// Choosing the axes and the size of the register tile.
#pragma once

#include <algorithm>

#include <hone/space/roles.hpp>

namespace hone::core::space {

namespace detail {

/// Loading a vector element by element takes about as many instructions as it has lanes.
inline constexpr double gather_cost = 4;
inline constexpr double strided_store_cost = 0.02;  ///< once per reduction, so it hardly shows
inline constexpr double lane_sum_cost = 4;          ///< vectors' worth of work at the end of a reduction along the vector

inline double filled(std::int64_t extent, std::int64_t block) {
  if (extent < 1) return 1;
  return static_cast<double>(extent) / static_cast<double>((extent + block - 1) / block * block);
}

/// Whether a vector along the axis needs neither gathers nor a copy that does not pay.
inline bool loads_whole_vectors(const operator_view& op, const operand& o, std::int32_t axis) {
  if (!op.uses(o, axis) || op.contiguous(o, axis)) return true;
  return o.plain && op.packable(o) && op.reuse(o) >= min_reuse_to_pack;
}

inline bool reuses_vector(const operator_view& op, std::int32_t vector, std::int32_t rows) {
  return std::any_of(op.operands().begin(), op.operands().end(),
                     [&](const operand& o) { return op.uses(o, vector) && !op.uses(o, rows); });
}

inline std::int32_t best_vector(const operator_view& op) {
  std::int32_t best = -1;
  double score = 0;
  const auto consider = [&](std::int32_t axis) {
    const double s = vector_score(op, axis);
    if (best >= 0 && s <= score) return;
    best = axis;
    score = s;
  };
  for (auto a = op.spatial().rbegin(); a != op.spatial().rend(); ++a) consider(*a);
  for (auto a = op.reduced().rbegin(); a != op.reduced().rend(); ++a) consider(*a);
  return best;
}

/// Rows that reuse the vector before others, long before short, inner before outer.
inline std::int32_t best_rows(const operator_view& op, std::int32_t vector) {
  std::int32_t best = -1;
  double score = 0;
  for (auto a = op.spatial().rbegin(); a != op.spatial().rend(); ++a) {
    if (*a == vector || op.extent(*a) < 2) continue;
    const double s = (reuses_vector(op, vector, *a) ? 100 : 1) * static_cast<double>(std::min<std::int64_t>(op.extent(*a), 8));
    if (best >= 0 && s <= score) continue;
    best = *a;
    score = s;
  }
  return best;
}

}  // namespace detail

HONE_DECL double vector_score(const operator_view& op, std::int32_t axis) {
  double cost = 1;
  for (const auto& o : op.operands())
    if (!detail::loads_whole_vectors(op, o, axis)) cost += detail::gather_cost;
  const double share = detail::filled(op.extent(axis), op.lanes());
  if (op.is_reduced(axis)) {
    const auto length = static_cast<double>(op.extent(axis));
    return share / cost * length / (length + detail::lane_sum_cost * op.lanes());
  }
  if (!op.output_contiguous(axis)) cost += op.reduced().empty() ? detail::gather_cost : detail::strided_store_cost;
  return share / cost;
}

HONE_DECL axis_roles find_roles(const operator_view& op) {
  axis_roles roles;
  roles.vector = detail::best_vector(op);
  if (roles.vector < 0) return roles;
  roles.rows = detail::best_rows(op, roles.vector);
  roles.rows_reuse = roles.rows >= 0 && detail::reuses_vector(op, roles.vector, roles.rows);
  for (const auto a : op.spatial()) {
    if (a == roles.vector || a == roles.rows) continue;
    const bool everywhere = std::all_of(op.operands().begin(), op.operands().end(),
                                        [&](const operand& o) { return op.uses(o, a); });
    (everywhere ? roles.batch : roles.other).push_back(a);
  }
  return roles;
}

HONE_DECL tile_size best_register_tile(std::int64_t row_extent, std::int64_t vector_extent, std::int32_t lanes,
                                       std::int32_t registers) {
  tile_size best;
  double score = 0;
  const auto row_limit = std::clamp<std::int64_t>(row_extent, 1, registers);
  const auto vector_limit = std::clamp<std::int64_t>((vector_extent + lanes - 1) / lanes, 1, registers);
  for (std::int64_t vectors = 1; vectors <= vector_limit; ++vectors)
    for (std::int64_t rows = 1; rows <= row_limit; ++rows) {
      const auto needed = rows * vectors + vectors + 1;
      if (needed > registers) break;
      const auto sums = static_cast<double>(rows * vectors);
      const double loads = static_cast<double>(rows + vectors) / sums;
      double s = detail::filled(row_extent, rows) * detail::filled(vector_extent, vectors * lanes);
      s *= std::min(1.0, 1 / loads) * std::min(1.0, sums / 8);
      s *= 1 - loads / 4;                    // fewer loads leave room for what the model does not know
      if (needed == registers) s *= 0.95;    // measured: 6x2 beats 4x3 by more than the loads say
      if (s > score) {
        score = s;
        best = {rows, vectors};
      }
    }
  return best;
}

}  // namespace hone::core::space
