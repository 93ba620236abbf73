// SPDX-License-Identifier: Apache-2.0
/// \file
/// Plans that run: launches in order, scratch memory of both kinds, failures as statuses, many threads at once.
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include <hone/diag/error.hpp>
#include <hone/runtime/arena.hpp>
#include <hone/runtime/kernel.hpp>
#include <hone/runtime/thread_pool.hpp>
#include <support/c_compiler.hpp>
#include <support/catch.hpp>
#include <support/count_allocations.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::runtime;
using hone::core::test::allocation_count;
namespace lower = hone::core::lower;

namespace {

/// double_rows: scratch[i] = 2 x[i], by way of the thread's own scratch. add_rows: y[i] = scratch[i] + scratch[n-1-i],
/// so it needs all of the first launch. Buffers: x, y, shared scratch, thread scratch. check_address: fails where a
/// scratch buffer is not aligned.
const std::shared_ptr<const object_code>& code() {
  static const auto loaded = load_object(hone::core::test::compile_object(R"(
    enum { n = 1000 };
    int double_rows(void* const* b, const long* p, long begin, long end, const unsigned* r) {
      const float* x = b[0]; float* s = b[2]; volatile float* own = b[3];
      for (long i = begin; i < end; ++i) { own[0] = x[i]; own[1] = own[0]; s[i] = own[0] + own[1]; }
      return 0;
    }
    int add_rows(void* const* b, const long* p, long begin, long end, const unsigned* r) {
      float* y = b[1]; const float* s = b[2];
      for (long i = begin; i < end; ++i) y[i] = s[i] + s[n - 1 - i];
      return 0;
    }
    int check_address(void* const* b, const long* p, long begin, long end, const unsigned* r) {
      return r[0] != 4 || ((unsigned long)b[2] & 63) || ((unsigned long)b[3] & 4095);
    }
    int fail_at_7(void* const* b, const long* p, long begin, long end, const unsigned* r) {
      return begin <= 7 && 7 < end ? 3 : 0;
    })",
                                                                    "-O1 -fpic -fno-stack-protector"));
  return loaded;
}

lower::plan plan_of(std::vector<lower::launch> launches) {
  lower::plan p;
  p.arguments.resize(2);
  p.scratches = {{4000, 64, false}, {8, 4096, true}};
  p.launches = std::move(launches);
  return p;
}

const lower::plan two_steps = plan_of({{"double_rows", 1000}, {"add_rows", 1000}, {"check_address", 1}});

run_status run(const compiled_plan& kernel, std::vector<float>& x, std::vector<float>& y, executor& workers) {
  void* arguments[] = {x.data(), y.data()};
  return kernel.run(arguments, workers);
}

bool is_right(const std::vector<float>& y, float value) {
  for (const auto v : y)
    if (v != 4 * value) return false;
  return true;
}

}  // namespace

TEST_CASE("launches run in order, with scratch memory") {
  const compiled_plan kernel(two_steps, code());
  std::vector<float> x(1000, 1.5f), y(1000);
  serial_executor serial;
  thread_pool pool(3);
  CHECK(run(kernel, x, y, serial) == run_status::ok);
  CHECK(is_right(y, 1.5f));
  for (int round = 0; round < 100; ++round) {
    std::fill(y.begin(), y.end(), 0.0f);
    REQUIRE(run(kernel, x, y, pool) == run_status::ok);
    REQUIRE(is_right(y, 1.5f));
  }
}

TEST_CASE("after the first call nothing is allocated") {
  const compiled_plan kernel(two_steps, code());
  std::vector<float> x(1000, 1.0f), y(1000);
  serial_executor serial;
  REQUIRE(run(kernel, x, y, serial) == run_status::ok);
  const long before = allocation_count();
  const auto status = run(kernel, x, y, serial);
  const long during = allocation_count() - before;
  CHECK(status == run_status::ok);
  CHECK((before > 0) == hone::core::test::counts_allocations);
  CHECK(during == 0);
}

TEST_CASE("many threads call one kernel") {
  const compiled_plan kernel(two_steps, code());
  thread_pool pool(2);
  std::atomic<int> good{0};
  std::vector<std::thread> callers;
  for (int c = 0; c < 8; ++c)
    callers.emplace_back([&, c] {
      std::vector<float> x(1000, static_cast<float>(c)), y(1000);
      serial_executor serial;
      for (int round = 0; round < 30; ++round) {
        executor& e = round % 2 == 0 ? static_cast<executor&>(pool) : serial;
        if (run(kernel, x, y, e) == run_status::ok && is_right(y, static_cast<float>(c))) ++good;
      }
    });
  for (auto& c : callers) c.join();
  CHECK(good == 240);
}

TEST_CASE("the code lives as long as a kernel") {
  auto other = load_object(hone::core::test::compile_object(
      "int f(void* const* b, const long* p, long begin, long end, const void* r) { *(long*)b[0] = end; return 0; }",
      "-O1 -fpic"));
  lower::plan p;
  p.arguments.resize(1);
  p.launches = {{"f", 5}};
  auto kernel = std::make_unique<compiled_plan>(p, std::move(other));
  const compiled_plan copy = *kernel;
  kernel.reset();
  std::int64_t out = 0;
  void* arguments[] = {&out};
  CHECK(copy.run(arguments) == run_status::ok);
  CHECK(out == 5);
}

TEST_CASE("what goes wrong in a call is a status") {
  std::vector<float> x(1000), y(1000);
  thread_pool pool(2);
  const compiled_plan failing(plan_of({{"fail_at_7", 100}}), code());
  CHECK(run(failing, x, y, pool) == run_status::kernel_failed);
  const compiled_plan passing(plan_of({{"fail_at_7", 7}}), code());
  CHECK(run(passing, x, y, pool) == run_status::ok);
  const compiled_plan empty(plan_of({{"fail_at_7", 0}}), code());
  CHECK(run(empty, x, y, pool) == run_status::ok);
  void* one[] = {x.data()};
  CHECK(failing.run(one) == run_status::wrong_argument_count);
  CHECK(name_of(run_status::kernel_failed) == "kernel_failed");
}

TEST_CASE("a plan that cannot run is refused when it is made") {
  const auto refusal = [](lower::plan p, std::shared_ptr<const object_code> c) -> std::string {
    try {
      const compiled_plan kernel(std::move(p), std::move(c));
      return {};
    } catch (const hone::error& e) {
      return e.what();
    }
  };
  CHECK(refusal(plan_of({{"nothing", 1}}), code()) == "the object code has no entry 'nothing'");
  CHECK(refusal(plan_of({{"add_rows", 1}}), nullptr) == "the object code has no entry 'add_rows'");
  auto many = two_steps;
  many.arguments.resize(64);
  CHECK(refusal(many, code()) == "a plan has at most 64 buffers, not 66");
  auto odd = two_steps;
  odd.scratches[0].alignment = 48;
  CHECK(refusal(odd, code()) == "a scratch buffer of 4000 bytes aligned to 48 is impossible");
  odd.scratches[0] = {-1, 64, false};
  CHECK_FALSE(refusal(odd, code()).empty());
}
