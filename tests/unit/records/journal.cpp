// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lines of many processes, torn ends, full disks and files that are exchanged meanwhile.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <hone/records/journal.hpp>
#include <support/catch.hpp>
#include <support/children.hpp>
#include <support/temporary_folder.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::records;
using namespace hone::core::test;

namespace {
std::vector<std::string> lines_of(const std::string& path) {
  std::vector<std::string> lines;
  const auto text = read_journal(path);
  REQUIRE(text);
  for_each_line(*text, [&](int, std::string_view line) { lines.emplace_back(line); });
  return lines;
}
}  // namespace

TEST_CASE("lines are appended, for the owner only") {
  const temporary_folder folder;
  const auto file = folder.path("lines");
  CHECK(read_journal(file) == "");
  CHECK(append_line(file, "one").empty());
  CHECK(append_line(file, "two").empty());
  CHECK(*read_journal(file) == "one\ntwo\n");
  struct ::stat s {};
  REQUIRE(::stat(file.c_str(), &s) == 0);
  CHECK((s.st_mode & 0777) == 0600);
  CHECK_FALSE(append_line(file, "three\nfour").empty());
}

TEST_CASE("after a torn end a new line is begun") {
  const temporary_folder folder;
  const auto file = folder.path("lines");
  std::ofstream(file) << "one\ntwo, cut of";
  CHECK(append_line(file, "three").empty());
  CHECK(append_line(file, "four").empty());
  CHECK(lines_of(file) == std::vector<std::string>{"one", "two, cut of", "three", "four"});
}

TEST_CASE("lines are numbered as an editor does") {
  std::string seen;
  for_each_line("a\n\nc\nd",
                [&](int number, std::string_view line) { seen += std::to_string(number) + std::string(line); });
  CHECK(seen == "1a3c4d");
}

TEST_CASE("a folder that is not there is a reason, not a crash") {
  CHECK(append_line("/nowhere/lines", "x").find("/nowhere/lines: No such file") == 0);
  CHECK(read_journal("/nowhere/lines") == "");
  CHECK(append_line("/", "x").find("/: ") == 0);
}

TEST_CASE("eight processes lose nothing and tear nothing") {
  const temporary_folder folder;
  const auto file = folder.path("lines");
  constexpr int processes = 8, each = 500;
  std::vector<pid_t> children;
  for (int p = 0; p < processes; ++p)
    children.push_back(start_child([&] {
      for (int k = 0; k < each; ++k)
        // lines of very different lengths, up to several pages
        if (!append_line(file, std::to_string(p) + ":" + std::to_string(k) + ":" +
                                   std::string(static_cast<std::size_t>(k * 31 % 9000), 'x'))
                 .empty())
          return 1;
      return 0;
    }));
  for (const auto child : children) CHECK(wait_for(child) == 0);

  std::map<int, int> next;  // each process's lines are in its own order
  int total = 0;
  for (const auto& line : lines_of(file)) {
    int p = -1, k = -1;
    REQUIRE(std::sscanf(line.c_str(), "%d:%d:", &p, &k) == 2);
    REQUIRE(line.size() ==
            std::to_string(p).size() + std::to_string(k).size() + 2 + static_cast<std::size_t>(k * 31 % 9000));
    REQUIRE(next[p]++ == k);
    ++total;
  }
  CHECK(total == processes * each);
}

TEST_CASE("writers that are killed tear at most their own last line") {
  const temporary_folder folder;
  const auto file = folder.path("lines");
  for (int round = 0; round < 20; ++round) {
    const auto child = start_child([&] {
      for (int k = 0;; ++k) append_line(file, "begin" + std::string(static_cast<std::size_t>(20000 + k), 'x') + "end");
      return 0;
    });
    ::usleep(static_cast<useconds_t>(500 + 700 * round));
    ::kill(child, SIGKILL);
    CHECK(wait_for(child) == 1000 + SIGKILL);
    CHECK(append_line(file, "begin" + std::to_string(round) + "end").empty());  // the lock is free again
  }
  int whole = 0, torn = 0;
  for (const auto& line : lines_of(file)) ++(line.starts_with("begin") && line.ends_with("end") ? whole : torn);
  CHECK(whole >= 20);
  CHECK(torn <= 20);
}

