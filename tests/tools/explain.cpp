// SPDX-License-Identifier: Apache-2.0
/// \file
/// hone-records explain: what is chosen, against whom, how sure; and which record a name means.
#include <string>

#include <support/catch.hpp>
#include <support/example_store.hpp>

#include "program.hpp"

using namespace hone;
using namespace hone::core;
using namespace hone::core::records;
using namespace hone::core::test;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

trial measured(std::int64_t unroll, double median_ns) {
  trial t;
  t.configuration.knobs = {{"ti", {6, 2}}, {"u", {unroll}}};
  t.outcome.status = measure::status::ok;
  t.outcome.best_ns = t.outcome.median_ns = median_ns;
  t.outcome.spread = 0.01;
  t.outcome.runs = 25;
  return t;
}

std::string short_id(const record& r) { return record_id(r).substr(0, 8); }

}  // namespace

TEST_CASE("explain says why") {
  const temporary_folder folder;
  const auto r = record_with_object(512, 1000, 2);
  store s(folder.path(), {});
  REQUIRE(s.append(r));
  for (const auto& t : {measured(4, 1010), measured(8, 1500), measured(2, 1200), measured(1, 1900)})
    REQUIRE(s.append_trial(r.key, t));
  trial failed;
  failed.configuration.knobs = {{"u", {16}}};
  failed.outcome.status = measure::status::wrong_result;
  REQUIRE(s.append_trial(r.key, failed));

  const auto e = run_records({"explain", "matmul", "--dir", folder.path()});
  CHECK(e.code == 0);
  CHECK(e.err.empty());
  CHECK(e.out == "matmul  [i=512 j=8]  " + record_id(r) + R"(
  tensors   f32 512x512, f32 512x512, f32 512x512
  threads   2
  time      1.00 us +- 1.0 %
  default   2.00 us, so this is 2.00x as fast
  native    8.00 us, so this is 8.00x as fast

Its choices
  ti=6x2
  u=4     otherwise 1.20 us at best, with u=2

Its rivals
  37 trials in its search: 30 ok, 7 wrong_result
  5 trials of this key stored: 4 ok, 1 wrong_result; the fastest, as the search timed them:
  1.01 us  ti=6x2 u=4  <- this one
  1.20 us  ti=6x2 u=2
  1.50 us  ti=6x2 u=8
  1.90 us  ti=6x2 u=1

How sure
  the runs of this kernel spread by 1.0 %
  it is faster than the default schedule by more than the noise

Made
  with      Hone 0.1.0, compiler LLVM 19.1.7
  on        a "processor"
            )" + r.key.device +
                     R"(
  at        2026-01-31T12:00:00Z, seed 18446744073709551615
)");
  CHECK(run_records({"explain", record_id(r), "--dir", folder.path()}).out == e.out);
  CHECK(run_records({"explain", short_id(r), "--dir", folder.path()}).out == e.out);
  CHECK(run_records({"explain", short_id(r), "matmul", "--dir", folder.path()}).out == e.out + "\n" + e.out);
}

TEST_CASE("explain is only as sure as it can be") {
  const temporary_folder folder;
  store s(folder.path(), {});
  const auto said = [&](record r) {
    r.operator_name = "op" + std::to_string(r.key.values[0]);
    REQUIRE(s.append(r));
    return run_records({"explain", r.operator_name, "--dir", folder.path()}).out;
  };
  auto r = example_record(1, 1000);
  r.default_ns = 1030;  // one run each may differ by more
  CHECK(contains(said(r), "its gain over the default schedule is within the noise\n"));
  r = example_record(2, 1000);
  r.default_ns = r.native_ns = 0;
  CHECK(contains(said(r), "the default schedule was not measured beside it\n"));
  CHECK(contains(said(r), "  native    not measured\n"));
  r = example_record(3, 1000);
  r.configuration = space::default_configuration();
  CHECK(contains(said(r), "It is the default schedule: no knob is turned.\n"));
  CHECK(contains(said(r), "none beat the default schedule by more than the noise\n"));
  CHECK(contains(said(r), "none of them is stored any more\n"));
}

TEST_CASE("explain asks back where a name is not enough") {
  const temporary_folder folder;
  REQUIRE(store_result(folder.path(), 512, 1000, 1));
  REQUIRE(store_result(folder.path(), 512, 2000, 1));  // superseded: no reason to ask
  auto other_knobs = record_with_object(512, 3000, 1);
  other_knobs.configuration = space::default_configuration();  // no rival, but of the same key
  REQUIRE(store(folder.path(), {}).append(other_knobs));
  CHECK(run_records({"explain", "matmul", "--dir", folder.path()}).out.find("time      1.00 us") != std::string::npos);
  REQUIRE(store_result(folder.path(), 64, 7, 2));
  const auto a = record_with_object(512, 1000, 1), b = record_with_object(64, 7, 2);
  const auto first = short_id(a) + " (i=512 j=8)", second = short_id(b) + " (i=64 j=8)";
  CHECK(refused(run_records({"explain", "matmul", "--dir", folder.path()}),
                "'matmul' is the name of 2 records; say which one: " +
                    (record_id(a) < record_id(b) ? first + ", " + second : second + ", " + first)));
  CHECK(refused(run_records({"explain", "conv", "--dir", folder.path()}),
                "no record in " + folder.path() + " has the id or the operator 'conv'"));
  CHECK(run_records({"explain", short_id(record_with_object(512, 2000, 1)), "--dir", folder.path()}).code == 0);
}
