// SPDX-License-Identifier: Apache-2.0
/// \file
/// hone-records as a program: help, versions, mistakes, and folders that it does not use.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <sys/stat.h>

#include <hone/records/directory.hpp>
#include <support/catch.hpp>
#include <support/example_store.hpp>

#include "program.hpp"

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;

TEST_CASE("each command has help") {
  CHECK(run_records({"--help"}).code == 0);
  CHECK(run_records({"--version"}).out == records::library_version() + "\n");
  for (const std::string command : {"list", "explain", "merge", "prune"}) {
    const auto help = run_records({command, "--help"});
    CAPTURE(command, help.out);
    CHECK(help.code == 0);
    CHECK(help.out.find(command == "merge" ? "--into" : "--dir") != std::string::npos);
    CHECK(help.err.empty());
    CHECK(run_records({"--help"}).out.find("\n  " + command + " ") != std::string::npos);
  }
}

TEST_CASE("a command line that is not understood is status 2") {
  for (const auto& arguments : std::vector<std::vector<std::string>>{{},
                                                                     {"frobnicate"},
                                                                     {"list", "--no-such"},
                                                                     {"list", "too", "many"},
                                                                     {"explain"},
                                                                     {"merge", "/tmp"},
                                                                     {"merge", "--into", "/tmp"},
                                                                     {"prune", "--keep", "0"},
                                                                     {"prune", "--keep", "x"},
                                                                     {"prune", "--older-than", "-1"}}) {
    const auto result = run_records(arguments);
    CAPTURE(arguments, result.err);
    CHECK(result.code == 2);
    CHECK(result.out.empty());
    CHECK_FALSE(result.err.empty());
  }
}

TEST_CASE("a folder that is not there is one sentence") {
  const temporary_folder folder;
  const auto nowhere = folder.path("nowhere"), sentence = "there is no folder " + nowhere;
  CHECK(refused(run_records({"list", "--dir", nowhere}), sentence));
  CHECK(refused(run_records({"list", "--json", "--dir", nowhere}), sentence));
  CHECK(refused(run_records({"explain", "matmul", "--dir", nowhere}), sentence));
  CHECK(refused(run_records({"prune", "--dir", nowhere}), sentence));
  CHECK(refused(run_records({"merge", nowhere, "--into", folder.path("into")}), sentence));
  CHECK(std::filesystem::is_empty(folder.path()));  // nothing was created on the way
}

TEST_CASE("a folder without records is one sentence") {
  const temporary_folder folder;
  const auto sentence = folder.path() + " holds no records";
  CHECK(refused(run_records({"list", "--dir", folder.path()}), sentence));
  CHECK(refused(run_records({"explain", "matmul", "--dir", folder.path()}), sentence));
  CHECK(refused(run_records({"merge", folder.path(), "--into", folder.path("into")}), sentence));
  std::ofstream(folder.path("records.jsonl")) << "torn\n";
  CHECK(refused(run_records({"list", "--dir", folder.path()}),
                folder.path() + " holds 0 records; skipped 1 line that is torn (1)"));
}

TEST_CASE("without --dir it is the folder that programs use") {
  const temporary_folder folder;
  REQUIRE(store_result(folder.path("cache/hone"), 1, 10, 1));
  const auto listed = [&](const char* variable, const std::string& value) {
    return run_records_as(
               [&] {
                 ::unsetenv("XDG_CACHE_HOME");
                 ::setenv(variable, value.c_str(), 1);
               },
               {"list"})
               .code == 0;
  };
  CHECK(listed("HONE_CACHE_DIR", folder.path("cache/hone")));
  CHECK(listed("XDG_CACHE_HOME", folder.path("cache")));
  CHECK_FALSE(listed("HONE_CACHE_DIR", folder.path("nowhere")));
  const auto homeless = run_records_as(
      [] {
        ::unsetenv("HOME");
        ::unsetenv("XDG_CACHE_HOME");
      },
      {"list"});
  CHECK(refused(homeless,
                "there is no folder to look at: none of HONE_CACHE_DIR, XDG_CACHE_HOME and HOME names a folder"));
}

TEST_CASE("a folder that others can write to is refused in the library's words") {
  const temporary_folder folder, good;
  REQUIRE(store_result(folder.path(), 1, 10, 1));
  REQUIRE(store_result(good.path(), 1, 5, 2));
  ::chmod(folder.path().c_str(), 0777);
  const auto reason = records::open_cache_directory(folder.path()).reason;
  REQUIRE(reason.find("can be written by others: not trusted") != std::string::npos);
  CHECK(refused(run_records({"list", "--dir", folder.path()}), reason));
  CHECK(refused(run_records({"explain", "matmul", "--dir", folder.path()}), reason));
  CHECK(refused(run_records({"prune", "--dir", folder.path()}), reason));
  CHECK(refused(run_records({"merge", folder.path(), "--into", good.path()}), reason));
  CHECK(refused(run_records({"merge", good.path(), "--into", folder.path()}), reason));
  CHECK(records::store::reading(good.path()).all().size() == 1);
}

TEST_CASE("a folder that cannot be written can be looked at, and that is all") {
  const temporary_folder folder;
  const auto cache = folder.path("cache");
  REQUIRE(store_result(cache, 1, 10, 1));
  ::chmod(folder.path().c_str(), 0755);
  const bool is_root = ::geteuid() == 0;  // whom no mode stops: another user it is then
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path()))
    if (is_root) REQUIRE(::chown(entry.path().c_str(), 65534, 65534) == 0);
  ::chmod(cache.c_str(), 0555);
  const auto run = [&](std::vector<std::string> arguments) {
    return run_records_as(
        [&] {
          if (is_root && (::setresgid(65534, 65534, 65534) != 0 || ::setresuid(65534, 65534, 65534) != 0)) std::abort();
        },
        std::move(arguments));
  };
  const auto listed = run({"list", "--dir", cache});
  if (listed.code == 127) {
    WARN("the program is where other users cannot start it: this part did not run");
    return;
  }
  CAPTURE(listed.err);
  CHECK(listed.code == 0);
  CHECK(run({"explain", "matmul", "--dir", cache}).code == 0);
  CHECK(refused(run({"prune", "--dir", cache}), cache + ": Permission denied"));
  CHECK(refused(run({"merge", cache, "--into", cache + "/below"}), cache + "/below: Permission denied"));
  ::chmod(cache.c_str(), 0755);
}
