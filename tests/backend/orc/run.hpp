// SPDX-License-Identifier: Apache-2.0
/// \file
/// Compiles programs with the plug-in, runs them, and compares what they did with the interpreter, bit for bit.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <hone/interp/run.hpp>
#include <hone/ir/bytes.hpp>
#include <hone/ir/print.hpp>
#include <hone/jit/plugin.hpp>
#include <hone/runtime/object.hpp>
#include <hone/target/bytes.hpp>
#include <hone/target/describe.hpp>
#include <hone/target/detect.hpp>
#include <support/catch.hpp>

namespace hone::core::test {

inline jit::compilation compile(const std::vector<ir::program>& programs, const target::cpu& cpu,
                                std::uint32_t flags = HONE_COMPILE_DEFAULT) {
  static const jit::plugin orc = jit::open_backend("orc");
  return orc.compile(ir::to_bytes(programs), target::to_bytes(cpu), flags);
}

inline std::string text_of(const jit::compilation& c) { return {c.object.begin(), c.object.end()}; }

/// This machine, and the lesser ones that it can stand for.
inline std::vector<target::cpu> targets() {
  const target::cpu host = target::detect();
  return {host, target::without(host, {"fma"}), target::without(host, {"avx2", "fma"}),
          target::restrict_to(host, {"sse2"})};
}

/// Memory of a buffer: 64-byte aligned, filled with a pattern until written.
class memory_block {
 public:
  explicit memory_block(std::size_t bytes) : lines_((bytes + 63) / 64 + 1), bytes_(bytes) {
    std::memset(data(), 0xa5, lines_.size() * sizeof(line));
  }
  template <class T>
  static memory_block of(const std::vector<T>& values) {
    memory_block m(values.size() * sizeof(T));
    if (!values.empty()) std::memcpy(m.data(), values.data(), m.bytes_);
    return m;
  }
  void* data() { return lines_.data(); }
  std::size_t bytes() const { return bytes_; }
  template <class T>
  T at(std::size_t k) const {
    T value;
    std::memcpy(&value, reinterpret_cast<const char*>(lines_.data()) + k * sizeof(T), sizeof(T));
    return value;
  }

 private:
  struct alignas(64) line {
    char bytes[64];
  };
  std::vector<line> lines_;
  std::size_t bytes_;
};

using memory_blocks = std::vector<memory_block>;

inline std::vector<void*> addresses(memory_blocks& blocks) {
  std::vector<void*> out;
  for (auto& b : blocks) out.push_back(b.data());
  return out;
}

/// Which NaN it is does not count.
inline bool same_element(scalar_type type, const memory_block& a, const memory_block& b, std::size_t k) {
  switch (type) {
    case scalar_type::f64:
      if (std::isnan(a.at<double>(k)) && std::isnan(b.at<double>(k))) return true;
      [[fallthrough]];
    case scalar_type::i64: return a.at<std::int64_t>(k) == b.at<std::int64_t>(k);
    case scalar_type::f32:
      if (std::isnan(a.at<float>(k)) && std::isnan(b.at<float>(k))) return true;
      [[fallthrough]];
    case scalar_type::i32: return a.at<std::int32_t>(k) == b.at<std::int32_t>(k);
    default: return a.at<std::int8_t>(k) == b.at<std::int8_t>(k);
  }
}

/// The first difference between buffers of two runs; empty when there is none.
inline std::string difference(const ir::program& p, const memory_blocks& expected, const memory_blocks& found) {
  for (const ir::buffer& b : p.buffers) {
    if (b.slot == ir::none) continue;
    const auto slot = static_cast<std::size_t>(b.slot);
    for (std::size_t k = 0; k < expected[slot].bytes() / bytes_of(b.type); ++k)
      if (!same_element(b.type, expected[slot], found[slot], k)) return b.name + " differs at " + std::to_string(k);
  }
  return {};
}

/// Runs the program by interpretation and as machine code for `cpu`, on copies of the same buffers.
inline void check_same(const ir::program& p, const memory_blocks& buffers, const target::cpu& cpu,
                       std::int64_t begin = 0, std::int64_t end = 1) {
  memory_blocks expected = buffers, found = buffers;
  interp::run(p, addresses(expected), begin, end);
  const auto made = compile({p}, cpu);
  INFO(ir::to_string(p));
  INFO(target::fingerprint(cpu));
  REQUIRE(made.error == "");
  const runtime::object_code code(made.object);
  const hone_entry entry = code.find(p.name);
  REQUIRE(entry != nullptr);
  const hone_runtime_table table{sizeof table};
  REQUIRE(entry(addresses(found).data(), nullptr, begin, end, &table) == 0);
  CHECK(difference(p, expected, found) == "");
}

inline void check_same_everywhere(const ir::program& p, const memory_blocks& buffers, std::int64_t begin = 0,
                                  std::int64_t end = 1) {
  for (const target::cpu& cpu : targets()) check_same(p, buffers, cpu, begin, end);
}

}  // namespace hone::core::test
