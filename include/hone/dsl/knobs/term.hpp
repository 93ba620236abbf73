// SPDX-License-Identifier: Apache-2.0
/// \file
/// What knobs and constraints are as plain data with names: the form in which they leave the type system.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <hone/dsl/node_kind.hpp>

namespace hone::dsl {

/// What a knob decides.
enum class knob_kind : std::uint8_t {
  tile,           ///< into how many and how large loops an axis is split
  choice,         ///< a number with no meaning to Hone
  pack,           ///< where an operand is copied
  unroll,         ///< how often the body of a loop is repeated
  vectorize,      ///< which loop is the vector
  order,          ///< which loop is inside which
  parallel,       ///< which loop runs on several threads
  register_tile,  ///< which loops are unrolled whole, their results in registers
};

/// What constraints know about the target.
enum class fact : std::uint8_t { vector_registers, vector_bytes, l1_bytes, l2_bytes, l3_bytes, cores };

/// A loop by name: of an axis, or, where a number is tiled, of a knob.
struct loop_name {
  std::string_view axis;
  std::string_view knob;
  int level = 0;
};

/// A term of a constraint in postfix order.
struct plain_term {
  enum class source_kind : std::uint8_t { constant, extent, fact, level, knob, operation };
  source_kind source = source_kind::constant;
  node_kind operation = node_kind::literal;
  dsl::fact which = fact::cores;
  std::string_view name;   ///< extent: of an axis, size or attribute; knob: of a knob
  loop_name loop;          ///< level
  std::int64_t value = 0;  ///< constant
};

/// A knob; which fields matter depends on the kind, as in `space::knob`.
struct plain_knob {
  knob_kind kind = knob_kind::choice;
  std::string_view name;     ///< empty: a fixed decision
  std::string_view subject;  ///< tile: axis (empty: a number is tiled); pack: tensor
  std::int64_t extent = 0;
  int levels = 1;
  std::vector<std::int64_t> values;
  std::vector<std::vector<loop_name>> loops;
};

/// All knobs and constraints of a `knobs(...)`. The names refer to static storage.
struct plain_knobs {
  std::vector<plain_knob> knobs;
  std::vector<std::vector<plain_term>> constraints;
};

}  // namespace hone::dsl
