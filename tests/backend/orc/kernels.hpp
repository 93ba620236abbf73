// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loop programs that the tests of the ORC backend compile.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <hone/ir/builder.hpp>

namespace hone::core::test {

/// A dense vector of `count` elements in a slot.
inline ir::buffer vector_argument(std::string name, scalar_type type, std::int64_t count, std::int32_t slot,
                                  bool writable = false) {
  ir::buffer b;
  b.name = std::move(name);
  b.type = type;
  b.writable = writable;
  b.rank = 1;
  b.extents[0] = count;
  b.strides[0] = 1;
  b.alignment = static_cast<std::int32_t>(bytes_of(type));
  b.slot = slot;
  return b;
}

inline ir::buffer vector_register(std::string name, scalar_type type, std::int64_t count) {
  ir::buffer b = vector_argument(std::move(name), type, count, ir::none, true);
  b.scope = ir::buffer_scope::registers;
  return b;
}

/// C[rows][columns] += A panel * B panel over `depth`, f32: A is [k][row], B is [k][column], accumulators are a
/// register buffer, columns go by vectors of `lanes`. The loop over k has `unroll` steps a turn.
inline ir::program micro_kernel(std::int64_t rows, std::int64_t columns, std::int64_t depth, std::int64_t unroll = 1,
                                std::int32_t lanes = 8) {
  using namespace ir;
  ir::builder b("micro_kernel");
  const auto a = b.add_buffer(vector_argument("A", scalar_type::f32, depth * rows, 0));
  const auto x = b.add_buffer(vector_argument("B", scalar_type::f32, depth * columns, 1));
  const auto c = b.add_buffer(vector_argument("C", scalar_type::f32, rows * columns, 2, true));
  const auto sums = b.add_buffer(vector_register("sums", scalar_type::f32, rows * columns));
  const auto turn = b.add_variable("k");
  const auto at = [&](expr_id first) { return b.ramp(first, b.index(1), lanes); };

  std::vector<stmt_id> clear, step, write;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; j += lanes) {
      const auto place = at(b.index(i * columns + j));
      clear.push_back(b.store(sums, {place}, b.constant({scalar_type::f32, lanes}, 0)));
      write.push_back(b.store(c, {place}, b.add(b.load(c, {place}), b.load(sums, {place}))));
    }
  for (std::int64_t u = 0; u < unroll; ++u) {
    const auto k = b.add(b.mul(b.variable(turn), b.index(unroll)), b.index(u));
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < columns; j += lanes) {
        const auto left = b.load(a, {b.add(b.mul(k, b.index(rows)), b.index(i))});
        const auto right = b.load(x, {at(b.add(b.mul(k, b.index(columns)), b.index(j)))});
        const auto place = at(b.index(i * columns + j));
        step.push_back(b.store(sums, {place}, b.fma(left, right, b.load(sums, {place}))));
      }
  }
  const auto sweep = b.loop(turn, b.index(0), b.index(depth / unroll), loop_kind::serial, b.block(step));
  return b.finish(b.allocate(sums, b.block({b.block(clear), sweep, b.block(write)})));
}

}  // namespace hone::core::test
