// SPDX-License-Identifier: Apache-2.0
/// \file
/// Golden text: what a step prints is compared with tests/golden/NAME.txt. A text is changed on purpose by running the
/// test with HONE_TEST_APPROVE=1, which rewrites the file; the change is then read in the diff.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <support/catch.hpp>

namespace hone::core::test {

inline std::filesystem::path golden_path(const std::string& name) {
  return std::filesystem::path(__FILE__).parent_path().parent_path() / "golden" / (name + ".txt");
}

inline void approve_golden(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
  WARN("approved " << path.string());
}

/// Compares `text` with the golden text of that name; the name may have folders: "lower/matmul_tiled".
inline void check_golden(const std::string& name, const std::string& text) {
  const auto path = golden_path(name);
  if (std::getenv("HONE_TEST_APPROVE") != nullptr) approve_golden(path, text);
  INFO("golden text: " << path.string() << " (HONE_TEST_APPROVE=1 rewrites it)");
  std::ifstream file(path, std::ios::binary);
  REQUIRE(file.good());
  const std::string golden{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  CHECK(text == golden);
}

}  // namespace hone::core::test
