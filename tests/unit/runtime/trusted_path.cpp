// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whose files are trusted, by owner and mode.
#include <filesystem>
#include <fstream>
#include <string>

#include <sys/stat.h>
#include <unistd.h>

#include <hone/runtime/trusted_path.hpp>
#include <support/catch.hpp>
#include <support/temporary_folder.hpp>

using hone::core::runtime::untrusted_reason;

TEST_CASE("files and folders are trusted by owner and mode") {
  const hone::core::test::temporary_folder folder;
  const auto file = folder.path("file");
  std::ofstream(file) << "x";
  ::chmod(file.c_str(), 0644);
  CHECK(untrusted_reason(file).empty());
  CHECK(untrusted_reason(folder.path()).empty());
  SECTION("a file that others can write") {
    ::chmod(file.c_str(), 0646);
    CHECK(untrusted_reason(file) == file + " can be written by others: not trusted");
  }
  SECTION("a folder that others can write") {
    ::chmod(folder.path().c_str(), 0777);
    CHECK(untrusted_reason(file) == folder.path() + " can be written by others: not trusted");
    CHECK_FALSE(untrusted_reason(folder.path()).empty());
  }
  SECTION("a folder further up in which others can exchange entries") {
    std::filesystem::create_directories(folder.path("a/b"));
    std::ofstream(folder.path("a/b/file")) << "x";
    CHECK(untrusted_reason(folder.path("a/b/file")).empty());
    ::chmod(folder.path().c_str(), 0777);
    CHECK(untrusted_reason(folder.path("a/b/file")).find("what it holds is not trusted") != std::string::npos);
    ::chmod(folder.path().c_str(), 01777);  // as /tmp
    CHECK(untrusted_reason(folder.path("a/b/file")).empty());
  }
  SECTION("a link is what it leads to") {
    std::filesystem::create_symlink(file, folder.path("link"));
    CHECK(untrusted_reason(folder.path("link")).empty());
    ::chmod(file.c_str(), 0666);
    CHECK_FALSE(untrusted_reason(folder.path("link")).empty());
  }
  SECTION("nothing there") { CHECK(untrusted_reason(folder.path("none")).find("No such file") != std::string::npos); }
}

TEST_CASE("a file of another user is not trusted, one of root is") {
  CHECK(untrusted_reason("/bin/sh").empty());
  if (::geteuid() != 0) return;  // only root can give files away
  const hone::core::test::temporary_folder folder;
  const auto file = folder.path("file");
  std::ofstream(file) << "x";
  REQUIRE(::chown(file.c_str(), 65534, 65534) == 0);
  CHECK(untrusted_reason(file) == file + " is owned by another user: not trusted");
  // a group of several users may write, the owner's own group may not be told from the owner
  REQUIRE(::chown(file.c_str(), 0, 1234) == 0);
  ::chmod(file.c_str(), 0664);
  CHECK(untrusted_reason(file) == file + " can be written by others: not trusted");
  REQUIRE(::chown(file.c_str(), 0, 0) == 0);
  CHECK(untrusted_reason(file).empty());
}
