// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs hone-records and reads what it says.
#pragma once

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include <support/children.hpp>
#include <support/temporary_folder.hpp>

namespace hone::core::test {

struct program_result {
  int code = -1;
  std::string out, err;
};

inline std::string text_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The program with its arguments; `prepare` runs in its process first. 127 where it cannot be started.
template <class Prepare>
program_result run_records_as(Prepare prepare, std::vector<std::string> arguments) {
  const temporary_folder said;
  const auto redirect = [&](const std::string& name, int to) {
    const int file = ::open(said.path(name).c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::dup2(file, to);
  };
  program_result result;
  result.code = in_child([&] {
    redirect("out", STDOUT_FILENO);
    redirect("err", STDERR_FILENO);
    ::unsetenv("HONE_CACHE_DIR");
    prepare();
    std::vector<char*> argv;
    arguments.insert(arguments.begin(), HONE_RECORDS_TOOL);
    for (auto& a : arguments) argv.push_back(a.data());
    argv.push_back(nullptr);
    ::execv(HONE_RECORDS_TOOL, argv.data());
    return 127;
  });
  result.out = text_of_file(said.path("out"));
  result.err = text_of_file(said.path("err"));
  return result;
}

inline program_result run_records(std::vector<std::string> arguments) {
  return run_records_as([] {}, std::move(arguments));
}

/// One sentence on the standard error stream, none on the other, and status 1.
inline bool refused(const program_result& r, const std::string& sentence) {
  return r.code == 1 && r.out.empty() && r.err == "hone-records: " + sentence + "\n";
}

}  // namespace hone::core::test
