// SPDX-License-Identifier: Apache-2.0
/// \file
/// The space that a call of `tune` searches: given, derived, or derived and edited.
#include <set>
#include <string>
#include <vector>

#include <hone/records/store.hpp>
#include <hone/space/derive.hpp>
#include <hone/space/space.hpp>
#include <hone/space/text.hpp>
#include <hone/target/detect.hpp>
#include <support/catch.hpp>
#include <support/product.hpp>
#include <support/temporary_folder.hpp>
#include <support/thrown.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;
using namespace hone::core::test::small_product;

namespace {

/// What a search tries beside the default schedule.
struct tried {
  std::vector<space::configuration> points;
  tuning_report report;
};

template <class Space>
tried search_over(const Space& space) {
  const temporary_folder folder;
  tried t;
  const auto kernel = tune(multiply, space, sizes, budget(std::chrono::seconds(60)), max_trials(8), verbose(0),
                           cache_directory(folder.path()), on_trial([&](const trial_event& e) {
                             if (!space::is_default(e.configuration)) t.points.push_back(e.configuration);
                           }));
  CHECK(right(kernel));
  t.report = kernel.report();
  return t;
}

std::set<std::string> names_of(const space::configuration& c) {
  std::set<std::string> names;
  for (const auto& value : c.knobs) names.insert(value.knob);
  return names;
}

}  // namespace

TEST_CASE("the derived space has the derived knobs") {
  const auto t = search_over(derived(multiply).with());
  REQUIRE(t.points.size() == 8);
  for (const auto& p : t.points) {
    const auto names = names_of(p);
    CHECK(names.count("tile_i") == 1);
    CHECK(names.count("tile_j") == 1);
    CHECK(names.count("pack_B") == 1);
  }
}

TEST_CASE("derived(op).with(...) replaces the knob of the same axis and adds the others") {
  constexpr auto mine = tile<"mine">(i, 3);
  const auto t = search_over(derived(multiply).with(mine.sizes(2, 3), pack(B, pack_at::none), where(mine[2] == 3)));
  REQUIRE_FALSE(t.points.empty());
  for (const auto& p : t.points) {
    const auto names = names_of(p);
    CHECK(names.count("mine") == 1);
    CHECK(names.count("tile_i") == 0);
    CHECK(names.count("tile_j") == 1);
    CHECK(names.count("pack_B") == 0);  // a fixed decision
    for (const auto& value : p.knobs)
      if (value.knob == "mine") CHECK(value.values.back() == 3);
  }
}

TEST_CASE("a space of one's own") {
  constexpr auto tj = tile<"tj">(j, 2);
  const auto t = search_over(knobs(tj.sizes(4, 8), tile<"ti">(i, 2).sizes(2), vectorize(tj[1])));
  CHECK(t.points.size() == 2);
  CHECK(t.report.stopped == search::stop_reason::exhausted);
  CHECK(t.report.space_size == 2);
  CHECK(t.report.space_exact);
}

TEST_CASE("a space of nothing, or of knobs that do not fit, is an error before anything is measured") {
  constexpr auto tj = tile<"tj">(j, 2);
  CHECK(code_of([&] { search_over(knobs(tj, where(tj[1] > 1000))); }) == error_code::empty_space);
  CHECK(code_of([&] { search_over(knobs(tj, parallel(k))); }) == error_code::bad_space);
}

TEST_CASE("other ways to choose: at random, and every point in order") {
  constexpr auto tj = tile<"tj">(j, 2);
  for (const auto method : {search_method::random, search_method::grid}) {
    const temporary_folder folder;
    const auto kernel = tune(multiply, knobs(tj.sizes(2, 4, 8), vectorize(tj[1])), sizes, verbose(0),
                             cache_directory(folder.path()), with([=](tune_options& o) { o.method = method; }));
    CHECK(kernel.report().trials == 4);
    CHECK(kernel.report().stopped == search::stop_reason::exhausted);
    CHECK(right(kernel));
  }
}

TEST_CASE("a plateau and a target end a search") {
  const temporary_folder folder;
  const auto report = [&](auto setting) {
    return tune(multiply, sizes, budget(std::chrono::seconds(60)), mode(tune_mode::force), verbose(0),
                cache_directory(folder.path()), with(setting))
        .report();
  };
  const auto reached = report([](tune_options& o) { o.target_gflops = 1e-6, o.batch = 2; });
  CHECK(reached.stopped == search::stop_reason::target);
  CHECK(reached.trials <= 5);
  const auto flat = report([](tune_options& o) { o.plateau = 10, o.batch = 2; });
  CHECK(flat.stopped == search::stop_reason::plateau);
}

TEST_CASE("a record of another space of the operator is not taken for one of this space") {
  const temporary_folder folder;
  REQUIRE(tuned_in(folder.path()).report().source == kernel_source::tuned);
  {  // the fastest of all, a point of the derived space
    records::store store(folder.path(), {});
    auto record = store.all().at(0);
    const auto p = ast::bind(multiply, sizes);
    random_generator random(1);
    const auto cpu = target::detect();
    record.configuration = space::space(space::derive(p, cpu), &p, cpu).sample(random);
    record.median_ns = record.best_ns = 1;
    REQUIRE(store.append(record));
  }
  const auto report_over = [&](const auto& space) {
    return tune(multiply, space, sizes, verbose(0), cache_directory(folder.path())).report();
  };
  constexpr auto tj = tile<"tj">(j, 2);
  constexpr auto narrow = knobs(tj.sizes(8), tile<"ti">(i, 2).sizes(2, 3), vectorize(tj[1]));
  // before, and after the search that narrow needs, if the record of the default schedule does not do for it
  const auto first = report_over(narrow);
  CHECK((first.source == kernel_source::tuned || first.schedule == "the default schedule"));
  CHECK(report_over(narrow).from_record());
  const auto wide = report_over(derived(multiply).with());
  CHECK(wide.from_record());
  CHECK(wide.tuned.median_ns == 1);
}
