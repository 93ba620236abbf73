// SPDX-License-Identifier: Apache-2.0
/// \file
/// D03: illegal instruction. The model name, the feature bits and the state that the system has enabled contradict
/// each other; only bits and state count.
#include <string>

#include <hone/target/detect.hpp>
#include <hone/target/known.hpp>
#include <support/catch.hpp>

using namespace hone;
using namespace hone::core;
using target::cpuid_words;

namespace {

std::uint32_t bits(std::initializer_list<int> set) {
  std::uint32_t word = 0;
  for (const int k : set) word |= 1u << k;
  return word;
}

/// All that an AVX-512 server reports, with the state that its system has enabled.
cpuid_words server(std::string brand, std::uint64_t xcr0) {
  cpuid_words w;
  w.basic_1.ecx = bits({0, 9, 12, 19, 20, 22, 23, 27, 28, 29});
  w.basic_1.edx = bits({26});
  w.basic_7.ebx = bits({3, 5, 8, 16, 17, 28, 30, 31});
  w.extended_1.ecx = bits({5});
  w.xcr0 = xcr0;
  w.brand = std::move(brand);
  return w;
}

constexpr const char* promising = "Intel(R) Xeon(R) Platinum 8480+ with AVX-512";
constexpr const char* modest = "Intel(R) Celeron(R) N4000";

}  // namespace

TEST_CASE("a name that implies AVX-512 does not give it where the system has not enabled its state") {
  const auto c = target::describe_from(server(promising, 0x7));
  CHECK_FALSE(c.has("avx512f"));
  CHECK_FALSE(c.has("avx512vl"));
  CHECK(c.has("avx2"));
  CHECK(c.has("fma"));
  CHECK(c.vector_bytes == 32);
  CHECK(c.vector_registers == 16);
}

TEST_CASE("a name that implies AVX-512 does not give it where the bits are masked") {
  auto words = server(promising, 0xe7);
  words.basic_7.ebx &= ~bits({16, 17, 28, 30, 31});
  const auto c = target::describe_from(words);
  CHECK_FALSE(c.has("avx512f"));
  CHECK(c.vector_bytes == 32);
}

TEST_CASE("a modest name does not hide what is there") {
  const auto c = target::describe_from(server(modest, 0xe7));
  CHECK(c.features == target::known::avx512().features);
  CHECK(c.vector_bytes == 64);
  CHECK(c.vector_registers == 32);
}

TEST_CASE("without enabled state there are no wide registers") {
  const auto c = target::describe_from(server(promising, 0));
  CHECK(c.vector_bytes == 16);
  CHECK(c.has("sse4.2"));
  CHECK(c.has("bmi2"));
  for (const char* name : {"avx", "avx2", "fma", "f16c", "avx512f"}) CHECK_FALSE(c.has(name));
}

TEST_CASE("a feature goes with the one that it needs") {
  auto words = server(promising, 0xe7);
  words.basic_1.ecx &= ~bits({28});  // AVX masked, FMA and AVX2 forgotten
  const auto c = target::describe_from(words);
  for (const char* name : {"avx", "avx2", "fma", "f16c", "avx512f", "avx512bw"}) CHECK_FALSE(c.has(name));
}
