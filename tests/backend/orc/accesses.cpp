// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loads and stores: contiguous, strided, gathered, masked; in arguments, in register buffers, beside memory that
/// must not be touched.
#include <numeric>

#include <sys/mman.h>
#include <unistd.h>

#include <hone/target/known.hpp>

#include "edges.hpp"
#include "kernels.hpp"

namespace hone::core::test {
namespace {

using ir::expr_id;
using ir::expr_kind;

template <class T>
std::vector<T> counting(std::size_t n) {
  std::vector<T> values(n);
  for (std::size_t k = 0; k < n; ++k) values[k] = static_cast<T>(3 * k + 1);
  return values;
}

/// y[ramp] = f(x) in vectors of 8; x and y have 64 elements, m is a mask of bytes.
template <class T>
struct access_program {
  ir::builder b{"access"};
  ir::buffer_id x = b.add_buffer(vector_argument("x", scalar_type_of<T>, 64, 0));
  ir::buffer_id m = b.add_buffer(vector_argument("m", scalar_type::u8, 64, 1));
  ir::buffer_id y = b.add_buffer(vector_argument("y", scalar_type_of<T>, 64, 2, true));

  expr_id at(std::int64_t first, std::int64_t step, std::int32_t lanes = 8) {
    return b.ramp(b.index(first), b.index(step), lanes);
  }
  expr_id mask(std::int64_t first, std::int32_t lanes = 8) {
    return b.cast(scalar_type::boolean, b.load(m, {at(first, 1, lanes)}));
  }
  void check(ir::stmt_id body) {
    std::vector<std::uint8_t> bits(64);
    for (std::size_t k = 0; k < 64; ++k) bits[k] = k % 3 == 0 || k % 7 == 2;
    check_same_everywhere(
        b.finish(body), {memory_block::of(counting<T>(64)), memory_block::of(bits), memory_block::of(counting<T>(64))});
  }
};

/// A dense row-major tensor.
ir::buffer tensor(std::string name, std::vector<std::int64_t> extents, std::int32_t slot, bool writable = false) {
  ir::buffer b = vector_argument(std::move(name), scalar_type::f32, 1, slot, writable);
  b.rank = static_cast<std::int32_t>(extents.size());
  std::int64_t stride = 1;
  for (std::size_t d = extents.size(); d-- > 0;) {
    b.extents[d] = extents[d];
    b.strides[d] = stride;
    stride *= extents[d];
  }
  return b;
}

/// Two pages, of which the second must not be touched.
class guarded_page {
 public:
  guarded_page() : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
    base_ = static_cast<char*>(mmap(nullptr, 2 * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(base_ + page_, page_, PROT_NONE);
  }
  guarded_page(const guarded_page&) = delete;
  guarded_page& operator=(const guarded_page&) = delete;
  ~guarded_page() { munmap(base_, 2 * page_); }
  /// The last `count` elements before the guard.
  template <class T>
  T* last(std::size_t count) const {
    return reinterpret_cast<T*>(base_ + page_) - count;
  }

 private:
  std::size_t page_;
  char* base_;
};

}  // namespace

TEST_CASE("vectors with any distance between lanes") {
  for_each_type([]<class T>(T) {
    for (const std::int64_t step : {1, 2, 5, -1, -3, 0}) {
      access_program<T> p;
      const auto from = p.at(step < 0 ? 40 : 2, step);
      p.check(p.b.store(p.y, {p.at(8, 1)}, p.b.load(p.x, {from})));
    }
    for (const std::int64_t step : {2, -1, 7}) {
      access_program<T> p;
      p.check(p.b.store(p.y, {p.at(step < 0 ? 30 : 1, step)}, p.b.load(p.x, {p.at(3, 1)})));
    }
  });
}

TEST_CASE("gathers and scatters by computed indices") {
  access_program<float> p;
  const auto wide = p.b.cast(scalar_type::i64, p.b.load(p.m, {p.at(8, 1)}));  // zeros and ones
  const auto index = p.b.add(p.b.mul(wide, p.b.constant({scalar_type::i64, 8}, 9)), p.at(4, 2));
  p.check(
      p.b.block({p.b.store(p.y, {p.at(0, 1)}, p.b.load(p.x, {index})),
                 p.b.store(p.y, {p.b.add(index, p.b.constant({scalar_type::i64, 8}, 20))}, p.b.load(p.x, {index}))}));
}

TEST_CASE("masked vectors") {
  for_each_type([]<class T>(T) {
    for (const std::int64_t step : {1, 2, -2, 0}) {
      access_program<T> p;
      const auto from = p.at(step < 0 ? 40 : 2, step);
      p.check(p.b.store(p.y, {p.at(8, 1)}, p.b.load(p.x, {from}, p.mask(5))));
    }
    for (const std::int64_t step : {1, 3, -1}) {
      access_program<T> p;
      p.check(p.b.store(p.y, {p.at(step < 0 ? 30 : 2, step)}, p.b.load(p.x, {p.at(3, 1)}), p.mask(11)));
    }
  });
}

TEST_CASE("masked scalars") {
  for_each_type([]<class T>(T) {
    access_program<T> p;
    std::vector<ir::stmt_id> all;
    for (std::int64_t k = 0; k < 8; ++k) {
      const auto mask = p.b.cast(scalar_type::boolean, p.b.load(p.m, {p.b.index(k)}));
      all.push_back(p.b.store(p.y, {p.b.index(k)}, p.b.load(p.x, {p.b.index(k)}, mask)));
      all.push_back(p.b.store(p.y, {p.b.index(k + 8)}, p.b.load(p.x, {p.b.index(k)}), mask));
    }
    p.check(p.b.block(all));
  });
}

TEST_CASE("register buffers with masked accesses") {
  for_each_type([]<class T>(T) {
    access_program<T> p;
    // 13 elements: the masked vector at 8 reaches beyond the last one
    const auto r = p.b.add_buffer(vector_register("r", scalar_type_of<T>, 13));
    const auto first = p.at(0, 1), tail = p.at(8, 1);
    const auto inside = p.b.binary(expr_kind::lt, tail, p.b.constant({scalar_type::i64, 8}, 13));
    p.check(p.b.allocate(
        r,
        p.b.block({p.b.store(r, {first}, p.b.load(p.x, {first})),
                   p.b.store(r, {tail}, p.b.load(p.x, {tail}, inside), inside),
                   p.b.store(r, {first}, p.b.add(p.b.load(r, {first}), p.b.load(p.x, {p.at(9, 1)})), p.mask(0)),
                   p.b.store(p.y, {first}, p.b.load(r, {first})), p.b.store(p.y, {tail}, p.b.load(r, {tail}, inside)),
                   p.b.store(p.y, {p.b.index(40)}, p.b.load(r, {p.b.index(12)}))})));
  });
}

TEST_CASE("a masked register buffer is registers all the same") {
  access_program<float> p;
  const auto r = p.b.add_buffer(vector_register("r", scalar_type::f32, 13));
  const auto k = p.b.add_variable("k");
  const auto tail = p.at(8, 1);
  const auto inside = p.b.binary(expr_kind::lt, tail, p.b.constant({scalar_type::i64, 8}, 13));
  const auto next = p.b.add(p.b.load(r, {tail}, inside), p.b.load(p.x, {p.b.ramp(p.b.variable(k), p.b.index(1), 8)}));
  const auto sweep =
      p.b.loop(k, p.b.index(0), p.b.index(50), ir::loop_kind::serial, p.b.store(r, {tail}, next, inside));
  const auto clear = p.b.store(r, {tail}, p.b.constant({scalar_type::f32, 8}, 0), inside);
  const auto body =
      p.b.allocate(r, p.b.block({clear, sweep, p.b.store(p.y, {tail}, p.b.load(r, {tail}, inside), inside)}));
  CHECK(compile({p.b.finish(body)}, target::known::avx2()).resources.stack_bytes == 0);
  p.check(body);
}

TEST_CASE("register buffers indexed by loops that are not unrolled") {
  access_program<float> p;
  const auto r = p.b.add_buffer(vector_register("r", scalar_type::f32, 16));
  const auto i = p.b.add_variable("i"), j = p.b.add_variable("j");
  const auto sixteen = [&](ir::variable_id v, ir::stmt_id body) {
    return p.b.loop(v, p.b.index(0), p.b.index(16), ir::loop_kind::unrolled, body);
  };
  const auto back = p.b.sub(p.b.index(15), p.b.variable(j));
  p.check(p.b.allocate(r, p.b.block({sixteen(i, p.b.store(r, {p.b.variable(i)}, p.b.load(p.x, {p.b.variable(i)}))),
                                     sixteen(j, p.b.store(p.y, {p.b.variable(j)}, p.b.load(r, {back})))})));
}

TEST_CASE("an index a dimension, or the distance in elements") {
  ir::builder b("transpose");
  const auto x = b.add_buffer(tensor("x", {6, 16}, 0));
  const auto y = b.add_buffer(tensor("y", {16, 6}, 1, true));
  const auto i = b.add_variable("i"), j = b.add_variable("j");
  const auto columns = b.ramp(b.mul(b.variable(j), b.index(8)), b.index(1), 8);
  const auto flat = b.add(b.mul(b.variable(i), b.index(16)), b.mul(b.variable(j), b.index(8)));
  const auto sum = b.add(b.load(x, {b.variable(i), columns}), b.load(x, {b.ramp(flat, b.index(1), 8)}));
  const auto inner =
      b.loop(j, b.index(0), b.index(2), ir::loop_kind::serial, b.store(y, {columns, b.variable(i)}, sum));
  const auto p = b.finish(b.loop(i, b.index(0), b.index(6), ir::loop_kind::serial, inner));
  check_same_everywhere(p, {memory_block::of(counting<float>(96)), memory_block(96 * 4)});
}

TEST_CASE("inactive lanes touch no memory") {
  const auto p = [](std::int64_t step, bool gathered) {
    ir::builder b("tail");
    auto x = vector_argument("x", scalar_type::f32, 5, 0), y = vector_argument("y", scalar_type::f32, 5, 1, true);
    x.extents[0] = y.extents[0] = 4 * step + 1;
    const auto from = b.add_buffer(x), to = b.add_buffer(y);
    const auto lanes = b.ramp(b.index(0), b.index(1), 8);
    const auto inside = b.binary(expr_kind::lt, lanes, b.constant({scalar_type::i64, 8}, 5));
    auto place = b.ramp(b.index(0), b.index(step), 8);
    if (gathered) place = b.select(b.binary(expr_kind::ge, lanes, b.index(0)), place, lanes);
    return b.finish(b.store(to, {place}, b.load(from, {place}, inside), inside));
  };
  for (const std::int64_t step : {1, 3})
    for (const bool gathered : {false, true})
      for (const target::cpu& cpu : targets()) {
        const auto made = compile({p(step, gathered)}, cpu);
        REQUIRE(made.error == "");
        const runtime::object_code code(made.object);
        const guarded_page in, out;
        const auto count = static_cast<std::size_t>(4 * step + 1);
        auto* x = in.last<float>(count);
        auto* y = out.last<float>(count);
        for (std::size_t k = 0; k < count; ++k) x[k] = static_cast<float>(k + 1);
        void* const buffers[] = {x, y};
        REQUIRE(code.find("tail")(buffers, nullptr, 0, 1, nullptr) == 0);
        for (std::size_t k = 0; k < count; ++k)
          CHECK(y[k] == (k % static_cast<std::size_t>(step) == 0 ? static_cast<float>(k + 1) : 0.0f));
      }
}

TEST_CASE("two buffers of one slot may overlap") {
  ir::builder b("views");
  const auto x = b.add_buffer(vector_argument("x", scalar_type::f32, 8, 0, true));
  const auto same = b.add_buffer(vector_argument("same", scalar_type::f32, 8, 0, true));
  const auto y = b.add_buffer(vector_argument("y", scalar_type::f32, 2, 1, true));
  const auto zero = b.index(0);
  const auto p = b.finish(
      b.block({b.store(y, {zero}, b.load(x, {zero})), b.store(same, {zero}, b.constant({scalar_type::f32, 1}, 7)),
               b.store(y, {b.index(1)}, b.load(x, {zero}))}));
  check_same_everywhere(p, {memory_block::of(counting<float>(8)), memory_block(8)});
}

}  // namespace hone::core::test
