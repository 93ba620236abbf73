// SPDX-License-Identifier: Apache-2.0
/// \file
/// This test program started again, or a copy of it where no plug-ins lie beside it, in an environment of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include <sys/wait.h>

#include <support/catch.hpp>
#include <support/temporary_folder.hpp>

namespace hone::core::test {

/// What the child said: `source=tuned trials=7 right=1 note=...` on the standard output.
struct child_outcome {
  int status = -1;
  std::string out, err;
  bool says(const std::string& words) const { return out.find(words) != std::string::npos; }
};

inline std::int64_t lines(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

using variables = std::map<std::string, std::string>;

inline std::string whole_file(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline std::string this_program() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

/// Runs the hidden test `[child]` of the program (child.cpp). Nothing of our environment but what `set` says.
inline child_outcome run_child(const variables& set, const std::string& program = this_program()) {
  const temporary_folder folder;
  std::string command = "env -i PATH=/usr/bin:/bin TMPDIR=/tmp HOME=" + folder.path();
  for (const auto& [name, value] : set) command += " " + name + "='" + value + "'";
  command += " '" + program + "' '[child]' >'" + folder.path("out") + "' 2>'" + folder.path("err") + "'";
  child_outcome o;
  const int status = std::system(command.c_str());
  o.status = WIFEXITED(status) ? WEXITSTATUS(status) : 1000;
  o.out = whole_file(folder.path("out"));
  o.err = whole_file(folder.path("err"));
  return o;
}

/// A copy of this program that finds no plug-in where it stands.
class lonely_program {
 public:
  lonely_program() { std::filesystem::copy_file(this_program(), path()); }
  std::string path() const { return folder_.path("program"); }
  /// A folder for what the program shall find all the same.
  std::string plugins() const {
    const auto folder = folder_.path("plugins");
    std::filesystem::create_directory(folder);
    return folder;
  }

 private:
  temporary_folder folder_;
};

}  // namespace hone::core::test
