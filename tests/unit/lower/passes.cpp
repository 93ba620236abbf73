// SPDX-License-Identifier: Apache-2.0
/// \file
/// Each pass on programs written by hand.
#include <support/catch.hpp>

#include <cmath>
#include <string>
#include <vector>

#include <hone/diag/error.hpp>
#include <hone/interp/run.hpp>
#include <hone/ir/parse.hpp>
#include <hone/ir/print.hpp>
#include <hone/ir/verify.hpp>
#include <hone/lower/contract.hpp>
#include <hone/lower/flatten.hpp>
#include <hone/lower/unroll.hpp>
#include <hone/lower/vectorize.hpp>

using namespace hone;
using namespace hone::core;

namespace {

const std::string head = R"(kernel k
buffer a: f32[16] strides [1] argument 0
buffer m: f32[4, 5] strides [8, 1] argument 1
buffer c: f32[16] strides [1] argument 2 writable
buffer d: f32[4, 5] strides [1, 4] argument 3 writable
buffer e: f32[9] strides [3] argument 1
buffer r: f32[] strides [] registers
buffer t: f32[4] strides [1] registers
)";

using pass = ir::program (*)(const ir::program&);

/// Fills c and d.
std::vector<float> results(const ir::program& p) {
  std::vector<float> a(16), m(32), out(36, -7.0f);
  for (std::size_t k = 0; k < a.size(); ++k) a[k] = static_cast<float>(k * k % 11) - 4;
  for (std::size_t k = 0; k < m.size(); ++k) m[k] = static_cast<float>(k % 5);
  const std::vector<void*> buffers{a.data(), m.data(), out.data(), out.data() + 16};
  interp::run(p, buffers);
  return out;
}

/// The body after the pass, which must leave a sound program of the same meaning.
std::string after(pass run, const std::string& body) {
  const auto before = ir::parse(head + body);
  const auto p = run(before);
  INFO(ir::to_string(p));
  REQUIRE(ir::verify(p).value_or("") == "");
  CHECK(results(p) == results(before));
  CHECK(run(p) == p);  // nothing is left to do
  return ir::statement_text(p, p.root);
}

}  // namespace

TEST_CASE("unroll writes the body once per iteration") {
  CHECK(after(lower::unroll, "for i in [2, +3) unrolled {\n  c[i] = a[i + 1]\n}\n") ==
        "c[2] = a[3]\nc[3] = a[4]\nc[4] = a[5]\n");
  CHECK(after(lower::unroll, "for i in [0, 3) {\n  for j in [i, +2) unrolled {\n    c[j] = f32(1)\n  }\n}\n") ==
        "for i in [0, 3) {\n  c[i] = f32(1)\n  c[i + 1] = f32(1)\n}\n");
  CHECK(after(lower::unroll, "for i in [0, 3) {\n  c[i] = a[i]\n}\n") == "for i in [0, 3) {\n  c[i] = a[i]\n}\n");
}

TEST_CASE("unroll tells the registers of iterations apart") {
  const auto text = after(lower::unroll, R"(for i in [0, 2) unrolled {
  allocate r {
    r[] = a[i]
    c[i] = r[] + f32(1)
  }
}
)");
  CHECK(text == R"(allocate r_1 {
  r_1[] = a[0]
  c[0] = r_1[] + f32(1)
}
allocate r_2 {
  r_2[] = a[1]
  c[1] = r_2[] + f32(1)
}
)");
}

TEST_CASE("unroll refuses what would be too much to compile") {
  const auto body = [](int n) {
    return ir::parse(head + "for i in [0, " + std::to_string(n) + ") unrolled {\n  for j in [0, 64) unrolled {\n    c[0] = f32(1)\n  }\n}\n");
  };
  CHECK_NOTHROW(lower::unroll(body(lower::max_unrolled_statements / 64)));
  try {
    lower::unroll(body(lower::max_unrolled_statements / 64 + 1));
    FAIL("not refused");
  } catch (const error& e) {
    CHECK(e.code() == error_code::bad_configuration);
    CHECK(std::string(e.what()).find("unrolls more than 4096 statements") != std::string::npos);
  }
}

TEST_CASE("vectorize turns the variable into lanes") {
  CHECK(after(lower::vectorize, "for i in [0, 8) vectorized {\n  c[i] = a[i + 3] * a[2]\n}\n") ==
        "c[ramp(0, 1, 8)] = a[ramp(3, 1, 8)] * broadcast(a[2], 8)\n");
  CHECK(after(lower::vectorize, "for i in [0, 4) vectorized {\n  d[i, 1] = m[3 - i, 2]\n}\n") ==
        "d[ramp(0, 1, 4), 1] = m[ramp(3, -1, 4), 2]\n");
  CHECK(after(lower::vectorize, "for i in [4, +1) vectorized {\n  c[i] = a[i]\n}\n") == "c[4] = a[4]\n");
}

TEST_CASE("vectorize masks the lanes past the end") {
  CHECK(after(lower::vectorize, "for i in [0, 3) vectorized {\n  c[i] = a[i]\n}\n") ==
        "c[ramp(0, 1, 4) | ramp(0, 1, 4) < i64x4(3)] = a[ramp(0, 1, 4) | ramp(0, 1, 4) < i64x4(3)]\n");
  // masked lanes may not touch memory: the last of these 16 loads would leave the buffer
  after(lower::vectorize, "for i in [0, 13) vectorized {\n  c[i | i < 9] = a[i + 3 | i != 4]\n}\n");
  after(lower::vectorize, "for i in [5, +5) vectorized {\n  c[i] = select(i < 7, a[i], a[0])\n}\n");
}

