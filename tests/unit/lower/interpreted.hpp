// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loop programs of an operator on the interpreter, against its native loops. Data are small integers, so that every
/// order of summation gives the same bits.
#pragma once

#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <hone/ast/bind.hpp>
#include <hone/interp/run.hpp>
#include <hone/lower/lower.hpp>
#include <hone/meta/random.hpp>
#include <hone/native/run.hpp>
#include <support/catch.hpp>

namespace lower_test {

using namespace hone;
using namespace hone::core;

/// A processor with vectors of so many bytes.
inline target::cpu machine(std::int32_t vector_bytes = 32) {
  target::cpu t;
  t.features = {"avx", "avx2", "fma", "sse2"};
  t.vector_bytes = vector_bytes;
  return t;
}

/// Bytes at an address that a cache line divides.
class block {
 public:
  block(std::int64_t bytes, std::uint8_t fill) : bytes_(static_cast<std::size_t>(bytes)), memory_(bytes_ + 64, fill) {}
  void* data() {
    void* p = memory_.data();
    std::size_t room = memory_.size();
    return std::align(64, bytes_, p, room);
  }

 private:
  std::size_t bytes_;
  std::vector<std::uint8_t> memory_;
};

template <class T>
void fill_with(void* data, std::int64_t count, std::int64_t lowest, random_generator& random) {
  for (std::int64_t k = 0; k < count; ++k) {
    const T x = static_cast<T>(lowest + static_cast<std::int64_t>(random.below(5)));
    std::memcpy(static_cast<char*>(data) + k * static_cast<std::int64_t>(sizeof(T)), &x, sizeof(T));
  }
}

inline void fill(scalar_type type, void* data, std::int64_t count, random_generator& random) {
  switch (type) {
    case scalar_type::f32: return fill_with<float>(data, count, -2, random);
    case scalar_type::f64: return fill_with<double>(data, count, -2, random);
    case scalar_type::i32: return fill_with<std::int32_t>(data, count, -2, random);
    case scalar_type::i8: return fill_with<std::int8_t>(data, count, -128, random);  // wraps where products are not widened
    case scalar_type::u8: return fill_with<std::uint8_t>(data, count, 250, random);
    default: FAIL("no data of this type");
  }
}

/// The tensors of a problem. Inputs hold small integers; an output that is not read, and scratch memory, hold what no
/// kernel may leave or use: NaN in floating point, -1 in integers.
class memory {
 public:
  explicit memory(const ast::problem& p, const std::vector<lower::scratch>& scratches = {}) {
    constexpr std::uint8_t poison = 0xff;
    random_generator random(7);
    for (std::size_t s = 0; s < p.op.symbols.size(); ++s) {
      const auto& symbol = p.op.symbols[s];
      by_symbol_.push_back(nullptr);
      if (symbol.kind != ast::symbol_kind::tensor) continue;
      const auto span = p.layouts[s].span();
      blocks_.emplace_back(span * static_cast<std::int64_t>(bytes_of(symbol.type)), poison);
      void* data = by_symbol_.back() = blocks_.back().data();
      in_order_.push_back(data);
      if (!symbol.output || p.op.assignments.front().accumulates) fill(symbol.type, data, span, random);
      if (symbol.output) output_ = {data, static_cast<std::size_t>(span) * bytes_of(symbol.type)};
    }
    for (const auto& s : scratches) {
      blocks_.emplace_back(s.bytes, poison);
      in_order_.push_back(blocks_.back().data());
    }
  }
  std::span<void* const> by_symbol() const { return by_symbol_; }
  std::span<void* const> in_order() const { return in_order_; }
  std::string output() const { return {static_cast<const char*>(output_.first), output_.second}; }

 private:
  std::vector<block> blocks_;
  std::vector<void*> by_symbol_, in_order_;
  std::pair<void*, std::size_t> output_;
};

/// What the programs of a candidate make of the output.
inline std::string interpreted(const ast::problem& p, const lower::plan& plan, const std::vector<ir::program>& programs) {
  const memory m(p, plan.scratches);
  for (const auto& program : programs) interp::run(program, m.in_order());
  return m.output();
}

template <class Operator>
std::string native_output(const Operator& op, const ast::problem& p) {
  const memory m(p);
  native::run(op, p, m.by_symbol());
  return m.output();
}

/// A candidate, and its programs as each pass left them.
struct lowered {
  lower::candidate candidate;
  std::map<std::string, std::vector<ir::program>, std::less<>> after;
};

inline lowered lower_with_passes(const ast::problem& p, const space::schedule& s, const target::cpu& t) {
  lowered out;
  out.candidate = lower::lower(p, s, t, [&](std::string_view pass, const ir::program& program) {
    out.after[std::string(pass)].push_back(program);
  });
  return out;
}

/// The sentence with which a schedule is refused.
inline std::string refusal(const ast::problem& p, const space::schedule& s, const target::cpu& t = machine()) {
  try {
    lower::lower(p, s, t);
  } catch (const error& e) {
    CHECK(e.code() == error_code::bad_configuration);
    return e.what();
  }
  return "not refused";
}

}  // namespace lower_test
