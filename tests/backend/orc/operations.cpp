// SPDX-License-Identifier: Apache-2.0
/// \file
/// Every operation at every edge value, scalar and in vectors, on each target: machine code against the interpreter.
#include <hone/ir/arithmetic.hpp>
#include <hone/ir/types.hpp>

#include "edges.hpp"
#include "kernels.hpp"

namespace hone::core::test {
namespace {

using ir::expr_id;
using ir::expr_kind;
using ir::value_type;

constexpr std::array lane_counts{1, 8, 16};

/// y[k] = f(a[k], b[k]) over all pairs, `lanes` at a time. `f(builder, a, b)` may give any type.
template <class T, class F>
void check_pairs(const char* name, scalar_type result, std::int32_t lanes, F f) {
  const auto pairs = edge_pairs<T>();
  const auto count = static_cast<std::int64_t>(pairs.first.size());
  ir::builder b(name);
  const auto a = b.add_buffer(vector_argument("a", scalar_type_of<T>, count, 0));
  const auto x = b.add_buffer(vector_argument("b", scalar_type_of<T>, count, 1));
  const auto y = b.add_buffer(vector_argument("y", result, count, 2, true));
  const auto k = b.add_variable("k");
  const auto place = b.ramp(b.mul(b.variable(k), b.index(lanes)), b.index(1), lanes);
  const auto body = b.store(y, {place}, f(b, b.load(a, {place}), b.load(x, {place})));
  const auto p = b.finish(b.loop(k, b.index(0), b.index(count / lanes), ir::loop_kind::serial, body));
  check_same_everywhere(p, {memory_block::of(pairs.first), memory_block::of(pairs.second),
                            memory_block(pairs.first.size() * bytes_of(result))});
}

/// The kinds from `first` to `last` that take operands of a type.
std::vector<expr_kind> kinds_between(expr_kind first, expr_kind last, scalar_type type) {
  std::vector<expr_kind> out;
  for (int k = static_cast<int>(first); k <= static_cast<int>(last); ++k) {
    const auto kind = static_cast<expr_kind>(k);
    if (ir::broken_rule(kind, {type, 1}, {type, 1}) == nullptr) out.push_back(kind);
  }
  return out;
}

template <class T>
void check_binary(expr_kind kind) {
  const bool compares = ir::is_comparison(kind);
  for (const std::int32_t lanes : lane_counts)
    check_pairs<T>(info(kind).name.data(), compares ? scalar_type::u8 : scalar_type_of<T>, lanes,
                   [&](ir::builder& b, expr_id x, expr_id y) {
                     const auto r = b.binary(kind, x, y);
                     return compares ? b.cast(scalar_type::u8, r) : r;
                   });
}

template <class T>
void check_unary(expr_kind kind) {
  for (const std::int32_t lanes : lane_counts)
    check_pairs<T>(info(kind).name.data(), scalar_type_of<T>, lanes,
                   [&](ir::builder& b, expr_id x, expr_id) { return b.unary(kind, x); });
}

}  // namespace

TEST_CASE("arithmetic and comparison") {
  for_each_type([]<class T>(T) {
    for (const auto kind : kinds_between(expr_kind::add, expr_kind::max, scalar_type_of<T>)) check_binary<T>(kind);
    for (const auto kind : kinds_between(expr_kind::lt, expr_kind::ne, scalar_type_of<T>)) check_binary<T>(kind);
  });
}

TEST_CASE("operations on bits") {
  for_each_type([]<class T>(T) {
    for (const auto kind : kinds_between(expr_kind::bit_and, expr_kind::shift_right, scalar_type_of<T>))
      check_binary<T>(kind);
  });
}

TEST_CASE("negation, absolute value and rounding") {
  for_each_type([]<class T>(T) {
    for (const auto kind : {expr_kind::neg, expr_kind::abs}) check_unary<T>(kind);
    if constexpr (std::is_floating_point_v<T>)
      for (const auto kind : {expr_kind::sqrt, expr_kind::floor, expr_kind::ceil}) check_unary<T>(kind);
  });
}

TEST_CASE("division by constants") {
  for_each_type([]<class T>(T) {
    if constexpr (std::is_integral_v<T>)
      for (const int divisor : {0, 1, 2, 3, 7, 8, 64, 100, -1, -2, -7})
        for (const auto kind : {expr_kind::div, expr_kind::mod})
          for (const std::int32_t lanes : {1, 8})
            check_pairs<T>("by_constant", scalar_type_of<T>, lanes, [&](ir::builder& b, expr_id x, expr_id) {
              return b.binary(kind, x, b.constant({scalar_type_of<T>, lanes}, divisor));
            });
  });
}

TEST_CASE("casts saturate") {
  for_each_type([]<class From>(From) {
    for (const auto to :
         {scalar_type::f64, scalar_type::f32, scalar_type::i64, scalar_type::i32, scalar_type::i8, scalar_type::u8})
      for (const std::int32_t lanes : lane_counts)
        check_pairs<From>("cast", to, lanes, [&](ir::builder& b, expr_id x, expr_id) { return b.cast(to, x); });
  });
}

TEST_CASE("casts from and to bool") {
  for_each_type([]<class T>(T) {
    for (const std::int32_t lanes : lane_counts)
      check_pairs<T>("bool", scalar_type_of<T>, lanes, [&](ir::builder& b, expr_id x, expr_id) {
        return b.cast(scalar_type_of<T>, b.cast(scalar_type::boolean, x));
      });
  });
}

TEST_CASE("logic and select") {
  for_each_type([]<class T>(T) {
    for (const std::int32_t lanes : lane_counts)
      check_pairs<T>("logic", scalar_type_of<T>, lanes, [&](ir::builder& b, expr_id x, expr_id y) {
        const auto less = b.binary(expr_kind::lt, x, y), equal = b.binary(expr_kind::eq, x, x);
        const auto both = b.binary(expr_kind::logical_and, less, equal);
        const auto either =
            b.binary(expr_kind::logical_or, b.unary(expr_kind::logical_not, both), b.binary(expr_kind::ne, y, y));
        return b.select(either, x, b.select(less, y, b.constant({scalar_type_of<T>, lanes}, 5)));
      });
  });
}

TEST_CASE("reinterpretation keeps the bits") {
  check_pairs<float>("bits", scalar_type::i32, 8, [](ir::builder& b, expr_id x, expr_id) {
    return b.add(b.reinterpret({scalar_type::i32, 8}, x), b.constant({scalar_type::i32, 8}, 1));
  });
  check_pairs<std::int64_t>("bits", scalar_type::f64, 4, [](ir::builder& b, expr_id x, expr_id) {
    return b.unary(expr_kind::neg, b.reinterpret({scalar_type::f64, 4}, x));
  });
}

TEST_CASE("lanes are reduced pairwise") {
  for_each_type([]<class T>(T) {
    for (const auto combine : {reduction::sum, reduction::product, reduction::min, reduction::max})
      for (const std::int32_t lanes : {2, 4, 8, 16})
        check_pairs<T>("reduce", scalar_type_of<T>, lanes, [&](ir::builder& b, expr_id x, expr_id y) {
          return b.add(b.broadcast(b.reduce_lanes(combine, x), lanes), y);
        });
  });
}

TEST_CASE("multiplication and addition are not contracted, and fma rounds once") {
  const auto product_and_sum = [](bool fused) {
    return [fused](ir::builder& b, expr_id x, expr_id y) {
      const auto scaled = b.mul(x, b.constant(b.type_of(x), 1.0 / 3));
      return fused ? b.fma(x, scaled, y) : b.add(b.mul(x, scaled), y);
    };
  };
  for (const std::int32_t lanes : lane_counts) {
    check_pairs<float>("mul_add", scalar_type::f32, lanes, product_and_sum(false));
    check_pairs<double>("mul_add", scalar_type::f64, lanes, product_and_sum(false));
  }
  const auto p = micro_kernel(4, 8, 3);
  std::vector<float> a(12, 1.0f / 3), x(24, 0.1f);
  if (target::detect().has("fma"))
    check_same(p, {memory_block::of(a), memory_block::of(x), memory_block::of(std::vector<float>(32, -0.1f))},
               target::detect());
}

TEST_CASE("numbers of lanes that no register has") {
  for_each_type([]<class T>(T) {
    for (const std::int32_t lanes : {2, 3, 4, 6, 12, 32})
      check_pairs<T>("odd", scalar_type_of<T>, lanes, [](ir::builder& b, expr_id x, expr_id y) {
        return b.select(b.binary(expr_kind::le, x, y), b.add(x, y), b.min(x, y));
      });
  });
}

}  // namespace hone::core::test
