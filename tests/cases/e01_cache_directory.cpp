// SPDX-License-Identifier: Apache-2.0
/// \file
/// E01: without a home, on a read-only or full disk, or in a directory that others can write to, there is one warning
/// and a store in memory; code is never loaded from where others can put it.
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <hone/records/directory.hpp>
#include <hone/records/objects.hpp>
#include <hone/records/store.hpp>
#include <support/captured_stderr.hpp>
#include <support/catch.hpp>
#include <support/children.hpp>
#include <support/example_record.hpp>
#include <support/temporary_folder.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::records;
using namespace hone::core::test;

namespace {

/// Uses a store twice over; what was said, and whether it worked in memory.
struct outcome {
  bool worked;
  std::string said;
  std::string directory;
};

outcome use_store(const std::string& chosen, const hone::diag::environment& environment = {}) {
  const captured_stderr captured;
  store first(chosen, environment), second(chosen, environment);
  first.append(example_record());
  const bool worked = first.best(example_key()).has_value();
  return {worked, captured.text(), first.directory()};
}

/// Exactly one line.
bool is_one_warning(const std::string& said) {
  return said.starts_with("hone: results are kept in memory only: ") && said.find('\n') == said.size() - 1;
}

/// In a child, so that the environment, the user and limits of this process stay.
bool holds_in_child(const std::function<bool()>& condition) {
  return in_child([&] { return condition() ? 0 : 1; }) == 0;
}

void become_nobody() {
  if (::geteuid() != 0) return;
  if (::setegid(65534) != 0 || ::seteuid(65534) != 0) std::abort();
}

}  // namespace

TEST_CASE("E01: no home") {
  CHECK(holds_in_child([] {
    ::unsetenv("HOME");
    ::unsetenv("XDG_CACHE_HOME");
    const auto o = use_store("");
    return o.worked && o.directory.empty() && is_one_warning(o.said);
  }));
}

TEST_CASE("E01: a directory that cannot be written") {
  const temporary_folder folder;
  std::filesystem::create_directory(folder.path("cache"));
  ::chmod(folder.path().c_str(), 0755);
  ::chmod(folder.path("cache").c_str(), 0555);
  CHECK(holds_in_child([&] {
    become_nobody();
    const auto o = use_store(folder.path("cache")), below = use_store(folder.path("cache/hone"));
    return o.worked && o.directory.empty() && is_one_warning(o.said) && below.worked && below.directory.empty() &&
           is_one_warning(below.said);
  }));
  const auto nowhere = use_store("/proc/hone");  // nobody can create it, not even root
  CHECK(nowhere.worked);
  CHECK(nowhere.directory.empty());
  CHECK(is_one_warning(nowhere.said));
}

TEST_CASE("E01: a file in the place of the directory") {
  const temporary_folder folder;
  std::ofstream(folder.path("cache")) << "x";
  const auto o = use_store(folder.path("cache/hone"));
  CHECK(o.worked);
  CHECK(o.directory.empty());
  CHECK(is_one_warning(o.said));
}

TEST_CASE("E01: a disk that is full") {
  const temporary_folder folder;
  CHECK(holds_in_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{100, 100};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    // what was said cannot be captured in a file now: a pipe
    int said[2];
    if (::pipe(said) != 0 || ::dup2(said[1], STDERR_FILENO) < 0 || ::fcntl(said[0], F_SETFL, O_NONBLOCK) != 0)
      return false;
    store s(folder.path(), {});
    const bool first = s.append(example_record()), second = s.append(example_record(2));
    s.refresh();
    const bool cached = object_cache(folder.path()).save(hone::byte_string{1}, {}, hone::byte_string(1000));
    char text[1000];
    const auto n = ::read(said[0], text, sizeof text);
    return !first && !second && !cached && s.best(example_key()) && s.best(example_key(2)) && n > 0 &&
           is_one_warning({text, static_cast<std::size_t>(n)});
  }));
  CHECK(std::filesystem::file_size(folder.path("records.jsonl")) == 0);
  CHECK(std::filesystem::is_empty(folder.path("objects")));  // no half of a file is left
}

TEST_CASE("E01: a directory that others can write to") {
  const temporary_folder folder;
  const hone::byte_string programs{1, 2, 3}, object{4, 5, 6};
  REQUIRE(object_cache(folder.path()).save(programs, {}, object));
  REQUIRE(object_cache(folder.path()).load(programs, {}) == object);
  ::chmod(folder.path().c_str(), 0777);
  const auto o = use_store(folder.path());
  CHECK(o.worked);
  CHECK(o.directory.empty());
  CHECK(is_one_warning(o.said));
  CHECK(o.said.find("can be written by others: not trusted") != std::string::npos);
  CHECK_FALSE(object_cache(folder.path()).load(programs, {}));
}

TEST_CASE("E01: a directory of another user") {
  if (::geteuid() != 0) {
    WARN("only root can make a directory of another user: this part did not run");
    return;
  }
  const temporary_folder folder;
  const hone::byte_string programs{1, 2, 3}, object{4, 5, 6};
  REQUIRE(object_cache(folder.path()).save(programs, {}, object));
  for (const auto& path : {folder.path("objects"), folder.path()}) REQUIRE(::chown(path.c_str(), 65534, 65534) == 0);
  const auto o = use_store(folder.path());
  CHECK(o.worked);
  CHECK(o.directory.empty());
  CHECK(is_one_warning(o.said));
  CHECK(o.said.find("is owned by another user: not trusted") != std::string::npos);
  CHECK_FALSE(object_cache(folder.path()).load(programs, {}));
}

TEST_CASE("E01: the directory is created for its owner only, and can be chosen") {
  const temporary_folder folder;
  const auto made = [&](const std::string& path) {
    struct ::stat s {};
    return ::stat(path.c_str(), &s) == 0 && (s.st_mode & 07777) == 0700;
  };
  CHECK(use_store(folder.path("by/program")).said.empty());
  CHECK(made(folder.path("by")));
  CHECK(made(folder.path("by/program")));

  hone::diag::environment environment;
  environment.cache_directory = folder.path("environment");
  CHECK(use_store(folder.path("by/program"), environment).directory == folder.path("by/program"));
  CHECK(use_store("", environment).directory == folder.path("environment"));
  CHECK(made(folder.path("environment")));

  CHECK(holds_in_child([&] {
    ::setenv("HOME", folder.path("home").c_str(), 1);
    ::unsetenv("XDG_CACHE_HOME");
    const bool home = use_store("").directory == folder.path("home/.cache/hone");
    ::setenv("XDG_CACHE_HOME", folder.path("xdg").c_str(), 1);
    const bool xdg = use_store("").directory == folder.path("xdg/hone");
    ::setenv("XDG_CACHE_HOME", "relative", 1);  // the standard says to ignore it
    return home && xdg && use_store("").directory == folder.path("home/.cache/hone");
  }));
}

TEST_CASE("E01: HONE_VERBOSE=0 says nothing") {
  hone::diag::environment silent;
  silent.verbose = 0;
  CHECK(use_store("/proc/hone-silent", silent).said.empty());
}
