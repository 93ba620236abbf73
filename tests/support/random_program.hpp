// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random loop programs that verify and run without a fault, for laws about programs.
#pragma once

#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <hone/ir/arithmetic.hpp>
#include <hone/ir/builder.hpp>
#include <hone/ir/types.hpp>

namespace hone::core::test {

/// Draws programs over the arguments a (f32[8, 16]), b (f64[32]), c (i32[24]), d (i8[16]), e (u8[16]), all writable,
/// with slots 0 to 4, and two register buffers.
class random_program {
 public:
  /// `folded`: expressions are made by the builder's constructors; else many are interned as they are drawn.
  random_program(std::uint64_t seed, bool folded) : random_(seed), folded_(folded), b_("random") {}

  ir::program draw() {
    add("a", scalar_type::f32, {8, 16}, 0);
    add("b", scalar_type::f64, {32}, 1);
    add("c", scalar_type::i32, {24}, 2);
    add("d", scalar_type::i8, {16}, 3);
    add("e", scalar_type::u8, {16}, 4);
    add("r", scalar_type::f32, {16}, ir::none);
    add("s", scalar_type::i32, {2, 8}, ir::none);
    const auto i = b_.add_variable("i");
    variables_.push_back(i);
    const auto extent = pick(4) + 1;
    const auto body = filled(b_.block({statement(3), statement(3), statement(2), last_store()}));
    return b_.finish(b_.loop(i, b_.index(pick(5) - 2), b_.index(extent), ir::loop_kind::parallel, body));
  }

 private:
  using kind = ir::expr_kind;

  std::int64_t pick(std::int64_t n) { return std::uniform_int_distribution<std::int64_t>(0, n - 1)(random_); }
  bool chance(int percent) { return pick(100) < percent; }

  void add(const std::string& name, scalar_type type, const std::vector<std::int64_t>& extents, std::int32_t slot) {
    ir::buffer x;
    x.name = name;
    x.type = type;
    x.rank = static_cast<std::int32_t>(extents.size());
    x.slot = slot;
    x.scope = slot == ir::none ? ir::buffer_scope::registers : ir::buffer_scope::argument;
    x.writable = slot != ir::none;
    std::int64_t stride = 1;
    for (std::size_t k = extents.size(); k-- > 0; stride *= extents[k]) x.extents[k] = extents[k], x.strides[k] = stride;
    buffers_.push_back(b_.add_buffer(x));
  }

  // Statements
  /// Register buffers get their content before anything reads them.
  ir::stmt_id filled(ir::stmt_id body) {
    const auto r = buffers_[5], s = buffers_[6];
    const auto all = b_.ramp(b_.index(0), b_.index(1), 16);
    const auto store_r = b_.store(r, {all}, expression({scalar_type::f32, 16}, 0));
    const auto store_s = b_.store(s, {all}, expression({scalar_type::i32, 16}, 0));
    return b_.allocate(r, b_.allocate(s, b_.block({store_r, store_s, body})));
  }
  ir::stmt_id last_store() { return store(); }
  ir::stmt_id statement(int depth) {
    switch (depth == 0 ? 0 : pick(6)) {
      case 1:
      case 2: return loop(depth);
      case 3: return b_.branch(expression({scalar_type::boolean, 1}, 2), statement(depth - 1), chance(50) ? statement(depth - 1) : ir::none);
      case 4: return let(depth);
      case 5: return b_.block({statement(depth - 1), statement(depth - 1)});
      default: return store();
    }
  }
  ir::stmt_id loop(int depth) {
    static constexpr ir::loop_kind kinds[] = {ir::loop_kind::serial, ir::loop_kind::unrolled, ir::loop_kind::virtual_thread};
    const auto v = b_.add_variable(chance(50) ? "j" : "k");
    const auto min = chance(60) ? b_.index(pick(6) - 2) : expression({}, 1);
    const auto extent = chance(70) ? b_.index(pick(4) + 1) : wrapped(expression({}, 2), 4);
    variables_.push_back(v);
    const auto body = statement(depth - 1);
    variables_.pop_back();
    return b_.loop(v, min, extent, kinds[pick(3)], body);
  }
  ir::stmt_id let(int depth) {
    const auto type = chance(50) ? ir::value_type{} : any_type();
    const auto value = expression(type, 2);
    const auto v = b_.add_variable("x", type);
    variables_.push_back(v);
    const auto body = statement(depth - 1);
    variables_.pop_back();
    return b_.let(v, value, body);
  }
  ir::stmt_id store() {
    const auto target = buffers_[static_cast<std::size_t>(pick(7))];
    const std::int32_t lanes = chance(40) ? 4 : 1;
    const auto at = place(target, lanes);
    const auto predicate = chance(20) ? expression({scalar_type::boolean, lanes}, 1) : ir::none;
    return b_.store(target, at, expression({b_.buffer_of(target).type, widest(at)}, 3), predicate == ir::none || widest(at) == lanes ? predicate : ir::none);
  }
  std::int32_t widest(const std::vector<ir::expr_id>& at) {
    std::int32_t lanes = 1;
    for (const auto e : at) lanes = std::max(lanes, b_.type_of(e).lanes);
    return lanes;
  }