TEST_CASE("a disk that is full leaves the file as it was") {
  const temporary_folder folder;
  const auto file = folder.path("lines");
  REQUIRE(append_line(file, "one").empty());
  const int result = in_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{10, 10};  // the file may grow to 10 bytes: a line of 20 fits in part
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const auto reason = append_line(file, std::string(20, 'x'));
    return reason == file + ": the disk is full" ? 0 : 1;
  });
  CHECK(result == 0);
  CHECK(*read_journal(file) == "one\n");
}

TEST_CASE("a file that is replaced meanwhile gets the line") {
  const temporary_folder folder;
  const auto file = folder.path("lines");
  REQUIRE(append_line(file, "old").empty());
  std::vector<pid_t> children;
  for (int p = 0; p < 4; ++p)
    children.push_back(start_child([&] {
      for (int k = 0; k < 100; ++k)
        if (!append_line(file, "new").empty()) return 1;
      return 0;
    }));
  // as a tool does that prunes records: whoever waits for the old file's lock must not write into nothing
  std::ofstream(folder.path("pruned")) << "pruned\n";
  std::filesystem::rename(folder.path("pruned"), file);
  for (const auto child : children) CHECK(wait_for(child) == 0);
  CHECK(append_line(file, "last").empty());
  CHECK(lines_of(file).front() == "pruned");
  CHECK(lines_of(file).back() == "last");
}

TEST_CASE("a rewriting changes the text, or nothing") {
  const temporary_folder folder;
  const auto file = folder.path("lines");
  const auto rewrite = [&](std::optional<std::string> text) {
    return rewrite_journal(file, [&](std::string_view) { return text; });
  };
  CHECK(rewrite("new").empty());
  CHECK_FALSE(std::filesystem::exists(file));
  REQUIRE(append_line(file, "one").empty());
  std::string seen;
  CHECK(rewrite_journal(file, [&](std::string_view text) {
          seen = text;
          return std::optional<std::string>();
        }).empty());
  CHECK(seen == "one\n");
  CHECK(*read_journal(file) == "one\n");
  CHECK(rewrite("two\n").empty());
  CHECK(*read_journal(file) == "two\n");
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);  // nothing is left beside it
  CHECK(remove_journal(file).empty());
  CHECK_FALSE(std::filesystem::exists(file));
  CHECK(remove_journal(file).empty());
  CHECK_FALSE(rewrite_journal(folder.path(), [](auto) { return std::optional<std::string>(""); }).empty());
}

TEST_CASE("a rewriting that fails leaves the file as it was") {
  const temporary_folder folder;
  const auto file = folder.path("lines");
  REQUIRE(append_line(file, "one").empty());
  const int result = in_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{10, 10};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    return rewrite_journal(file, [](auto) { return std::optional(std::string(20, 'x')); }).starts_with(file) ? 0 : 1;
  });
  CHECK(result == 0);
  CHECK(*read_journal(file) == "one\n");
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("appends beside rewritings and removals lose nothing") {
  const temporary_folder folder;
  const auto file = folder.path("lines");
  std::vector<pid_t> children;
  for (int p = 0; p < 4; ++p)
    children.push_back(start_child([&] {
      for (int k = 0; k < 300; ++k)
        if (!append_line(file, std::to_string(p) + ":" + std::to_string(k)).empty()) return 1;
      return 0;
    }));
  // each line is counted when it is taken out, or at the end
  std::map<std::string, int> seen;
  const auto take = [&](std::string_view text) {
    for_each_line(text, [&](int, std::string_view line) { ++seen[std::string(line)]; });
    return std::optional<std::string>("");
  };
  for (int k = 0; k < 100; ++k) {
    CHECK(rewrite_journal(file, take).empty());
    ::usleep(500);
  }
  for (const auto child : children) CHECK(wait_for(child) == 0);
  CHECK(rewrite_journal(file, take).empty());
  CHECK(seen.size() == 1200);
  for (const auto& [line, times] : seen) REQUIRE(times == 1);
}
