// SPDX-License-Identifier: Apache-2.0
/// \file
/// Cheap features of a configuration, in closed form from the values of its knobs: what search scores by the thousand.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <hone/ast/problem.hpp>
#include <hone/config.hpp>
#include <hone/space/configuration.hpp>
#include <hone/space/definition.hpp>
#include <hone/target/cpu.hpp>

namespace hone::core::features {

/// Changed whenever a name or a formula changes.
inline constexpr int knob_feature_version = 1;

/// The features of one space: their number and meaning are the same for each of its configurations.
///
/// For each knob its values (log2(1 + v) of counts; alternatives as they are). With an operator also, by axis and level
/// of loops, log2 of the elements that one iteration covers and the share of a whole number of such blocks that the
/// axis does not fill; by tensor and level, log2 of the bytes that an iteration touches; the elements of the innermost
/// tile in vectors.
class knob_features {
 public:
  /// `problem` is null for a space with no operator. It must outlive the object.
  HONE_DECL knob_features(const space::definition& d, const ast::problem* problem, const target::cpu& target);

  std::size_t width() const { return names_.size(); }
  const std::vector<std::string>& names() const { return names_; }

  /// Appends `width()` numbers. Does not allocate where `row` has room.
  HONE_DECL void append(const space::configuration& c, std::vector<float>& row) const;

 private:
  struct tiled_axis {
    std::int32_t symbol = -1;
    std::int64_t extent = 1;
    std::string knob;                       ///< empty: one loop, or fixed inner extents
    std::vector<std::int64_t> fixed;
  };
  struct dimension {
    std::vector<std::int64_t> coefficients;  ///< by tiled axis
  };
  struct touched {
    std::int64_t element_bytes = 1;
    std::vector<dimension> dimensions;
  };
  static constexpr int levels = 3;  ///< blocks inside loops of level 0, 1, 2

  HONE_DECL void name_knobs(const space::definition& d);
  HONE_DECL void name_operator(const space::definition& d, const ast::problem& p);
  HONE_DECL void append_operator(const space::configuration& c, std::vector<float>& row) const;

  std::vector<std::string> names_;
  std::vector<std::size_t> knob_widths_;  ///< by named knob
  std::vector<bool> knob_counts_;         ///< whether its values are counts
  std::vector<tiled_axis> axes_;
  std::vector<touched> tensors_;
  std::int32_t lanes_ = 1;
};

}  // namespace hone::core::features

#if !defined(HONE_COMPILED)
#include <hone/features/impl/knob_features.ipp>
#endif