  /// Indices inside a buffer: flattened now and then.
  std::vector<ir::expr_id> place(ir::buffer_id id, std::int32_t lanes) {
    const ir::buffer x = b_.buffer_of(id);
    if (x.rank > 1 && chance(20)) return {inside(x.span(), lanes)};
    std::vector<ir::expr_id> at;
    for (std::int32_t d = 0; d < x.rank; ++d)
      at.push_back(inside(x.extents[static_cast<std::size_t>(d)], d + 1 == x.rank ? lanes : 1));
    return at;
  }
  ir::expr_id inside(std::int64_t extent, std::int32_t lanes) {
    if (lanes == 1) return wrapped(expression({}, 2), extent);
    const std::int64_t stride = extent >= 8 ? pick(2) + 1 : 1;
    if (chance(30)) return wrapped(b_.ramp(expression({}, 1), b_.index(stride), lanes), extent);
    return b_.ramp(wrapped(expression({}, 2), extent - stride * (lanes - 1)), b_.index(stride), lanes);
  }
  ir::expr_id wrapped(ir::expr_id e, std::int64_t extent) { return b_.mod(e, b_.constant({scalar_type::i64, 1}, extent)); }

  // Expressions
  ir::value_type any_type() {
    static constexpr std::int32_t lanes[] = {1, 1, 2, 4};
    return {static_cast<scalar_type>(pick(scalar_type_count)), lanes[pick(4)]};
  }
  ir::expr_id raw(kind k, ir::value_type type, ir::expr_id x, ir::expr_id y = ir::none, ir::expr_id z = ir::none) {
    ir::expr e;
    e.kind = k;
    e.type = type;
    e.operands = {x, y, z};
    return b_.intern(e);
  }
  ir::expr_id expression(ir::value_type type, int depth) {
    if (depth == 0 || chance(15)) return leaf(type);
    if (type.lanes > 1 && chance(25)) {
      const auto scalar = expression(type.with_lanes(1), depth - 1);
      if (type.scalar == scalar_type::i64 && chance(60)) return b_.ramp(scalar, expression({}, depth - 1), type.lanes);
      return folded_ ? b_.broadcast(scalar, type.lanes) : raw(kind::broadcast, type, scalar);
    }
    if (type.scalar == scalar_type::boolean) return condition(type, depth);
    switch (pick(10)) {
      case 0: return select(type, depth);
      case 1: return cast(type, depth);
      case 2: if (type.lanes == 1 && chance(50)) return b_.reduce_lanes(static_cast<reduction>(pick(4)), expression(type.with_lanes(4), depth - 1));
              return select(type, depth);
      default: return is_float(type.scalar) ? real(type, depth) : integer(type, depth);
    }
  }
  ir::expr_id binary(kind k, ir::expr_id x, ir::expr_id y) {
    if (folded_ || chance(50)) return b_.binary(k, x, y);
    const auto type = b_.type_of(x);
    return raw(k, ir::is_comparison(k) ? type.with_scalar(scalar_type::boolean) : type, x, y);
  }
  ir::expr_id unary(kind k, ir::expr_id x) { return folded_ || chance(50) ? b_.unary(k, x) : raw(k, b_.type_of(x), x); }

