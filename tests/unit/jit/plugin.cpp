// SPDX-License-Identifier: Apache-2.0
/// \file
/// The plug-in loader with small backends written for the purpose: a sound one, and every way in which one is missing.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include <sys/stat.h>

#include <hone/diag/error.hpp>
#include <hone/jit/plugin.hpp>
#include <support/c_compiler.hpp>
#include <support/catch.hpp>
#include <support/temporary_folder.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::jit;
using hone::core::test::temporary_folder;

namespace {

const std::string include_flag = [] {
  const std::filesystem::path here(__FILE__);
  return "-I'" + std::filesystem::absolute(here.parent_path() / "../../../include").string() + "'";
}();

/// A backend whose "object" is the programs backwards, and which refuses an empty list.
const std::string sound_source = R"(
  #include <hone/jit/backend.h>
  #include <stdlib.h>
  static int alive;
  static void compile(hone_bytes programs, hone_bytes target, uint32_t flags, hone_artefact* result) {
    if (programs.size == 0) { result->error = "there is nothing to compile"; return; }
    uint8_t* bytes = malloc(programs.size);
    for (size_t k = 0; k < programs.size; ++k) bytes[k] = programs.data[programs.size - 1 - k];
    result->object.data = bytes;
    result->object.size = programs.size;
    result->resources.code_bytes = (int64_t)(target.size + flags);
    result->resources.spills = ++alive;
    result->owner = bytes;
  }
  static void release(hone_artefact* a) { if (a->owner) --alive; free(a->owner); }
  static const hone_backend table = {ABI, sizeof(hone_backend), "toy", "toy compiler 1.0", compile, release, 0};
  const hone_backend* hone_backend_entry(void) { return &table; }
)";

void build_plugin(const temporary_folder& folder, const std::string& name, const std::string& source,
                  const std::string& flags = "-DABI=HONE_BACKEND_ABI") {
  ::chmod(folder.path().c_str(), 0700);
  const auto file = folder.path("libhone-" + name + ".so");
  hone::core::test::compile_c(source, "-shared -fPIC " + include_flag + " " + flags, file);
  ::chmod(file.c_str(), 0755);
}

backend_entry entry_of(const temporary_folder& folder, const std::string& name) {
  const auto entries = list_backends(folder.path());
  const auto at = std::find_if(entries.begin(), entries.end(), [&](const auto& e) { return e.name == name; });
  REQUIRE(at != entries.end());
  return *at;
}

bool contains(const std::string& text, const std::string& part) {
  INFO(text);
  CHECK(text.find(part) != std::string::npos);
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a backend is found, opened and compiles") {
  const temporary_folder folder;
  build_plugin(folder, "toy", sound_source);
  const auto entry = entry_of(folder, "toy");
  CHECK(entry.available());
  CHECK(entry.compiler == "toy compiler 1.0");
  CHECK(entry.path == folder.path("libhone-toy.so"));

  const auto backend = open_backend("toy", folder.path());
  CHECK(backend.name() == "toy");
  const hone::byte_string programs{1, 2, 3}, target{9, 9};
  const auto made = backend.compile(programs, target, 40);
  CHECK(made.ok());
  CHECK(made.object == hone::byte_string{3, 2, 1});
  CHECK(made.resources.code_bytes == 42);
  CHECK(made.resources.registers == -1);
  // each result was released: never more than one is alive
  CHECK(backend.compile(programs, target).resources.spills == 1);

  const auto refused = backend.compile({}, target);
  CHECK_FALSE(refused.ok());
  CHECK(refused.error == "there is nothing to compile");
  CHECK(refused.object.empty());
}

TEST_CASE("a backend that is not there is an entry with its reason") {
  const temporary_folder folder;
  for (const auto* name : {"cuda", "opencl"}) {
    const auto entry = entry_of(folder, name);
    if (entry.available()) continue;  // this machine has one installed
    CHECK((entry.reason.starts_with("not found in: " + folder.path()) || entry.reason.find("needs ") == 0));
  }
  try {
    open_backend("nonsense", folder.path());
    FAIL("it was opened");
  } catch (const hone::error& e) {
    CHECK(e.code() == hone::error_code::no_backend);
    contains(e.what(), "there is no backend 'nonsense': not found in: " + folder.path());
  }
}

TEST_CASE("a backend that cannot be used says why") {
  const temporary_folder folder;
  SECTION("another version of the interface") {
    build_plugin(folder, "toy", sound_source, "-DABI=77");
    contains(entry_of(folder, "toy").reason, "abi 77, wanted 1");
  }
  SECTION("a library that it needs is missing") {
    build_plugin(folder, "needed", "int needed(void) { return 1; }");
    build_plugin(folder, "toy", "int needed(void); int user(void) { return needed(); }",
                 "-Wl,--no-as-needed -L'" + folder.path() + "' -l:libhone-needed.so");
    std::filesystem::remove(folder.path("libhone-needed.so"));
    contains(entry_of(folder, "toy").reason, "needs libhone-needed.so: cannot open shared object file");
  }
  SECTION("a library that is no backend") {
    build_plugin(folder, "toy", "int nothing(void) { return 0; }");
    contains(entry_of(folder, "toy").reason, "libhone-toy.so has no entry hone_backend_entry");
  }
  SECTION("no library at all") {
    build_plugin(folder, "toy", sound_source);
    std::ofstream(folder.path("libhone-toy.so")) << "something else";
    CHECK_FALSE(entry_of(folder, "toy").available());
  }
  SECTION("a file that others can write") {
    build_plugin(folder, "toy", sound_source);
    ::chmod(folder.path("libhone-toy.so").c_str(), 0777);
    contains(entry_of(folder, "toy").reason, "can be written by others: not trusted");
  }
  SECTION("a folder that others can write") {
    build_plugin(folder, "toy", sound_source);
    ::chmod(folder.path().c_str(), 0777);
    contains(entry_of(folder, "toy").reason, "can be written by others: not trusted");
    CHECK_THROWS_AS(open_backend("toy", folder.path()), hone::error);
  }
}

TEST_CASE("folders are searched in order, the program's own choice first") {
  const auto folders = plugin_folders("/chosen");
  REQUIRE(folders.size() >= 3);
  CHECK(folders[0] == "/chosen");
  const auto own = std::filesystem::canonical("/proc/self/exe").parent_path();
  const auto at = std::find_if(folders.begin(), folders.end(), [&](const std::string& f) {
    std::error_code none;
    return std::filesystem::weakly_canonical(f, none) == own;
  });
  REQUIRE(at != folders.end());
  REQUIRE(at + 1 != folders.end());
  CHECK(*(at + 1) == *at + "/../lib/hone");
  CHECK(std::find(folders.begin(), folders.end(), "") == folders.end());
}

TEST_CASE("the worker is found by the same search") {
  const temporary_folder folder;
  std::filesystem::create_directories(folder.path("lib"));
  CHECK(find_worker(folder.path("lib")).path != folder.path("lib/hone-worker"));
  std::filesystem::create_directories(folder.path("bin"));
  std::ofstream(folder.path("bin/hone-worker")) << "#!/bin/sh\n";
  ::chmod(folder.path("bin/hone-worker").c_str(), 0755);
  const auto found = find_worker(folder.path("lib"));
  CHECK(found.found());
  CHECK(std::filesystem::equivalent(found.path, folder.path("bin/hone-worker")));
  ::chmod(folder.path("bin/hone-worker").c_str(), 0757);
  CHECK_FALSE(find_worker(folder.path("lib")).found());
}
