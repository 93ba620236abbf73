// SPDX-License-Identifier: Apache-2.0
/// \file
/// One program for every rule that it breaks, and bytes that are no programs.
#include <hone/ir/verify.hpp>

#include <random>

#include <hone/diag/error.hpp>
#include <hone/ir/bytes.hpp>
#include <hone/ir/parse.hpp>
#include <support/catch.hpp>
#include <support/random_program.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::ir;

namespace {

const std::string head = R"(kernel k
buffer a: f32[4, 8] strides [8, 1] argument 0
buffer c: f32[4, 8] strides [8, 1] argument 1 writable
buffer r: f32[8] strides [1] registers
)";

std::string verdict(const std::string& body) { return verify(parse(head + body)).value_or("sound"); }
bool says(const std::string& text, const std::string& part) {
  INFO(text);
  return text.find(part) != std::string::npos;
}
program sound() { return parse(head + "for i in [0, 4) parallel {\n c[i, ramp(0, 1, 8)] = a[i, ramp(0, 1, 8)]\n}\n"); }

/// The verdict on a sound program after a change.
template <class Change>
std::string after(Change change) {
  program p = sound();
  change(p);
  return verify(p).value_or("sound");
}
template <class Kind>
expr& first(program& p, Kind kind) {
  for (auto& e : p.exprs)
    if (e.kind == kind) return e;
  throw internal_error("no such expression");
}

}  // namespace

TEST_CASE("sound programs have no verdict") {
  CHECK(!verify(sound()));
  CHECK(verdict("c[31] = a[0]") == "sound");
  for (std::uint64_t seed = 0; seed < 200; ++seed) CHECK(!verify(test::random_program(seed, seed % 2 == 0).draw()));
}

TEST_CASE("rules of scope") {
  CHECK(says(verdict("for i in [0, 4) {\n c[i, 0] = f32(1)\n}\nc[i, 0] = f32(1)"), "variable i is not defined here"));
  CHECK(says(verdict("for i in [0, 4) {\n for i in [0, 4) {\n c[i, 0] = f32(1)\n }\n}"), "variable i is defined already"));
  CHECK(verdict("for i in [0, 4) {\n c[i, 0] = f32(1)\n}\nfor i in [0, 4) {\n c[i, 0] = f32(1)\n}") == "sound");
  CHECK(says(verdict("r[0] = f32(1)"), "in `r[0] = f32(1)`: buffer r is not allocated here"));
  CHECK(says(verdict("allocate r {\n allocate r {\n r[0] = f32(1)\n }\n}"), "buffer r is allocated already"));
  CHECK(says(verdict("allocate a {\n barrier\n}"), "not of a kind that is allocated"));
  CHECK(says(verdict("for i in [0, 4) {\n for j in [0, 4) parallel {\n barrier\n }\n}"), "a parallel loop is the root"));
}

TEST_CASE("rules of accesses") {
  CHECK(says(verdict("a[0, 0] = f32(1)"), "argument a is not writable"));
  CHECK(says(verdict("c[0, 8] = f32(1)"), "index 8 is outside dimension 1 of c, which has 8"));
  CHECK(says(verdict("c[-1, 0] = f32(1)"), "index -1 is outside dimension 0"));
  CHECK(says(verdict("c[32] = f32(1)"), "index 32 is outside"));
  CHECK(says(verdict("c[0, 0, 0] = f32(1)"), "buffer c has rank 2, not 3"));
  CHECK(says(verdict("c[f32(0), 0] = f32(1)"), "an index of c is f32, not i64"));
  CHECK(says(verdict("c[0, 0] = 1"), "the value has the type of buffer c"));
  CHECK(says(verdict("c[0, 0] = f32x8(1)"), "as many lanes as its widest index"));
  CHECK(says(verdict("c[ramp(0, 1, 2), ramp(0, 1, 4)] = f32x4(1)"), "different numbers of lanes"));
  CHECK(says(verdict("c[0, ramp(0, 1, 4) | true] = f32x4(1)"), "the predicate of c"));
  CHECK(says(verdict("c[0, 0 | 1] = f32(1)"), "the predicate of c"));
}

