// SPDX-License-Identifier: Apache-2.0
/// \file
/// The loader on sound objects, on those that it has to refuse, and on random damage.
#include <cstdint>
#include <fstream>
#include <random>
#include <string>

#include <sys/types.h>
#include <unistd.h>

#include <hone/diag/error.hpp>
#include <hone/runtime/object.hpp>
#include <support/c_compiler.hpp>
#include <support/catch.hpp>
#include <support/elf_builder.hpp>

using hone::core::runtime::object_code;
using namespace hone;
using namespace hone::core;
using namespace hone::core::test;

namespace {

/// The reason for which an object is refused, "" when it loads.
std::string refusal(const hone::byte_string& bytes) {
  try {
    const object_code code(bytes);
    return {};
  } catch (const hone::error& e) {
    CHECK(e.code() == hone::error_code::bad_object);
    return e.what();
  }
}

std::string refusal(const elf_object& object) { return refusal(to_elf(object)); }

float call_add_constant(const object_code& code, float value) {
  float input = value, output = 0;
  void* buffers[] = {&input, &output};
  const auto entry = code.find("add_constant");
  REQUIRE(entry != nullptr);
  CHECK(entry(buffers, nullptr, 0, 1, nullptr) == 0);
  return output;
}

/// The permissions of the mapping that holds an address, as /proc/self/maps has them: "r-xp".
std::string permissions(const void* address) {
  std::ifstream maps("/proc/self/maps");
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  for (std::string line; std::getline(maps, line);) {
    std::size_t used = 0;
    const auto begin = std::stoull(line, &used, 16);
    const auto end = std::stoull(line.substr(used + 1), nullptr, 16);
    if (begin <= wanted && wanted < end) return line.substr(line.find(' ') + 1, 4);
  }
  return {};
}

}  // namespace

TEST_CASE("an object with a constant runs") {
  const object_code code(to_elf(add_constant_object()));
  CHECK(call_add_constant(code, 1.0f) == 3.5f);
  REQUIRE(code.entries().size() == 1);
  CHECK(code.entries()[0].name == "add_constant");
  CHECK(code.entries()[0].bytes == 0x27);
  CHECK(code.find("constant") == nullptr);
  CHECK(code.find("") == nullptr);
}

TEST_CASE("code is never writable, constants never executable") {
  const object_code code(to_elf(add_constant_object()));
  const auto* start = reinterpret_cast<const char*>(code.find("add_constant"));
  CHECK(permissions(start) == "r-xp");
  CHECK(permissions(start + 4096) == "r--p");
  CHECK(code.mapped_bytes() == 2 * 4096);
}

TEST_CASE("a moved object keeps its code") {
  object_code first(to_elf(add_constant_object()));
  object_code second(std::move(first));
  CHECK(call_add_constant(second, 2.0f) == 4.5f);
  object_code third(to_elf(add_constant_object()));
  third = std::move(second);
  CHECK(call_add_constant(third, 3.0f) == 5.5f);
}

TEST_CASE("what needs a linker is refused with the reason") {
  auto o = add_constant_object();
  SECTION("an undefined symbol") {
    o.symbols[0] = {"expf", 0, 0, 0, 0x10};
    CHECK(refusal(o).find("it needs 'expf'") != std::string::npos);
  }
  SECTION("a relocation that only a linker knows") {
    o.relocations[0].type = 9;  // GOTPCREL
    CHECK(refusal(o).find("type 9") != std::string::npos);
  }
  SECTION("a reference to a table of addresses that no instruction can do without") {
    o.relocations[0].type = 42;  // REX_GOTPCRELX, before an addss
    CHECK(refusal(o).find("global offset table") != std::string::npos);
  }
  SECTION("an address in 32 bits") {
    o.relocations[0].type = 10;
    CHECK(refusal(o).find("32 bits") != std::string::npos);
    o.relocations[0].type = 11;
    CHECK(refusal(o).find("out of reach") != std::string::npos);
  }
  SECTION("an addend out of reach") {
    o.relocations[0].addend = std::int64_t{1} << 40;
    CHECK(refusal(o).find("out of reach") != std::string::npos);
  }
  SECTION("variables") {
    o.sections[1].flags = alloc | writable;
    o.sections[1].name = ".data";
    CHECK(refusal(o).find(".data holds variables") != std::string::npos);
  }
  SECTION("thread-local data") {
    o.sections[1].flags = alloc | thread_local_flag;
    CHECK(refusal(o).find("thread-local") != std::string::npos);
  }
  SECTION("a symbol in common storage") {
    o.symbols[0].section = 0xfff2;
    CHECK(refusal(o).find("not loaded") != std::string::npos);
  }
}

