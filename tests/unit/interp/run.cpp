// SPDX-License-Identifier: Apache-2.0
/// \file
/// Running: ranges, faults, fuel, groups of threads, and that simplification keeps the meaning.
#include <hone/interp/run.hpp>

#include <numeric>
#include <string>
#include <vector>

#include <hone/diag/error.hpp>
#include <hone/interp/machine.hpp>
#include <hone/ir/parse.hpp>
#include <hone/ir/print.hpp>
#include <hone/ir/simplify.hpp>
#include <hone/ir/verify.hpp>
#include <support/catch.hpp>
#include <support/random_program.hpp>

using namespace hone;
using namespace hone::core;

namespace {

const std::string head = R"(kernel k
buffer a: i32[4, 8] strides [8, 1] argument 0
buffer c: i32[4, 8] strides [8, 1] argument 1 writable
buffer r: i32[8] strides [1] registers
buffer s: i32[8] strides [1] shared
)";

struct memory {
  std::vector<std::int32_t> a = std::vector<std::int32_t>(32), c = std::vector<std::int32_t>(32, -1);
  memory() { std::iota(a.begin(), a.end(), 0); }
  std::vector<void*> slots() { return {a.data(), c.data()}; }
};

std::vector<std::int32_t> result(const std::string& body, std::int64_t begin = 0, std::int64_t end = -1) {
  memory m;
  auto slots = m.slots();
  interp::run(ir::parse(head + body), slots, begin, end);
  return m.c;
}
std::string failure(const std::string& body, error_code code) {
  try {
    (void)result(body);
  } catch (const error& e) {
    CHECK(e.code() == code);
    return e.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("a range of the root loop runs, counted from 0") {
  const std::string body = "for i in [1, +3) parallel {\n for j in [0, 8) {\n c[i, j] = a[i, j] * i32(2)\n }\n}\n";
  const auto part = result(body, 1, 2);
  for (std::size_t k = 0; k < 32; ++k) CHECK(part[k] == (k / 8 == 2 ? static_cast<std::int32_t>(2 * k) : -1));
  const auto all = result(body);
  for (std::size_t k = 0; k < 32; ++k) CHECK(all[k] == (k / 8 >= 1 ? static_cast<std::int32_t>(2 * k) : -1));
  CHECK(result(body, 1, 1) == std::vector<std::int32_t>(32, -1));
  CHECK_THROWS_AS(result(body, 0, 4), error);
  CHECK_THROWS_AS(result(body, -1, 2), error);
  CHECK(result("c[0, 0] = i32(7)", 0, 1)[0] == 7);
  CHECK(result("c[0, 0] = i32(7)", 0, 0)[0] == -1);
}

TEST_CASE("control flow") {
  CHECK(result("for i in [0, 4) {\n if i % 2 == 0 {\n c[i, 0] = i32(1)\n } else {\n c[i, 0] = i32(2)\n }\n}\n")[8] == 2);
  CHECK(result("for i in [0, -3) {\n c[0, 0] = i32(1)\n}\n")[0] == -1);
  CHECK(result("let x: i32 = a[0, 3] {\n c[0, 3] = x * x\n}\n")[3] == 9);
  CHECK(result("let x: i32x4 = a[1, ramp(0, 2, 4)] {\n c[0, ramp(0, 1, 4)] = x\n}\n")[2] == 12);
}

TEST_CASE("a load is done again after a store, an index is not mistaken for another") {
  const auto c = result("c[0, 0] = i32(1)\nc[0, 1] = c[0, 0]\nc[0, 0] = i32(2)\nc[0, 2] = c[0, 0]\n");
  CHECK(c[1] == 1);
  CHECK(c[2] == 2);
  CHECK(result("for i in [0, 2) {\n c[i, i + 1] = i32(1)\n}\nfor i in [2, +2) {\n c[i, i + 1] = i32(2)\n}\n")[28] == 2);
}

TEST_CASE("lanes whose predicate is false touch no memory") {
  const auto c = result("for i in [0, 2) {\n c[0, ramp(i * 8, 1, 8) | ramp(i * 8, 1, 8) < i64x8(3)] = i32x8(5)\n}\n");
  CHECK(c[2] == 5);
  CHECK(c[3] == -1);
  CHECK(result("c[0, ramp(0, 1, 8)] = a[0, ramp(5, 1, 8) | ramp(5, 1, 8) < i64x8(8)]\n")[3] == 0);
}

TEST_CASE("accesses outside a buffer are reported with place and extent") {
  CHECK(failure("for i in [0, 9) {\n c[0, i] = i32(1)\n}\n", error_code::out_of_bounds) ==
        "kernel k accesses c[0, 8], outside dimension 1 of extent 8");
  CHECK(failure("for i in [0, 2) {\n c[i - 1, 3] = i32(1)\n}\n", error_code::out_of_bounds) ==
        "kernel k accesses c[-1, 3], outside dimension 0 of extent 4");
  CHECK(failure("for i in [0, 2) {\n c[i * 32] = i32(1)\n}\n", error_code::out_of_bounds) ==
        "kernel k accesses c[32], outside dimension 0 of extent 32");
  CHECK(failure("for i in [0, 1) {\n c[0, 0] = a[0, i + 8]\n}\n", error_code::out_of_bounds) ==
        "kernel k accesses a[0, 8], outside dimension 1 of extent 8");
  CHECK(failure("c[0, ramp(5, 1, 4)] = i32x4(1)\n", error_code::out_of_bounds) ==
        "kernel k accesses c[0, 8], outside dimension 1 of extent 8");
}

TEST_CASE("allocated memory is undefined until it is stored to, each time") {
  CHECK(failure("allocate r {\n r[0] = i32(1)\n c[0, 0] = r[0] + r[1]\n}\n", error_code::bad_program) ==
        "kernel k reads r[1], which nothing was stored to");
  CHECK(failure("for i in [0, 2) {\n allocate r {\n if i == 0 {\n r[3] = i32(1)\n }\n c[0, 0] = r[3]\n }\n}\n",
                error_code::bad_program) == "kernel k reads r[3], which nothing was stored to");
  CHECK(failure("allocate s {\n c[0, 0] = s[i]\n}\n", error_code::bad_program) == "line 7: no variable is named i");
  CHECK(failure("allocate s {\n c[0, 0] = s[2]\n}\n", error_code::bad_program) ==
        "kernel k reads s[2], which nothing was stored to");
}

TEST_CASE("a missing buffer is an error") {
  memory m;
  std::vector<void*> one{m.a.data()};
  CHECK_THROWS_AS(interp::run(ir::parse(head + "c[0, 0] = i32(1)\n"), one), error);
}

namespace {
// thread t writes its place, the group meets, thread t reads its neighbour's
const std::string exchange = R"(for b in [0, 4) grid {
  allocate s {
    for t in [0, 8) thread {
      s[t] = a[b, t]
      barrier
      c[b, t] = s[(t + 1) % 8]
    }
  }
}
)";
}  // namespace

