// SPDX-License-Identifier: Apache-2.0
/// \file
/// A point of a search space as a value: named knobs with integers. Never an index, so it survives a changed space.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hone::core::space {

/// The value of one knob: a tile's inner extents (outermost first), a permutation, or one number.
struct knob_value {
  std::string knob;
  std::vector<std::int64_t> values;
  friend bool operator==(const knob_value&, const knob_value&) = default;
};

/// Values in the order in which the space declares its knobs. Text form: `ti=6x2 tj=4x16 tk=256 pb=1 u=4`.
struct configuration {
  std::vector<knob_value> knobs;
  friend bool operator==(const configuration&, const configuration&) = default;
};

/// Stands for the default schedule, which is a point of no space: a search measures it like any other candidate, and a
/// record may hold it.
inline configuration default_configuration() { return {{{"default", {}}}}; }
inline bool is_default(const configuration& c) { return c == default_configuration(); }

}  // namespace hone::core::space