TEST_CASE("damage is refused with the reason") {
  auto o = add_constant_object();
  SECTION("a relocation past its section") {
    o.relocations[0].offset = 0x24;
    CHECK(refusal(o).find("outside its section") != std::string::npos);
    o.relocations[0].offset = ~std::uint64_t{0};
    CHECK(refusal(o).find("outside its section") != std::string::npos);
  }
  SECTION("a symbol past the table") {
    o.relocations[0].symbol = 3;
    CHECK(refusal(o).find("symbol that is not there") != std::string::npos);
  }
  SECTION("a section past the table") {
    o.symbols[1].section = 77;
    CHECK(refusal(o).find("section that is not there") != std::string::npos);
  }
  SECTION("a function past its section") {
    o.symbols[1].size = 0x28;
    CHECK(refusal(o).find("outside its section") != std::string::npos);
    o.symbols[1] = {"add_constant", 1, 0x27, 0};
    CHECK(refusal(o).find("outside its section") != std::string::npos);
  }
  SECTION("an impossible alignment") {
    o.sections[0].alignment = 3;
    CHECK(refusal(o).find("alignment") != std::string::npos);
    o.sections[0].alignment = 8192;
    CHECK(refusal(o).find("alignment") != std::string::npos);
  }
  SECTION("a section of zeros without end") {
    o.sections.push_back({".zeros", alloc, {}, 1, 8, ~std::uint64_t{0}});
    CHECK(refusal(o).find("larger than 1 GB") != std::string::npos);
  }
  SECTION("no code") {
    o.sections[0].flags = alloc;
    CHECK(refusal(o).find("no code") != std::string::npos);
  }
  SECTION("nothing, and no ELF") {
    CHECK(refusal(hone::byte_string{}).find("ends before") != std::string::npos);
    CHECK(refusal(hone::byte_string(64, 'x')).find("no little-endian ELF64") != std::string::npos);
  }
  SECTION("another machine, a finished program") {
    auto bytes = to_elf(o);
    bytes[18] = 183;  // aarch64
    CHECK(refusal(bytes).find("x86-64") != std::string::npos);
    bytes = to_elf(o);
    bytes[16] = 2;
    CHECK(refusal(bytes).find("not relocatable") != std::string::npos);
  }
}

TEST_CASE("every cut of an object is refused or loads") {
  const auto whole = to_elf(add_constant_object());
  for (std::size_t n = 0; n < whole.size(); ++n)
    CHECK_FALSE(refusal({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n)}).empty());
  CHECK(refusal(whole).empty());
}

TEST_CASE("random damage never gets past the loader's checks") {
  // under ASan and UBSan a wrong access fails the test; the loaded code is not called
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const auto sound = to_elf(add_constant_object());
  int loaded = 0, refused = 0;
  for (int k = 0; k < 20000; ++k) {
    auto bytes = sound;
    const auto flips = 1 + random() % 4;
    for (unsigned f = 0; f < flips; ++f) {
      // the headers at the end and at the start decide most; contents seldom
      const bool in_tables = random() % 4 != 0;
      const auto at = in_tables ? bytes.size() - 1 - random() % 640 : random() % bytes.size();
      const std::uint8_t values[] = {0, 1, 0x7f, 0x80, 0xff, static_cast<std::uint8_t>(random())};
      bytes[at] = values[random() % 6];
    }
    ++(refusal(bytes).empty() ? loaded : refused);
  }
  CHECK(loaded > 0);
  CHECK(refused > 0);
}

TEST_CASE("objects of a real compiler run") {
  const std::string source = R"(
    static const float table[4] = {1, 2, 4, 8};
    static const char *const names[2] = {"ab", "c"};
    const int shared = 7;
    static __attribute__((noinline)) float scale(float x, long i) { return x * table[i & 3]; }
    __attribute__((noinline)) long length(int i) { long n = 0; while (names[i & 1][n] > 32) ++n; return n; }
    int kernel(void* const* b, const long* p, long begin, long end, const void* r) {
      const float* x = b[0]; float* y = b[1];
      for (long i = begin; i < end; ++i) y[i] = scale(x[i], i) + length((int)i) + *(const volatile int*)&shared;
      return 0;
    })";
  const std::string flags = GENERATE("-O0 -fpic", "-O2 -fpic", "-O3 -fpie", "-O2 -fpic -ffunction-sections");
  INFO(flags);
  const object_code code(compile_object(source, flags + " -fno-stack-protector -fcf-protection=none"));
  float x[5] = {1, 1, 1, 1, 1}, y[5] = {};
  void* buffers[] = {x, y};
  const auto kernel = code.find("kernel");
  REQUIRE(kernel != nullptr);
  CHECK(kernel(buffers, nullptr, 0, 5, nullptr) == 0);
  const float expected[5] = {1 + 2 + 7, 2 + 1 + 7, 4 + 2 + 7, 8 + 1 + 7, 1 + 2 + 7};
  for (int k = 0; k < 5; ++k) CHECK(y[k] == expected[k]);
  CHECK(code.find("scale") == nullptr);  // local
}

TEST_CASE("entries appear in perf's map") {
  const object_code code(to_elf(add_constant_object()));
  const auto path = "/tmp/perf-" + std::to_string(::getpid()) + ".map";
  REQUIRE(code.write_perf_map());
  std::ifstream in(path);
  std::string address, size, name;
  in >> address >> size >> name;
  CHECK(std::stoull(address, nullptr, 16) == reinterpret_cast<std::uintptr_t>(code.find("add_constant")));
  CHECK(size == "27");
  CHECK(name == "add_constant");
  ::unlink(path.c_str());
}