TEST_CASE("threads of a group meet at barriers and share memory") {
  const auto c = result(exchange);
  for (std::int32_t k = 0; k < 32; ++k) CHECK(c[static_cast<std::size_t>(k)] == k / 8 * 8 + (k + 1) % 8);
  const auto part = result(exchange, 2, 3);
  CHECK(part[15] == -1);
  CHECK(part[16] == 17);
}

TEST_CASE("without the barrier the neighbour's value is not there") {
  std::string broken = exchange;
  broken.erase(broken.find("      barrier\n"), 14);
  CHECK(failure(broken, error_code::bad_program).find("which nothing was stored to") != std::string::npos);
}

TEST_CASE("two loops over threads make one group") {
  const auto c = result("allocate s {\n for x in [0, 2) thread {\n for y in [0, 4) lane {\n s[x * 4 + y] = a[x, y]\n barrier\n"
                        " c[x, y] = s[7 - x * 4 - y]\n }\n }\n}\n");
  CHECK(c[0] == 11);
  CHECK(c[3] == 8);
  CHECK(c[8] == 3);
}

TEST_CASE("threads that do not meet are an error") {
  CHECK(failure("for t in [0, 8) thread {\n if t < 4 {\n barrier\n }\n c[0, t] = i32(1)\n}\n", error_code::bad_program) ==
        "kernel k: the threads of a group do not meet at one barrier");
  CHECK(failure("for i in [0, 2) {\n for t in [0, 8) thread {\n barrier\n }\n}\n", error_code::bad_program).find("does not enclose") !=
        std::string::npos);
}

TEST_CASE("a machine stops at a barrier and when its fuel is used up, and goes on from there") {
  const auto code = interp::compile(ir::parse(head + "c[0, 0] = i32(1)\nbarrier\nfor i in [0, 8) {\n c[1, i] = i32(2)\n}\n"));
  memory m;
  const auto slots = m.slots();
  interp::machine machine(code, slots, 0, 1);
  CHECK(machine.run() == interp::stop::barrier);
  CHECK(m.c[0] == 1);
  CHECK(m.c[8] == -1);
  int rounds = 0;
  while (machine.run(3) == interp::stop::fuel) ++rounds;
  CHECK(rounds >= 5);
  CHECK(m.c[15] == 2);
  CHECK(machine.run() == interp::stop::finished);
}

TEST_CASE("a fault says where and stays") {
  const auto code = interp::compile(ir::parse(head + "for i in [0, 9) {\n c[0, i] = i32(1)\n}\n"));
  memory m;
  const auto slots = m.slots();
  interp::machine machine(code, slots, 0, 1);
  CHECK(machine.run() == interp::stop::fault);
  CHECK(machine.why().dimension == 1);
  CHECK(machine.why().indices[1] == 8);
  CHECK(machine.run() == interp::stop::fault);
  CHECK(m.c[7] == 1);
}

TEST_CASE("programs that do not verify are refused") {
  CHECK_THROWS_AS(interp::compile(ir::parse(head + "a[0, 0] = i32(1)\n")), error);
}

TEST_CASE("simplification keeps the meaning and is sound, on random programs") {
  std::size_t before = 0, after = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    CAPTURE(seed);
    const ir::program p = test::random_program(seed, seed % 2 == 0).draw();
    const ir::program q = ir::simplify(p);
    INFO(to_string(p) << "---\n" << to_string(q));
    REQUIRE(!ir::verify(q));
    test::random_memory x(seed), y(seed);
    const auto x_slots = x.slots(), y_slots = y.slots();
    interp::run(p, x_slots);
    interp::run(q, y_slots);
    REQUIRE(x.bytes() == y.bytes());
    before += p.exprs.size(), after += q.exprs.size();
  }
  CHECK(after < before);
}
