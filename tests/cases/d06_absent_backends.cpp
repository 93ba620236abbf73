// SPDX-License-Identifier: Apache-2.0
/// \file
/// D06: on a machine without GPU driver or OpenCL the program starts, the list of backends says why each is absent, and
/// asking for one is a typed error.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>

#include <hone/diag/error.hpp>
#include <hone/jit/plugin.hpp>
#include <support/catch.hpp>
#include <support/temporary_folder.hpp>

TEST_CASE("D06: absent backends are entries with a reason") {
  const auto entries = hone::core::jit::list_backends();
  for (const auto* name : {"orc", "cuda", "opencl"}) {
    CAPTURE(name);
    const auto at = std::find_if(entries.begin(), entries.end(), [&](const auto& e) { return e.name == name; });
    REQUIRE(at != entries.end());
    if (at->available()) {
      CHECK_FALSE(at->compiler.empty());
    } else {
      CHECK_FALSE(at->reason.empty());
      try {
        hone::core::jit::open_backend(name);
        FAIL("it was opened");
      } catch (const hone::error& e) {
        CHECK(e.code() == hone::error_code::no_backend);
        CHECK(std::string(e.what()).find(at->reason) != std::string::npos);
      }
    }
  }
}

TEST_CASE("D06: nothing of a GPU or of LLVM is linked") {
  // the dynamic linker lists what the program needs and does not start it
  const auto program = std::filesystem::read_symlink("/proc/self/exe").string();
  auto* list = ::popen(("LD_TRACE_LOADED_OBJECTS=1 '" + program + "'").c_str(), "r");
  REQUIRE(list != nullptr);
  std::string linked;
  for (int c; (c = std::fgetc(list)) != EOF;) linked.push_back(static_cast<char>(c));
  ::pclose(list);
  CHECK(linked.find("libc.so") != std::string::npos);
  for (const auto* library : {"libcuda", "libnvrtc", "libOpenCL", "libLLVM"})
    CHECK(linked.find(library) == std::string::npos);
}