TEST_CASE("vectorize gives registers a value per lane") {
  CHECK(after(lower::vectorize, R"(for i in [0, 4) vectorized {
  allocate r {
    r[] = f32(0)
    for j in [0, 3) {
      r[] = r[] + m[i, j]
    }
    c[i] = r[]
  }
}
)") == R"(allocate r_1 {
  r_1[ramp(0, 1, 4)] = f32x4(0)
  for j in [0, 3) {
    r_1[ramp(0, 1, 4)] = r_1[ramp(0, 1, 4)] + m[ramp(0, 1, 4), j]
  }
  c[ramp(0, 1, 4)] = r_1[ramp(0, 1, 4)]
}
)");
}

TEST_CASE("vectorize finds programs that it cannot keep sound") {
  CHECK_THROWS_AS(lower::vectorize(ir::parse(head + "for i in [0, 4) vectorized {\n  c[0] = a[i]\n}\n")), internal_error);
  CHECK_THROWS_AS(lower::vectorize(ir::parse(head + "for n in [1, +2) {\n  for i in [0, +n) vectorized {\n    c[i] = a[i]\n  }\n}\n")),
                  internal_error);
  CHECK_THROWS_AS(lower::vectorize(ir::parse(head + "for n in [0, 2) vectorized {\n  for i in [0, 2) vectorized {\n    d[i, n] = a[i]\n  }\n}\n")),
                  internal_error);
}

TEST_CASE("flatten makes one index of several") {
  CHECK(after(lower::flatten, "for i in [0, 4) {\n  for j in [0, 5) {\n    d[i, j] = m[i, j]\n  }\n}\n") ==
        "for i in [0, 4) {\n  for j in [0, 5) {\n    d[i + j * 4] = m[i * 8 + j]\n  }\n}\n");
  CHECK(after(lower::flatten, "d[ramp(0, 1, 4), 2] = m[3, ramp(1, 1, 4)]\n") == "d[ramp(8, 1, 4)] = m[ramp(25, 1, 4)]\n");
  CHECK(after(lower::flatten, "d[ramp(0, 1, 4), ramp(1, 1, 4)] = m[ramp(3, -1, 4), 2]\n") ==
        "d[ramp(4, 5, 4)] = m[ramp(26, -8, 4)]\n");
  // an index that is no ramp stays a vector of its own
  after(lower::flatten, "d[ramp(0, 1, 4), 1] = m[ramp(0, 3, 4) % i64x4(4), ramp(0, 1, 4)]\n");
  // a buffer of one dimension keeps its index, and the stride that it counts in
  CHECK(after(lower::flatten, "for i in [0, 4) {\n  c[i] = e[i * 2 + 1]\n}\n") ==
        "for i in [0, 4) {\n  c[i] = e[i * 2 + 1]\n}\n");
  CHECK(after(lower::flatten, "allocate r {\n  r[] = f32(2)\n  c[1] = r[]\n}\n") ==
        "allocate r {\n  r[0] = f32(2)\n  c[1] = r[0]\n}\n");
}

TEST_CASE("contract fuses products that are added") {
  const auto value = [](const std::string& expression) {
    const auto text = after(lower::contract, "c[0] = " + expression + "\n");
    return text.substr(7, text.size() - 8);
  };
  CHECK(value("a[0] * a[1] + a[2]") == "fma(a[0], a[1], a[2])");
  CHECK(value("a[2] + a[0] * a[1]") == "fma(a[0], a[1], a[2])");
  CHECK(value("a[2] - a[0] * a[1]") == "fma(neg(a[0]), a[1], a[2])");
  CHECK(value("a[0] * a[1] - a[2]") == "fma(a[0], a[1], neg(a[2]))");
  CHECK(value("a[0] * a[1] + a[2] * a[3]") == "fma(a[2], a[3], a[0] * a[1])");
  CHECK(value("(a[0] * a[1] + a[2]) * a[3]") == "fma(a[0], a[1], a[2]) * a[3]");
  CHECK(value("a[0] * a[1]") == "a[0] * a[1]");
  // integers have no fma
  CHECK(after(lower::contract, "for i in [0, 2) {\n  c[i * 3 + 1] = f32(0)\n}\n") ==
        "for i in [0, 2) {\n  c[i * 3 + 1] = f32(0)\n}\n");
}

TEST_CASE("a contracted sum is rounded once") {
  const std::string body = "c[0] = a[0] * a[1] + a[2]\n";
  const float x = 1 + 0x1p-12f;
  const auto run = [&](const ir::program& p) {
    float a[16] = {x, x, -1}, m[32] = {}, out[36] = {};
    const std::vector<void*> buffers{a, m, out, out + 16};
    interp::run(p, buffers);
    return out[0];
  };
  const auto p = ir::parse(head + body);
  CHECK(run(p) == 0x1p-11f);
  CHECK(run(lower::contract(p)) == 0x1p-11f + 0x1p-24f);
}
