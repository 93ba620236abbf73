// SPDX-License-Identifier: Apache-2.0
/// \file
/// A search that is killed goes on where it stood.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <unistd.h>

#include <hone/records/record.hpp>
#include <hone/space/text.hpp>
#include <support/catch.hpp>
#include <support/children.hpp>
#include <support/product.hpp>
#include <support/temporary_folder.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;
using namespace hone::core::test::small_product;

namespace {

/// The trials in the only file of the folder.
std::vector<std::string> stored_trials(const temporary_folder& cache) {
  std::vector<std::string> texts;
  for (const auto& entry : std::filesystem::directory_iterator(cache.path("trials"))) {
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      const auto parsed = records::trial_from_line(line);
      REQUIRE(parsed.kind == records::line_kind::good);
      texts.push_back(space::to_text(parsed.value.configuration));
    }
  }
  return texts;
}

/// Tunes, and writes a byte for each trial.
void tune_and_tell(const temporary_folder& cache, int trials, int pipe) {
  tune(multiply, sizes, budget(std::chrono::seconds(100)), max_trials(trials), verbose(0),
       cache_directory(cache.path()), on_trial([=](const trial_event&) {
         if (::write(pipe, "x", 1) != 1) ::_exit(1);
       }));
}

}  // namespace

TEST_CASE("a search that is killed loses nothing and measures nothing twice") {
  const temporary_folder cache;
  std::vector<std::string> known;
  for (int kill_after = 3; kill_after <= 9; kill_after += 3) {
    int said[2];
    REQUIRE(::pipe(said) == 0);
    const auto child = start_child([&] {
      tune_and_tell(cache, 10'000, said[1]);
      return 0;
    });
    ::close(said[1]);
    int told = 0;
    for (char c; told < kill_after && ::read(said[0], &c, 1) == 1;) ++told;
    ::kill(child, SIGKILL);
    CHECK(wait_for(child) == 1000 + SIGKILL);
    for (char c; ::read(said[0], &c, 1) == 1;) ++told;
    ::close(said[0]);

    const auto stored = stored_trials(cache);
    REQUIRE(stored.size() >= known.size() + static_cast<std::size_t>(told));
    REQUIRE(stored.size() <= known.size() + static_cast<std::size_t>(told) + 1);  // killed before it could say so
    CHECK(std::equal(known.begin(), known.end(), stored.begin()));
    CHECK(std::set<std::string>(stored.begin(), stored.end()).size() == stored.size());
    known = stored;
  }

  std::vector<std::string> seen;
  const auto kernel = tuned_in(cache.path(), on_trial([&](const trial_event& t) {
                                 seen.push_back(space::to_text(t.configuration));
                                 CHECK(t.number == static_cast<std::int64_t>(known.size() + seen.size()));
                               }));
  CHECK(kernel.report().source == kernel_source::tuned);
  CHECK(right(kernel));
  CHECK(seen.size() == 6);
  CHECK(kernel.report().trials == static_cast<std::int64_t>(known.size() + 6));
  const auto all = stored_trials(cache);
  CHECK(std::set<std::string>(all.begin(), all.end()).size() == all.size());
  CHECK(all.size() == known.size() + 6);
}
