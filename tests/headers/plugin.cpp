// SPDX-License-Identifier: Apache-2.0
/// \file
/// The tuner as a plug-in: found, missing, broken; and what passes through its interface.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include <hone/hone.hpp>
#include <support/catch.hpp>
#include <support/product.hpp>
#include <support/temporary_folder.hpp>
#include <support/thrown.hpp>

#include "../unit/tune/child.hpp"

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;
using namespace hone::core::test::small_product;

namespace {

/// Makes libhone-tuner.so of a C source in a folder.
void build_tuner(const temporary_folder& folder, const std::string& source) {
  std::ofstream(folder.path("tuner.c")) << source;
  const auto command = "cc -shared -fPIC -I" HONE_TEST_INCLUDE " -o '" + folder.path("libhone-tuner.so") + "' '" +
                       folder.path("tuner.c") + "'";
  REQUIRE(std::system(command.c_str()) == 0);
}

/// The reason why a library of that source is no tuner.
std::string refused(const std::string& source) {
  const temporary_folder folder;
  build_tuner(folder, source);
  const auto found = find_tuner(folder.path());
  CHECK(found.tuner == nullptr);
  return found.reason;
}

struct my_exception : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace

TEST_CASE("the plug-in is found beside the program, tunes, and finds its record") {
  REQUIRE(linked_tuner() == nullptr);
  const temporary_folder folder;
  std::vector<trial_event> trials;
  const auto kernel = tuned_in(folder.path(), on_trial([&](const trial_event& t) { trials.push_back(t); }));
  const auto& r = kernel.report();
  CHECK(r.source == kernel_source::tuned);
  CHECK(r.trials == 7);
  CHECK(r.operation == "multiply: C(i, j) = sum(k)(A(i, k) * B(k, j))");
  CHECK(r.shape == "i=24 j=40 k=36");
  CHECK(r.flops == 2.0 * rows * columns * depth);
  CHECK(r.native.usable());
  CHECK(r.fallback.usable());
  CHECK(r.tuned.usable());
  CHECK(r.backend.starts_with("orc (LLVM "));
  CHECK(r.space_size > 1000);
  CHECK(r.stored == folder.path());
  CHECK(right(kernel));

  REQUIRE(trials.size() == 7);
  double best = 0;
  for (std::size_t n = 0; n < trials.size(); ++n) {
    const auto& t = trials[n];
    CHECK(t.number == static_cast<std::int64_t>(n) + 1);
    CHECK(t.outcome.usable());
    best = best == 0 ? t.outcome.median_ns : std::min(best, t.outcome.median_ns);
    CHECK(t.best_ns == best);
  }
  CHECK(space::is_default(trials[0].configuration));
  CHECK_FALSE(space::is_default(trials[1].configuration));

  const auto again = tuned_in(folder.path());
  CHECK(again.report().from_record());
  CHECK(again.report().schedule == r.schedule);
  CHECK(again.report().tuned.median_ns == r.tuned.median_ns);
  CHECK(right(again));
}

TEST_CASE("knobs, constraints and options pass through the interface") {
  const temporary_folder folder;
  constexpr auto tj = tile<"tj">(j, 2);
  constexpr auto ti = tile<"ti">(i, 2);
  const auto kernel = tune(multiply, knobs(ti.sizes(2, 3), tj.sizes(2, 4, 8), vectorize(tj[1]), where(ti[1] * tj[1] > 8)),
                           sizes, verbose(0), cache_directory(folder.path()),
                           with([](tune_options& o) { o.method = search_method::grid; }));
  CHECK(kernel.report().space_size == 3);
  CHECK(kernel.report().stopped == search::stop_reason::exhausted);
  CHECK(kernel.report().trials == 4);
  CHECK(right(kernel));
  const auto edited = tune(multiply, derived(multiply).with(ti.sizes(2), pack(B, pack_at::none)), sizes, max_trials(3),
                           mode(tune_mode::force), verbose(0), cache_directory(folder.path()));
  CHECK(edited.report().trials == 4);
  CHECK(right(edited));
}

TEST_CASE("errors of the tuner reach the program with their code and sentence") {
  constexpr auto tj = tile<"tj">(j, 2);
  const auto over = [&](const auto& space) { return tune(multiply, space, sizes, verbose(0)); };
  CHECK(code_of([&] { over(knobs(tj, where(tj[1] > 1000))); }) == error_code::empty_space);
  CHECK(code_of([&] { over(knobs(tj, parallel(k))); }) == error_code::bad_space);
  const temporary_folder folder;
  CHECK(code_of([&] { tuned_in(folder.path(), with([](tune_options& o) { o.backend = "cuda"; })); }) ==
        error_code::no_backend);
}

TEST_CASE("an exception of on_trial ends the search and reaches the program") {
  const temporary_folder folder;
  int seen = 0;
  const auto enough = [&](const trial_event&) {
    if (++seen == 2) throw my_exception("enough");
  };
  CHECK_THROWS_AS(tuned_in(folder.path(), on_trial(enough)), my_exception);
  CHECK(seen == 2);
  // and nothing is broken by it
  CHECK(right(tuned_in(folder.path())));
}

TEST_CASE("no plug-in: the program's own loops run, and one line says so") {
  const temporary_folder cache;
  const lonely_program program;
  const auto o = run_child({{"HONE_CACHE_DIR", cache.path()}}, program.path());
  CHECK(o.status == 0);
  CHECK(o.says("source=native trials=0 right=1"));
  CHECK(o.out.find("right=1") != o.out.rfind("right=1"));  // both calls
  CHECK(o.err.starts_with("hone: no kernels can be made, so operators run as this program's compiler made them: "));
  CHECK(o.err.find("libhone-tuner.so: not found in: ") != std::string::npos);
  CHECK(lines(o.err) == 1);
}

TEST_CASE("a plug-in elsewhere: HONE_PLUGIN_DIR names it, and finds backend and worker there") {
  const temporary_folder cache;
  const lonely_program program;
  const auto tuner = jit::find_plugin(jit::tuner_plugin);
  REQUIRE(tuner.found());
  const auto folder = std::filesystem::path(tuner.path).parent_path().string();
  const auto o = run_child({{"HONE_CACHE_DIR", cache.path()}, {"HONE_PLUGIN_DIR", folder}, {"HONE_VERBOSE", "0"}, {"HONE_SEED", "many"}},
                           program.path());
  CHECK(o.says("source=tuned trials=7 right=1"));
  CHECK(o.says("source=record trials=0 right=1"));
  // what is wrong with the environment is said once, by the program and not by the plug-in again
  CHECK(o.err.starts_with("hone: HONE_SEED=many is not understood"));
  CHECK(lines(o.err) == 1);
}

TEST_CASE("a library that is no tuner, or of another version, is refused with the reason") {
  CHECK(refused("int nothing;").ends_with("libhone-tuner.so has no entry hone_tuner_entry"));
  CHECK(refused("#include <hone/tune/tuner.h>\n"
                "static const hone_tuner table = {HONE_TUNER_ABI + 1, sizeof table};\n"
                "const hone_tuner* hone_tuner_entry(void) { return &table; }\n")
            .starts_with("abi 2, wanted 1: "));
}

TEST_CASE("a tuner that answers nonsense is an error, not a crash") {
  const std::string before = "#include <hone/tune/tuner.h>\n"
                             "static const uint8_t bytes[] = {0, 1, 2, 3};\n"
                             "static void tune(hone_bytes r, const hone_tuner_calls* c, hone_tuner_reply* reply) {\n"
                             "  (void)r; (void)c; reply->owner = 0; reply->bytes.data = bytes; reply->bytes.size = ";
  const std::string after = "; }\n"
                            "static void release(hone_tuner_reply* r) { (void)r; }\n"
                            "static const hone_tuner table = {HONE_TUNER_ABI, sizeof table, tune, tune, release};\n"
                            "const hone_tuner* hone_tuner_entry(void) { return &table; }\n";
  for (const char* size : {"0", "1", "4"}) {
    const temporary_folder folder;
    build_tuner(folder, before + size + after);
    CHECK(code_of([&] {
            tuned_in(folder.path(), with([&](tune_options& o) { o.plugin_directory = folder.path(); }));
          }) == error_code::bad_program);
  }
}
