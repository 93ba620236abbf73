// SPDX-License-Identifier: Apache-2.0
/// \file
/// The text form: what it looks like, that it reads back, and what is said when it cannot be read.
#include <hone/ir/print.hpp>

#include <cmath>
#include <limits>
#include <string>

#include <hone/ir/builder.hpp>
#include <hone/ir/canonical.hpp>
#include <hone/ir/parse.hpp>
#include <support/catch.hpp>
#include <support/random_program.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::ir;

namespace {

const std::string everything = R"(kernel everything
buffer A: f32[64, 61] strides [61, 1] argument 0
buffer C: f32[64, 61] strides [64, 1] argument 1 writable aligned 64
buffer W: f64[] strides [] scratch 2 writable
buffer acc: f32[8] strides [1] registers
buffer tile: u8[4, 4] strides [5, 1] shared
for i in [0, 64) parallel {
  allocate tile {
    for j in [1, +min(8, 64 - 8 * i)) unrolled {
      allocate acc {
        acc[ramp(0, 1, 8)] = f32x8(0)
        if j * 8 < 61 && logical_not(i == 3) {
          C[i, j | j < 4] = A[i, j - (i - j)] * (f32(0.5) + cast<f32>(i * (j * 2))) - f32(-0)
        } else {
          let x.1: f32x8 = fma(acc[ramp(0, 1, 8)], f32x8(nan), f32x8(-inf)) {
            acc[ramp(0, 1, 8)] = select(x.1 < f32x8(1e+30), x.1, neg(x.1))
            acc[0] = reduce_lanes<max>(x.1)
          }
          barrier
        }
      }
    }
    for k in [0, i) thread {
      tile[k, 0] = u8(255)
    }
  }
  W[0] = reinterpret<f64>(shift_left(i % -4, 3))
}
)";

std::string complaint(const std::string& body) {
  try {
    (void)parse("kernel k\nbuffer a: f32[8] strides [1] argument 0 writable\n" + body);
  } catch (const error& e) {
    CHECK(e.code() == error_code::bad_program);
    return e.what();
  }
  return "no error";
}

program of_constant(value_type type, double value) {
  builder b("k");
  buffer x;
  x.name = "a";
  x.type = type.scalar;
  x.rank = 1;
  x.extents[0] = x.strides[0] = 1;
  x.slot = 0;
  x.writable = true;
  const auto a = b.add_buffer(x);
  return b.finish(b.store(a, {b.index(0)}, b.constant(type, value)));
}

}  // namespace

TEST_CASE("every form of the text reads and prints back as it was") {
  CHECK(to_string(parse(everything)) == everything);
}

TEST_CASE("parse(to_string(p)) == p, for programs that are folded and programs that are not") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    const program p = test::random_program(seed, seed % 2 == 0).draw();
    REQUIRE(canonical(p) == p);
    REQUIRE(parse(to_string(p)) == p);
  }
}

TEST_CASE("floating-point constants read back bit by bit") {
  std::mt19937_64 random(1);
  std::vector<double> values{0.0, -0.0, 0.1, 1e-310, 5e-324, std::numeric_limits<double>::max(),
                             std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()};
  while (values.size() < 2000) values.push_back(std::bit_cast<double>(random()));
  for (const double x : values) {
    const program wide = of_constant({scalar_type::f64, 1}, x);
    REQUIRE(parse(to_string(wide)) == wide);
    const auto narrow = std::bit_cast<float>(static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(x) >> 32));
    const program p = of_constant({scalar_type::f32, 1}, static_cast<double>(narrow));
    REQUIRE(parse(to_string(p)) == p);
  }
}

TEST_CASE("a NaN with a payload keeps it") {
  program p = of_constant({scalar_type::f64, 1}, 1);
  for (auto& e : p.exprs)
    if (e.type.scalar == scalar_type::f64) e.bits = 0x7ff8000000000123;
  CHECK(parse(to_string(p)) == p);
}

TEST_CASE("blocks inside blocks are one block") {
  builder b("k");
  const stmt_id x = b.barrier();
  program p = b.so_far();
  p.lists = {x, x};
  p.stmts.push_back({stmt_kind::block, {}, none, {none, none}, 0, 2, none, none});
  p.lists.push_back(1);
  p.lists.push_back(x);
  p.stmts.push_back({stmt_kind::block, {}, none, {none, none}, 2, 2, none, none});
  p.root = 2;
  CHECK(canonical(p).statement(canonical(p).root).count == 3);
  CHECK(parse(to_string(p)) == canonical(p));
}

TEST_CASE("names that are words of the language") {
  const std::string text = "kernel kernel\nbuffer for: f32[8] strides [1] argument 0 writable\n"
                           "buffer else: f32[8] strides [1] argument 1 writable\n"
                           "for min in [0, 8) {\n  for[min] = else[min(min, 3)]\n  if min < 3 {\n    for[0] = f32(1)\n  }\n"
                           "  else[min] = for[0]\n}\n";
  CHECK(to_string(parse(text)) == text);
}

TEST_CASE("what cannot be read is said with its line") {
  CHECK(complaint("a[0] = b[0]") == "line 3: no buffer is named b");
  CHECK(complaint("a[0] = x") == "line 3: no variable is named x");
  CHECK(complaint("for i of [0, 8) {}") == "line 3: expected 'in' before 'of [0, 8) {}'");
  CHECK(complaint("for i in [1, 8) {}") == "line 3: expected '+' and the extent before '8) {}'");
  CHECK(complaint("for i in [0, 8) quickly {}") == "line 3: expected a kind of loop before 'quickly {}'");
  CHECK(complaint("\n\na[0] = ") == "line 5: expected an expression before the end of the line");
  CHECK(complaint("a[0] = f32(1) + 1") == "line 3: add of f32 and i64: operands have one type");
  CHECK(complaint("a[0] = frob(1)") == "line 3: no operation is named frob");
  CHECK(complaint("a[0] = f32(x)") == "line 3: expected a number before 'x)'");
  CHECK(complaint("for i in [0, 8) { a[i] = f32(1)") == "line 3: expected '}' before the end of the line");
  CHECK(complaint("let x: f64 = 3 { }") == "line 3: the value of x is i64");
  CHECK(complaint("buffer b: f16[8] strides [1] argument 0") == "line 3: expected a type before 'f16[8] strid'");
  CHECK(complaint("} ") == "line 3: expected a statement before '} '");
  CHECK_THROWS_AS(parse(""), error);
}

TEST_CASE("text cut anywhere is an error or another program, never a crash") {
  for (std::size_t n = 0; n < everything.size(); ++n) {
    try {
      (void)parse(std::string_view(everything).substr(0, n));
    } catch (const error&) {
    }
  }
  SUCCEED();
}
