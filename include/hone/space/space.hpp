// SPDX-License-Identifier: Apache-2.0
/// \file
/// The set of configurations that satisfy every constraint: counted, sampled, walked and searched.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <hone/ast/problem.hpp>
#include <hone/config.hpp>
#include <hone/meta/random.hpp>
#include <hone/space/configuration.hpp>
#include <hone/space/definition.hpp>
#include <hone/target/cpu.hpp>

namespace hone::core::space {

struct space_size {
  double value = 0;
  bool exact = true;  ///< false: an estimate
};

/// Number of points that a fraction of a size means, at least 1: 0.005 of 97600 is 488.
HONE_DECL std::int64_t points_in_fraction(double fraction, double size);

/// Immutable, cheap to copy, safe to use from many threads.
class space {
 public:
  /// `problem` is null for a space with no operator. Throws `error{bad_space}` for knobs that do not fit, and
  /// `error{empty_space}`, naming the constraint that excludes most, when no configuration is left.
  space(definition d, const ast::problem* problem, const target::cpu& target);

  const definition& knobs() const;
  space_size size() const;
  /// Whether `sample` is exactly uniform. It is whenever the size is exact.
  bool uniform() const;

  configuration sample(random_generator& random) const;
  /// Point `index` of [0, size), when the size is exact. Every point has one index.
  configuration at(std::uint64_t index) const;

  /// Whether the configuration is a point of the space; if not, `reason` says why in one sentence.
  bool contains(const configuration& c, std::string* reason = nullptr) const;
  /// The points that differ from a point in one value, or in two values of one tile. Never `c` itself.
  std::vector<configuration> neighbours(const configuration& c) const;
  /// One of them for a point of the space, changes of one value more often than of two; none when there is none.
  std::optional<configuration> random_neighbour(const configuration& c, random_generator& random) const;

  /// The point that is most like `c`, which may come from another space or problem: the smallest sum of the ratios (as
  /// logarithms) of the numbers that both have by name. Without an exact size, the best of some random points.
  configuration adapt(const configuration& c) const;

 private:
  struct state;
  std::shared_ptr<const state> state_;
};

}  // namespace hone::core::space

#if !defined(HONE_COMPILED)
#include <hone/space/impl/space.ipp>
#endif
