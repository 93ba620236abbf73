// SPDX-License-Identifier: Apache-2.0
/// \file
/// A lowered candidate: what the runtime executes with no compiler. Plain data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <hone/ast/problem.hpp>
#include <hone/ir/program.hpp>
#include <hone/meta/scalar_type.hpp>

namespace hone::core::lower {

/// A tensor that the caller passes.
struct argument {
  std::string name;
  scalar_type type = scalar_type::f32;
  ast::layout layout;
  bool written = false;  ///< the output
  bool read = true;      ///< an input, or an output that is accumulated into
  /// An input of which each element is read only for the element of the output with the same indices, before that is
  /// written: where type and layout agree, it may be the very memory of the output.
  bool in_place = false;
  friend bool operator==(const argument&, const argument&) = default;
};

/// Memory that the runtime provides to a call.
struct scratch {
  std::int64_t bytes = 0;
  std::int32_t alignment = 64;
  bool per_thread = false;  ///< each thread has its own, with undefined content at the start of a chunk
  friend bool operator==(const scratch&, const scratch&) = default;
};

/// Runs iterations [0, iterations) of a program's parallel loop, in any partition; the next launch starts when all
/// are done.
struct launch {
  std::string entry;  ///< symbol of the entry in the object
  std::int64_t iterations = 1;
  friend bool operator==(const launch&, const launch&) = default;
};

/// Buffers are numbered: first the arguments, then the scratch buffers.
struct plan {
  std::vector<argument> arguments;
  std::vector<scratch> scratches;
  std::vector<launch> launches;
  friend bool operator==(const plan&, const plan&) = default;
};

/// A plan and the programs that its launches name, before compilation.
struct candidate {
  lower::plan plan;
  std::vector<ir::program> programs;
};

}  // namespace hone::core::lower
