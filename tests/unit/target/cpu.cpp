// SPDX-License-Identifier: Apache-2.0
/// \file
/// Processors as data: restricted, described, as bytes and as a fingerprint.
#include <hone/target/bytes.hpp>
#include <hone/target/describe.hpp>
#include <hone/target/features.hpp>
#include <hone/target/known.hpp>
#include <support/catch.hpp>

using namespace hone;
using namespace hone::core;

TEST_CASE("a processor survives the way through bytes") {
  auto c = target::known::avx512();
  c.model = "some \"model\"";
  const auto bytes = target::to_bytes(c);
  CHECK(target::from_bytes(bytes) == c);
  for (std::size_t n = 0; n < bytes.size(); ++n) CHECK_THROWS_AS(target::from_bytes({bytes.data(), n}), error);
  auto longer = bytes;
  longer.push_back(0);
  CHECK_THROWS_AS(target::from_bytes(longer), error);
}

TEST_CASE("restricting a processor") {
  const auto c = target::known::avx512();
  const auto baseline = target::restrict_to(c, {"sse2"});
  CHECK(baseline.features == std::vector<std::string>{"sse2"});
  CHECK(baseline.vector_bytes == 16);
  CHECK(baseline.cores == c.cores);
  CHECK(target::restrict_to(c, {"avx2", "sse2"}).features == std::vector<std::string>{"sse2"});  // avx2 needs avx
  CHECK(target::restrict_to(target::known::baseline(), {"sse2", "avx2"}) == target::known::baseline());

  const auto no_fma = target::without(target::known::avx2(), {"fma"});
  CHECK_FALSE(no_fma.has("fma"));
  CHECK(no_fma.has("avx2"));
  CHECK(no_fma.vector_bytes == 32);
  CHECK_FALSE(target::without(c, {"avx"}).has("avx512vl"));
  CHECK(target::without(c, {"avx"}).vector_registers == 16);
}

TEST_CASE("features that nobody knows are dropped") {
  CHECK(target::consistent({"sse2", "3dnow", "sse3"}) == std::vector<std::string>{"sse2", "sse3"});
}

TEST_CASE("each feature stands after the one that it needs") {
  for (auto f = target::known_features.begin(); f != target::known_features.end(); ++f) {
    const auto needed = [&](const target::feature& other) { return other.name == f->needs; };
    CHECK((f->needs.empty() || std::any_of(target::known_features.begin(), f, needed)));
  }
}

TEST_CASE("the known processors") {
  CHECK(target::known::baseline().lanes(scalar_type::f32) == 4);
  CHECK(target::known::avx2().lanes(scalar_type::f32) == 8);
  CHECK(target::known::avx512().lanes(scalar_type::f32) == 16);
  CHECK(target::known::avx512().vector_registers == 32);
}

TEST_CASE("a line for people") {
  CHECK(target::describe(target::known::avx2()) ==
        "x86-64 with AVX2: 4 cores, avx2 fma, 16 vectors of 32 bytes, caches 32 KB, 512 KB, 8 MB");
  target::cpu c;
  CHECK(target::describe(c) == "x86_64: 1 core, sse2, 16 vectors of 16 bytes, caches 32 KB, 512 KB, 8 MB");
}

TEST_CASE("the fingerprint holds what decides and not the name") {
  auto c = target::known::avx2();
  const auto text = target::fingerprint(c);
  CHECK(text.find(' ') == std::string::npos);
  c.model = "another";
  CHECK(target::fingerprint(c) == text);
  CHECK(target::fingerprint(target::without(c, {"movbe"})) != text);
  for (auto field : {&target::cpu::l1_bytes, &target::cpu::l2_bytes, &target::cpu::l3_bytes}) {
    auto other = c;
    other.*field += 64;
    CHECK(target::fingerprint(other) != text);
  }
  c.cores = 5;  // the threads of a kernel stand in the key
  CHECK(target::fingerprint(c) == text);
}

TEST_CASE("a fingerprint gives back architecture and features") {
  for (const auto& c : {target::known::baseline(), target::known::avx512(), target::cpu{}}) {
    const auto back = target::from_fingerprint(target::fingerprint(c));
    CHECK(back.architecture == c.architecture);
    CHECK(back.features == c.features);
  }
  CHECK(target::from_fingerprint("").features.empty());
  CHECK(target::from_fingerprint("aarch64").architecture == "aarch64");
  CHECK(target::from_fingerprint("x86_64;+avx").features == std::vector<std::string>{"avx"});
}
