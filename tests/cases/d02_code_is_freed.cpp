// SPDX-License-Identifier: Apache-2.0
/// \file
/// D02: compiled code is freed with its last handle, a compilation that fails leaves nothing behind, and a kernel may
/// be dropped while another thread runs it. HONE_TEST_LONG compiles ten thousand kernels.
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <thread>
#include <vector>

#include <unistd.h>

#include <hone/hone.hpp>
#include <support/compiled.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;

namespace {

constexpr axis<"i"> i;
constexpr axis<"k"> k;
constexpr tensor<"a", float, 1> a;
constexpr tensor<"b", float, 1> b;
constexpr tensor<"A", float, 2> A;
constexpr auto shift = op<"shift">(b(i) = a(i) + 1.0F);
constexpr auto rows = op<"rows">(b(i) = sum(k)(A(i, k)));

int count_of_kernels() { return std::getenv("HONE_TEST_LONG") != nullptr ? 10'000 : 400; }

std::int64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::int64_t size = 0, resident = 0;
  file >> size >> resident;
  return resident * ::sysconf(_SC_PAGESIZE);
}

/// `shift` by another number: a kernel of its own.
ast::problem shift_by(float by) {
  auto p = ast::bind(shift, extents(i = 37));
  for (auto& n : p.op.nodes)
    if (n.kind == node_kind::literal) n.bits = std::bit_cast<std::int64_t>(static_cast<double>(by));
  return p;
}

lower::candidate shift_candidate(float by) {
  const auto p = shift_by(by);
  return lower::lower(p, space::default_schedule(p, this_cpu()), this_cpu());
}

/// The addresses of a call of `shift` or `rows`, in the order of the plan.
std::vector<void*> call_of(const lower::plan& plan, std::vector<float>& out, const std::vector<float>& in) {
  std::vector<void*> addresses;
  for (const auto& argument : plan.arguments)
    addresses.push_back(argument.written ? out.data() : const_cast<float*>(in.data()));
  return addresses;
}

/// Growth of the memory in use over the last nine tenths of `count` rounds.
template <class Round>
std::int64_t growth(int count, Round round) {
  std::int64_t warm = 0;
  for (int n = 0; n < count; ++n) {
    if (n == count / 10) warm = resident_bytes();
    round(n);
  }
  return resident_bytes() - warm;
}

constexpr std::int64_t allowed = 5 * 1024 * 1024;

}  // namespace

TEST_CASE("D02: kernels that are compiled, run and dropped take no memory in the end") {
  std::vector<float> in(37, 2), out(37);
  CHECK(growth(count_of_kernels(), [&](int n) {
          const auto by = static_cast<float>(n) / 4;
          const auto kernel = compiled(shift_candidate(by));
          REQUIRE(kernel.run(call_of(kernel.plan(), out, in)) == runtime::run_status::ok);
          for (const float x : out) REQUIRE(x == 2 + by);
        }) < allowed);
}

TEST_CASE("D02: the code of a kernel is unmapped with its last copy") {
  std::vector<float> in(37, 2), out(37);
  std::optional<runtime::compiled_plan> first(compiled(shift_candidate(3)));
  const std::weak_ptr<const runtime::object_code> code = first->code();
  std::optional<runtime::compiled_plan> second = first;
  first.reset();
  CHECK_FALSE(code.expired());
  CHECK(second->run(call_of(second->plan(), out, in)) == runtime::run_status::ok);
  CHECK(out.front() == 5);
  second.reset();
  CHECK(code.expired());
}

TEST_CASE("D02: compilations that fail leave nothing behind") {
  const auto candidate = shift_candidate(1);
  const auto programs = ir::to_bytes(candidate.programs);
  const auto target = target::to_bytes(this_cpu());
  auto elsewhere = this_cpu();
  elsewhere.architecture = "riscv64";
  const auto foreign = target::to_bytes(elsewhere);
  // fma on a processor without it is refused in the middle of code generation
  const auto p = ast::bind(op<"fused">(b(i) = sum(k)(A(i, k) * A(i, k))), extents(i = 16, k = 16));
  auto modern = target::with_features(this_cpu(), {"sse2", "sse3", "ssse3", "sse4.1", "sse4.2", "avx", "avx2", "fma"});
  const auto fused = ir::to_bytes(lower::lower(p, space::default_schedule(p, modern), modern).programs);
  const auto plain = target::to_bytes(target::restrict_to(this_cpu(), {"sse2"}));
  CHECK(growth(count_of_kernels() / 10 * 3, [&](int n) {
          const auto refused = n % 3 == 0   ? orc().compile(byte_view(programs).first(programs.size() / 2), target)
                               : n % 3 == 1 ? orc().compile(programs, foreign)
                                            : orc().compile(fused, plain);
          REQUIRE_FALSE(refused.ok());
          REQUIRE(refused.object.empty());
        }) < allowed);
}

TEST_CASE("D02: a kernel may be dropped while others run it") {
  const auto p = ast::bind(rows, extents(i = 64, k = 20000));
  const auto candidate = lower::lower(p, space::default_schedule(p, this_cpu()), this_cpu());
  const std::vector<float> in(64 * 20000, 1);
  for (int round = 0; round < 10; ++round) {
    std::optional<runtime::compiled_plan> kernel(compiled(candidate));
    const std::weak_ptr<const runtime::object_code> code = kernel->code();
    std::atomic<int> running{0}, right{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&, mine = *kernel]() mutable {
        std::vector<float> out(64);
        const auto arguments = call_of(mine.plan(), out, in);
        ++running;
        bool all = true;
        for (int call = 0; call < 5; ++call) {
          all = all && mine.run(arguments) == runtime::run_status::ok;
          for (const float x : out) all = all && x == 20000;
        }
        right += all ? 1 : 0;
      });
    while (running.load() < 4) std::this_thread::yield();
    kernel.reset();
    for (auto& t : threads) t.join();
    threads.clear();
    CHECK(right.load() == 4);
    CHECK(code.expired());
  }
}