TEST_CASE("rules of types") {
  CHECK(says(verdict("if 1 {\n c[0] = f32(1)\n}"), "the condition is a bool"));
  CHECK(says(verdict("c[0] = select(1, f32(1), f32(2))"), "condition and values"));
  CHECK(says(verdict("c[0] = fma(1, f32(1), f32(2))"), "fma has floating-point operands"));
  CHECK(says(verdict("c[0] = reinterpret<f32>(f64(1))"), "one size"));
  CHECK(says(verdict("c[ramp(0, 1, 4)] = broadcast(f32x4(1), 4)"), "a broadcast makes a vector of a scalar"));
  CHECK(says(verdict("c[ramp(0, f32(1), 4)] = f32x4(1)"), "base and stride"));
  CHECK(says(verdict("c[0] = reduce_lanes<sum>(f32x3(1))"), "power of two"));
  CHECK(says(verdict("c[0] = cast<f32>(i8(200))"), "no value of its type"));
}

TEST_CASE("rules of references") {
  CHECK(says(after([](program& p) { p.root = none; }), "no root"));
  CHECK(says(after([](program& p) { p.root = 99; }), "no root"));
  CHECK(says(after([](program& p) { p.lists.pop_back(); }), "outside the program's lists"));
  CHECK(says(after([](program& p) { p.lists[0] = 1000; }), "unknown id"));
  CHECK(says(after([](program& p) { first(p, expr_kind::ramp).operands[0] = 1000; }), "wrong operands"));
  CHECK(says(after([](program& p) { first(p, expr_kind::load).ref = 7; }), "unknown buffer"));
  CHECK(says(after([](program& p) { first(p, expr_kind::variable).ref = -2; }), "unknown variable"));
  CHECK(says(after([](program& p) { first(p, expr_kind::variable).type.scalar = scalar_type::i32; }), "not the variable's"));
  CHECK(says(after([](program& p) { first(p, expr_kind::load).type.scalar = scalar_type::f64; }), "not the buffer's"));
  CHECK(says(after([](program& p) { first(p, expr_kind::load).kind = static_cast<expr_kind>(200); }), "no kind"));
  CHECK(says(after([](program& p) { p.stmts[0].kind = static_cast<stmt_kind>(200); }), "no kind"));
  CHECK(says(after([](program& p) { p.stmts[static_cast<std::size_t>(p.root)].body = p.root; }), "wrong body"));
  CHECK(says(after([](program& p) { p.buffers[0].rank = 9; }), "rank outside"));
  CHECK(says(after([](program& p) { p.buffers[0].slot = none; }), "has no slot"));
  CHECK(says(after([](program& p) { p.buffers[1].name = "a"; }), "two buffers are named a"));
  CHECK(says(after([](program& p) { p.variables[0].name = "1x"; }), "is no name"));
  program p = sound();
  p.root = none;
  CHECK_THROWS_AS(verify_or_throw(p), internal_error);
}

TEST_CASE("programs survive as bytes") {
  std::vector<program> programs;
  for (std::uint64_t seed = 0; seed < 50; ++seed) programs.push_back(test::random_program(seed, false).draw());
  CHECK(programs_from_bytes(to_bytes(programs)) == programs);
  CHECK(programs_from_bytes(to_bytes({})).empty());
}

TEST_CASE("bytes that are no sound programs are an error") {
  const byte_string good = to_bytes({sound()});
  for (std::size_t n = 0; n < good.size(); ++n)
    REQUIRE_THROWS_AS(programs_from_bytes(byte_view(good).first(n)), error);
  byte_string longer = good;
  longer.push_back(0);
  CHECK_THROWS_AS(programs_from_bytes(longer), error);
  std::mt19937 random(3);
  for (int round = 0; round < 3000; ++round) {  // changed bytes are an error or another sound program
    byte_string changed = good;
    changed[random() % changed.size()] = static_cast<std::uint8_t>(random());
    try {
      for (const auto& p : programs_from_bytes(changed)) REQUIRE(!verify(p));
    } catch (const error&) {
    }
  }
}
