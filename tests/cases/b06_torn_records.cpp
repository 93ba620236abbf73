// SPDX-License-Identifier: Apache-2.0
/// \file
/// B06: a file of records with torn, foreign, older and newer lines loads what is good and names the rest; a writer
/// that is killed loses nothing that was measured before.
#include <csignal>
#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

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

std::string with_schema(std::string line, int schema) {
  return line.replace(line.find("\"hone\":1"), 8, "\"hone\":" + std::to_string(schema));
}

/// 100 lines: 10 and 20 to 23 of an older schema, 30 and 31 of a newer one, 41 to 43 duplicates of line 40, 57 cut, 58
/// random bytes, and the last without its end.
std::string damaged_file() {
  std::string text;
  for (int line = 1; line <= 100; ++line) {
    auto content = to_line(example_record(line > 40 && line <= 43 ? 40 : line, 1000 + line));
    if (line == 10 || (line >= 20 && line <= 23)) content = with_schema(content, 0);
    if (line == 30 || line == 31) content = with_schema(content, 2);
    if (line == 57) content.resize(content.size() / 2);
    if (line == 58) content = "\x93\x01\xff\xfe{\"hone\":1}\x7f\x80 random";
    text += content + (line == 100 ? "" : "\n");
  }
  return text;
}

}  // namespace

TEST_CASE("B06: good lines load, the others are counted and named by number") {
  const temporary_folder folder;
  std::ofstream(folder.path("records.jsonl"), std::ios::binary) << damaged_file();

  std::string said;
  {
    const captured_stderr captured;
    store s(folder.path(), {});
    said = captured.text();
    const auto report = s.report();
    CHECK(report.good == 91);
    CHECK(report.torn == std::vector<int>{57, 58});
    CHECK(report.older == std::vector<int>{10, 20, 21, 22, 23});
    CHECK(report.newer == std::vector<int>{30, 31});
    CHECK(report.foreign.empty());
    CHECK(s.best(example_key(40))->median_ns == 1040);  // the fastest of four
    CHECK(s.best(example_key(100)));
    CHECK_FALSE(s.best(example_key(10)));
    CHECK_FALSE(s.best(example_key(30)));

    CHECK(s.append(example_record(101)));
    s.refresh();
    CHECK(s.report().good == 92);
    CHECK(s.report().torn.size() == 2);
  }
  CHECK(said == "hone: " + folder.path("records.jsonl") +
                    ": 91 records; skipped 2 lines that are torn (57, 58), 5 lines of an older version (10, 20 to 23), "
                    "2 lines of a newer version (30, 31)\n");

  // the line that had no end is whole, and the new one stands on a line of its own
  const captured_stderr quiet;
  const store again(folder.path(), {});
  CHECK(again.best(example_key(100)));
  CHECK(again.best(example_key(101)));
}

TEST_CASE("B06: a writer that is killed loses nothing that it had measured; the next goes on") {
  const temporary_folder folder;
  const captured_stderr quiet;
  std::size_t known = 0;
  for (int round = 0; round < 20; ++round) {
    int said[2];
    REQUIRE(::pipe(said) == 0);
    const auto child = start_child([&] {
      store s(folder.path(), {});
      for (auto k = static_cast<std::int64_t>(s.trials(example_key()).size());; ++k) {
        s.append_trial(example_key(), example_trial(k));
        s.append(example_record(k, 10));
        if (::write(said[1], "x", 1) != 1) return 1;  // measured and stored
      }
    });
    ::close(said[1]);
    std::size_t stored = 0;
    for (char c; stored < 5 + static_cast<std::size_t>(round) && ::read(said[0], &c, 1) == 1;) ++stored;
    ::kill(child, SIGKILL);
    CHECK(wait_for(child) == 1000 + SIGKILL);
    for (char c; ::read(said[0], &c, 1) == 1;) ++stored;
    ::close(said[0]);

    const store s(folder.path(), {});
    const auto trials = s.trials(example_key());
    REQUIRE(trials.size() >= known + stored);  // one more where it was killed before it could say so
    REQUIRE(trials.size() <= known + stored + 1);
    for (std::size_t k = 0; k < trials.size(); ++k)  // nothing twice, nothing left out
      REQUIRE(trials[k].configuration.knobs[0].values[0] == static_cast<std::int64_t>(k));
    for (std::size_t k = known; k < known + stored; ++k) REQUIRE(s.best(example_key(static_cast<std::int64_t>(k))));
    known = trials.size();
  }
}
