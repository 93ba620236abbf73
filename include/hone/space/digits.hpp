// SPDX-License-Identifier: Apache-2.0
/// \file
/// A space as digits: each a number among candidates. A tile of n loops has n - 1 digits, every other knob one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <hone/ast/problem.hpp>
#include <hone/config.hpp>
#include <hone/space/configuration.hpp>
#include <hone/space/definition.hpp>
#include <hone/target/cpu.hpp>

namespace hone::core::space {

struct digit {
  std::int32_t knob = -1;
  std::vector<std::int64_t> values;  ///< of knobs over loops: the number of the alternative
};

/// One candidate per digit, by its place in `digit::values`.
using point = std::vector<std::int32_t>;

class digit_list {
 public:
  digit_list() = default;
  /// Throws `error{empty_space}` when a knob has no candidate.
  digit_list(const definition& d, const ast::problem* problem, const target::cpu& target);

  std::size_t size() const { return list_.size(); }
  const digit& operator[](std::size_t k) const { return list_[k]; }
  const std::vector<digit>& all() const { return list_; }
  /// The first digit of a knob.
  std::int32_t first_of(std::int32_t knob) const { return first_[static_cast<std::size_t>(knob)]; }

  configuration to_configuration(const definition& d, const point& p) const;
  /// None, and the reason, when a knob is missing or has a value that is no candidate.
  std::optional<point> to_point(const definition& d, const configuration& c, std::string* reason) const;

 private:
  std::vector<digit> list_;
  std::vector<std::int32_t> first_;
};

/// Whether the knob chooses among alternatives that are loops.
constexpr bool chooses_loops(knob_kind k) {
  return k == knob_kind::vectorize || k == knob_kind::order || k == knob_kind::parallel || k == knob_kind::register_tile;
}
/// The digits of a knob: one per inner loop of a tile, else one.
inline std::size_t digits_of(const knob& k) {
  return k.kind == knob_kind::tile ? static_cast<std::size_t>(k.levels - 1) : 1;
}
/// The number of the alternative that has these values in a configuration, if there is one.
HONE_DECL std::optional<std::int32_t> alternative_of(const knob& k, const std::vector<std::int64_t>& values);

/// Trip counts worth trying for an inner loop of an axis, ascending: divisors of the extent, powers of two, small numbers
/// that suit register tiles, multiples of a vector; at most the extent, which need not be a multiple of them.
HONE_DECL std::vector<std::int64_t> tile_candidates(std::int64_t extent, std::int32_t lanes);

/// The value of a knob over loops in a configuration: axis and level of each loop of the alternative in turn. The place
/// of the alternative would change its meaning with the list.
HONE_DECL std::vector<std::int64_t> alternative_values(const std::vector<loop_ref>& alternative);

/// The extent that a tile splits.
HONE_DECL std::int64_t tiled_extent(const knob& tile, const ast::problem* problem);

/// What a vector holds: the widest accumulator, else the type of the result, and at least 32 bits.
HONE_DECL scalar_type computed_type(const ast::tree& op);

}  // namespace hone::core::space

#if !defined(HONE_COMPILED)
#include <hone/space/impl/digits.ipp>
#endif
