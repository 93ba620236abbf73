// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs a loop program by interpretation, with every access checked: the oracle of the tests.
#pragma once

#include <cstdint>
#include <span>

#include <hone/config.hpp>
#include <hone/interp/compile.hpp>
#include <hone/ir/program.hpp>

namespace hone::core::interp {

/// Runs iterations [begin, end) of the parallel (or outermost grid) loop, counted from 0; end = -1: all. `buffers[k]`
/// is the first element of the buffer with slot k, aligned for its element type. Throws `error{out_of_bounds}` for an
/// access outside a buffer and `error{bad_program}` for a read of memory that was allocated and not written, or
/// threads of a group that do not meet at one barrier; each with buffer and index.
HONE_DECL void run(const ir::program& p, std::span<void* const> buffers, std::int64_t begin = 0, std::int64_t end = -1);
/// The same with a program that is compiled already.
HONE_DECL void run(const code& c, std::span<void* const> buffers, std::int64_t begin = 0, std::int64_t end = -1);

}  // namespace hone::core::interp

#if !defined(HONE_COMPILED)
#include <hone/interp/impl/run.ipp>
#endif