  ir::expr_id select(ir::value_type type, int depth) {
    const auto c = expression(type.with_scalar(scalar_type::boolean), depth - 1);
    const auto x = expression(type, depth - 1), y = expression(type, depth - 1);
    return folded_ || chance(50) ? b_.select(c, x, y) : raw(kind::select, type, c, x, y);
  }
  ir::expr_id cast(ir::value_type type, int depth) {
    const auto from = any_type().with_lanes(type.lanes);
    const auto x = expression(from, depth - 1);
    if (chance(30) && ir::same_bits(from, type)) return b_.reinterpret(type, x);
    return folded_ || chance(50) ? b_.cast(type.scalar, x) : raw(kind::cast, type, x);
  }
  ir::expr_id condition(ir::value_type type, int depth) {
    if (chance(30)) {
      const auto k = static_cast<kind>(static_cast<int>(kind::logical_and) + pick(3));
      const auto x = expression(type, depth - 1);
      return k == kind::logical_not ? unary(k, x) : binary(k, x, expression(type, depth - 1));
    }
    const auto k = static_cast<kind>(static_cast<int>(kind::lt) + pick(6));
    const auto of = chance(70) ? type.with_scalar(scalar_type::i64) : any_type().with_lanes(type.lanes);
    return binary(k, expression(of, depth - 1), expression(of, depth - 1));
  }
  ir::expr_id real(ir::value_type type, int depth) {
    static constexpr kind kinds[] = {kind::add, kind::sub, kind::mul, kind::div, kind::min, kind::max, kind::neg,
                                     kind::abs, kind::sqrt, kind::floor, kind::ceil, kind::fma};
    const auto k = kinds[pick(12)];
    const auto x = expression(type, depth - 1);
    if (k == kind::fma) return b_.fma(x, expression(type, depth - 1), expression(type, depth - 1));
    return ir::info(k).arity == 1 ? unary(k, x) : binary(k, x, expression(type, depth - 1));
  }
  ir::expr_id integer(ir::value_type type, int depth) {
    static constexpr kind kinds[] = {kind::add, kind::sub, kind::mul, kind::div, kind::mod, kind::min, kind::max,
                                     kind::add, kind::sub, kind::neg, kind::abs, kind::bit_and, kind::bit_or,
                                     kind::bit_xor, kind::shift_left, kind::shift_right};
    const auto k = kinds[pick(chance(80) ? 9 : 16)];
    const auto x = expression(type, depth - 1);
    if (ir::info(k).arity == 1) return unary(k, x);
    const bool by_constant = k == kind::div || k == kind::mod || k == kind::mul;
    return binary(k, x, by_constant && chance(80) ? constant(type) : expression(type, depth - 1));
  }

  ir::expr_id leaf(ir::value_type type) {
    std::vector<ir::variable_id> fitting;
    for (const auto v : variables_)
      if (b_.variable_of(v).type == type) fitting.push_back(v);
    if (!fitting.empty() && chance(75)) return b_.variable(fitting[static_cast<std::size_t>(pick(static_cast<std::int64_t>(fitting.size())))]);
    if (chance(60))
      for (const auto id : buffers_)
        if (b_.buffer_of(id).type == type.scalar && (type.lanes == 1 || type.lanes == 4) && loads_ < 40) {
          ++loads_;
          return b_.broadcast(b_.load(id, place(id, type.lanes)), type.lanes);
        }
    return constant(type);
  }
  ir::expr_id constant(ir::value_type type) {
    if (is_float(type.scalar)) {
      static constexpr double special[] = {0.0, -0.0, 1.5, -2.25, 0.1, 1e30, std::numeric_limits<double>::infinity(),
                                           -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()};
      return b_.constant(type, chance(50) ? special[pick(9)] : std::normal_distribution<double>()(random_));
    }
    if (chance(3)) return b_.constant(type, std::numeric_limits<std::int64_t>::max() - pick(2));
    if (chance(3)) return b_.constant(type, std::numeric_limits<std::int64_t>::min() + pick(2));
    return b_.constant(type, chance(80) ? pick(9) : pick(40) - 20);
  }

  std::mt19937_64 random_;
  bool folded_;
  ir::builder b_;
  std::vector<ir::buffer_id> buffers_;
  std::vector<ir::variable_id> variables_;
  int loads_ = 0;
};

/// Memory for the five arguments, filled from a seed.
struct random_memory {
  std::vector<float> a = std::vector<float>(128);
  std::vector<double> b = std::vector<double>(32);
  std::vector<std::int32_t> c = std::vector<std::int32_t>(24);
  std::vector<std::int8_t> d = std::vector<std::int8_t>(16);
  std::vector<std::uint8_t> e = std::vector<std::uint8_t>(16);

  explicit random_memory(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::uniform_int_distribution<int> small(-128, 127);
    for (auto& x : a) x = static_cast<float>(small(random)) / 8;
    for (auto& x : b) x = small(random) / 16.0;
    for (auto& x : c) x = small(random);
    for (auto& x : d) x = static_cast<std::int8_t>(small(random));
    for (auto& x : e) x = static_cast<std::uint8_t>(small(random) + 128);
  }
  std::vector<void*> slots() { return {a.data(), b.data(), c.data(), d.data(), e.data()}; }
  /// All bytes, for comparison (NaN equals NaN of the same bits).
  std::vector<std::uint8_t> bytes() const {
    std::vector<std::uint8_t> out;
    const auto append = [&out](const auto& v) {
      const auto* p = reinterpret_cast<const std::uint8_t*>(v.data());
      out.insert(out.end(), p, p + v.size() * sizeof v[0]);
    };
    append(a), append(b), append(c), append(d), append(e);
    return out;
  }
};

}  // namespace hone::core::test
