// SPDX-License-Identifier: Apache-2.0
/// \file
/// Compiles a few lines of C with the system's compiler: real objects and real plug-ins for the tests.
#pragma once

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include <hone/meta/bytes.hpp>
#include <support/temporary_folder.hpp>

namespace hone::core::test {

/// Runs `cc FLAGS -o OUTPUT` on the source; throws when the compiler fails.
inline void compile_c(const std::string& source, const std::string& flags, const std::string& output) {
  const auto file = output + ".c";
  std::ofstream(file) << source;
  const auto command = "cc " + flags + " -o '" + output + "' '" + file + "'";
  if (std::system(command.c_str()) != 0) throw std::runtime_error("failed: " + command);
}

inline hone::byte_string file_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A relocatable object of the source.
inline hone::byte_string compile_object(const std::string& source, const std::string& flags) {
  const temporary_folder folder;
  compile_c(source, "-c " + flags, folder.path("unit.o"));
  return file_bytes(folder.path("unit.o"));
}

}  // namespace hone::core::test
