// SPDX-License-Identifier: Apache-2.0
/// \file
/// A loop program as bytecode: instructions over a flat file of registers, one 8-byte slot a lane.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <hone/config.hpp>
#include <hone/ir/program.hpp>

namespace hone::core::interp {

/// A lane: integers and bool as i64 (in the range of their type), floating point as a double (f32 ones rounded to f32).
union value {
  std::int64_t i;
  double f;
};

enum class opcode : std::uint8_t {
  arithmetic,  ///< target = kind(a, b, c), lane by lane, operands of `type`
  broadcast,   ///< every lane of target = a
  copy,
  ramp,        ///< a + l * b
  cast,        ///< from `from` to `type`
  reinterpret,
  select,      ///< a ? b : c
  reduce,      ///< combine the lanes of a (there are `lanes`) into one
  load,        ///< through accesses[a]
  store,       ///< b through accesses[a]
  jump,        ///< to instruction c
  jump_unless, ///< to c when a is false
  loop_begin,  ///< target = a, end in target + 1 = a + b; to c when b <= 0
  loop_next,   ///< to c unless ++target is the end
  allocate,    ///< makes the content of buffer a undefined
  barrier,
  finish,
};

struct instruction {
  opcode op = opcode::finish;
  ir::expr_kind kind = ir::expr_kind::add;
  scalar_type type = scalar_type::i64;
  scalar_type from = scalar_type::i64;
  reduction combine = reduction::sum;
  std::int32_t lanes = 1;
  std::int32_t target = 0, a = 0, b = 0, c = 0;
};

/// A register, and the distance from lane to lane: 0 for a scalar that all lanes share.
struct operand {
  std::int32_t at = 0;
  std::int32_t step = 0;
};

/// Where a load or store goes.
struct access {
  ir::buffer_id buffer = 0;
  std::int32_t count = 0;
  std::array<operand, ir::max_rank> indices{};
  std::array<std::int64_t, ir::max_rank> extents{};
  std::array<std::int64_t, ir::max_rank> strides{};
  operand predicate;
  bool has_predicate = false;
};

/// A loop over the threads of a group: iteration t of it runs on the threads with that coordinate.
struct thread_loop {
  std::int64_t extent = 1;
  std::int32_t coordinate = 0;  ///< register that holds t
};

struct code {
  ir::program source;                   ///< for the sentences of faults
  std::vector<instruction> instructions;
  std::vector<access> accesses;
  std::vector<value> registers;         ///< as they are at the start
  std::int32_t begin_register = 0;      ///< range of the root loop, counted from 0
  std::int32_t end_register = 0;
  std::int64_t iterations = 1;          ///< of the root loop
  std::vector<thread_loop> group;       ///< outermost first; empty: one thread

  std::int64_t threads() const {
    std::int64_t n = 1;
    for (const auto& loop : group) n *= loop.extent;
    return n;
  }
};

/// Loops of kind thread, warp and lane that enclose the whole body (outside them only grid or parallel loops, lets and
/// allocations) make a group whose threads meet at barriers; their extents and the root loop's are constants, else
/// `error{bad_program}`. Elsewhere such loops run one iteration after the other and may hold no barrier.
/// The program is verified first (`error{bad_program}`).
HONE_DECL code compile(const ir::program& p);

}  // namespace hone::core::interp

#if !defined(HONE_COMPILED)
#include <hone/interp/impl/compile.ipp>
#endif
