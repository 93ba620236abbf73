// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the backend reports, which instructions it uses, and what it refuses.
#include <dlfcn.h>

#include <hone/target/known.hpp>

#include "kernels.hpp"
#include "run.hpp"

namespace hone::core::test {
namespace {

using ir::expr_kind;

/// y[i] = f(x[i]) in f32.
template <class F>
ir::program elementwise(F f) {
  ir::builder b("elementwise");
  const auto x = b.add_buffer(vector_argument("x", scalar_type::f32, 64, 0));
  const auto y = b.add_buffer(vector_argument("y", scalar_type::f32, 64, 1, true));
  const auto i = b.add_variable("i");
  const auto place = b.ramp(b.mul(b.variable(i), b.index(8)), b.index(1), 8);
  const auto body = b.store(y, {place}, f(b, b.load(x, {place})));
  return b.finish(b.loop(i, b.index(0), b.index(8), ir::loop_kind::serial, body));
}

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the resource figures tell a register tile that fits from one that does not") {
  const auto cpu = target::known::avx2();  // compiled here, run nowhere
  for (const auto& [rows, columns, unroll] : {std::tuple(6, 16, 1), {6, 16, 4}, {4, 24, 1}, {4, 24, 8}, {5, 16, 2}}) {
    const auto fits = compile({micro_kernel(rows, columns, 256, unroll)}, cpu);
    REQUIRE(fits.error == "");
    INFO(rows << "x" << columns << " unrolled " << unroll);
    CHECK(fits.resources.spills == 0);
    CHECK(fits.resources.stack_bytes == 0);
    CHECK(fits.resources.code_bytes > 200);
    CHECK(fits.resources.code_bytes < static_cast<std::int64_t>(fits.object.size()));
  }
  const auto spills = compile({micro_kernel(8, 24, 256)}, cpu);
  REQUIRE(spills.error == "");
  CHECK(spills.resources.spills >= 9);  // of 24 accumulators, 15 fit
  CHECK(spills.resources.stack_bytes >= 9 * 32);
}

TEST_CASE("a micro-kernel computes what the interpreter does") {
  if (!target::detect().has("fma")) return;
  std::vector<float> a(6 * 20), x(20 * 16), c(6 * 16);
  for (std::size_t k = 0; k < a.size(); ++k) a[k] = 0.37f * static_cast<float>(k % 17) - 2;
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = 0.11f * static_cast<float>(k % 23) - 1;
  check_same(micro_kernel(6, 16, 20, 4), {memory_block::of(a), memory_block::of(x), memory_block::of(c)},
             target::detect());
}

TEST_CASE("instructions are those of the feature list") {
  const auto p = elementwise([](ir::builder& b, ir::expr_id x) { return b.unary(expr_kind::floor, b.mul(x, x)); });
  const auto assembly = [&](const target::cpu& cpu) {
    const auto made = compile({p}, cpu, HONE_COMPILE_ASSEMBLY);
    REQUIRE(made.error == "");
    return text_of(made);
  };
  const auto baseline = assembly(target::known::baseline()), avx2 = assembly(target::known::avx2());
  CHECK(contains(baseline, "mulps"));
  CHECK_FALSE(contains(baseline, "vmulps"));
  CHECK_FALSE(contains(baseline, "roundps"));
  CHECK(contains(avx2, "vmulps"));
  CHECK(contains(avx2, "ymm"));
  CHECK(contains(avx2, "vroundps"));
  CHECK_FALSE(contains(avx2, "zmm"));
  CHECK_FALSE(contains(baseline + avx2, "call"));
}

TEST_CASE("sixteen lanes are one register with AVX-512 and two without") {
  const auto text = [](const target::cpu& cpu) {
    return text_of(compile({micro_kernel(4, 32, 64, 1, 16)}, cpu, HONE_COMPILE_ASSEMBLY));
  };
  CHECK(contains(text(target::known::avx512()), "zmm"));
  CHECK_FALSE(contains(text(target::known::avx2()), "zmm"));
}

TEST_CASE("a copying loop does not become a call") {
  const auto copy = elementwise([](ir::builder&, ir::expr_id x) { return x; });
  const auto zero = elementwise([](ir::builder& b, ir::expr_id) { return b.constant({scalar_type::f32, 8}, 0); });
  for (const auto& p : {copy, zero})
    CHECK(compile({p}, target::detect()).error == "");  // undefined symbols are refused
}

TEST_CASE("the intermediate text is there on request") {
  const auto made = compile({micro_kernel(2, 8, 4)}, target::known::avx2(), HONE_COMPILE_IR);
  REQUIRE(made.error == "");
  CHECK(contains(text_of(made), "define i32 @micro_kernel"));
  CHECK(contains(text_of(made), "llvm.fma.v8f32"));
}

TEST_CASE("what cannot be compiled is refused with a sentence") {
  const auto cpu = target::known::avx2();
  CHECK(compile({micro_kernel(2, 8, 4)}, target::without(cpu, {"fma"})).error ==
        "micro_kernel: fma needs a processor with the fma feature, which the target does not have");
  for (const auto kind :
       {expr_kind::exp, expr_kind::log, expr_kind::tanh, expr_kind::sin, expr_kind::cos, expr_kind::erf})
    CHECK(compile({elementwise([&](ir::builder& b, ir::expr_id x) { return b.unary(kind, x); })}, cpu).error ==
          "elementwise: " + std::string(info(kind).name) +
              " has no instruction: lowering must expand it before code is generated");
  auto arm = cpu;
  arm.architecture = "aarch64";
  CHECK(compile({micro_kernel(2, 8, 4)}, arm).error == "the orc backend has no code generator for aarch64");
}

TEST_CASE("loops and barriers of thread groups are refused") {
  ir::builder b("group");
  const auto y = b.add_buffer(vector_argument("y", scalar_type::f32, 64, 0, true));
  const auto t = b.add_variable("t");
  const auto store = b.store(y, {b.variable(t)}, b.constant({scalar_type::f32, 1}, 1));
  const auto loop = b.loop(t, b.index(0), b.index(64), ir::loop_kind::grid, store);
  CHECK(contains(compile({b.finish(loop)}, target::known::avx2()).error, "a CPU has no grid loops"));
  CHECK_FALSE(compile({b.finish(b.barrier())}, target::known::avx2()).error.empty());
}

TEST_CASE("a buffer too large for the stack is refused") {
  ir::builder b("large");
  const auto y = b.add_buffer(vector_argument("y", scalar_type::f32, 1, 0, true));
  const auto r = b.add_buffer(vector_register("r", scalar_type::f32, 1 << 20));
  const auto body = b.block({b.store(r, {b.index(5)}, b.constant({scalar_type::f32, 1}, 1)),
                             b.store(y, {b.index(0)}, b.load(r, {b.index(5)}))});
  CHECK(contains(compile({b.finish(b.allocate(r, body))}, target::known::avx2()).error, "too much for the stack"));
}

TEST_CASE("bytes that are no programs give an error, not a crash") {
  const auto orc = jit::open_backend("orc");
  const byte_string rubbish(37, 0x5c);
  CHECK_FALSE(orc.compile(rubbish, target::to_bytes(target::known::avx2())).error.empty());
  CHECK_FALSE(orc.compile(ir::to_bytes({micro_kernel(2, 8, 4)}), rubbish).error.empty());
  CHECK_FALSE(orc.compile({}, {}).error.empty());
}

TEST_CASE("the plug-in exports its entry and nothing else") {
  const auto found = jit::find_plugin("orc");
  REQUIRE(found.found());
  void* handle = dlopen(found.path.c_str(), RTLD_NOW | RTLD_LOCAL);
  REQUIRE(handle != nullptr);
  CHECK(dlsym(handle, "hone_backend_entry") != nullptr);
  // a typical weak symbol of our own templates and of LLVM's would resolve here if they were exported
  CHECK(dlsym(handle, "_ZN4hone3orc13compiler_nameEv") == nullptr);
  dlclose(handle);
}

TEST_CASE("the same programs give the same bytes") {
  const auto cpu = target::known::avx2();
  const auto p = micro_kernel(6, 16, 64, 2);
  CHECK(compile({p}, cpu).object == compile({p}, cpu).object);
}

}  // namespace hone::core::test
