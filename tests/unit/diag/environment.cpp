// SPDX-License-Identifier: Apache-2.0
/// \file
/// The environment as data: values, defaults, and a complaint for each thing that is not understood.
#include <hone/diag/environment.hpp>
#include <support/catch.hpp>

using namespace hone::diag;

TEST_CASE("nothing set gives the defaults") {
  const auto parsed = parse_environment({"PATH=/bin", "HONE_TEST_ANYTHING=1", "HONESTY=1", "HONE_TUNE="});
  CHECK(parsed.values == environment{});
  CHECK(parsed.values.tune == tune_mode::missing);
  CHECK(parsed.complaints.empty());
}

TEST_CASE("every variable is read") {
  const auto parsed =
      parse_environment({"HONE_TUNE=force", "HONE_BUDGET_MS=2500", "HONE_CACHE_DIR=/c=d", "HONE_PLUGIN_DIR=/p",
                         "HONE_VERBOSE=2", "HONE_SEED=18446744073709551615", "HONE_BACKEND=orc", "HONE_THREADS=3"});
  CHECK(parsed.complaints.empty());
  const auto& v = parsed.values;
  CHECK(v.tune == tune_mode::force);
  CHECK(v.budget_ms == 2500);
  CHECK(v.cache_directory == "/c=d");
  CHECK(v.plugin_directory == "/p");
  CHECK(v.verbose == 2);
  CHECK(v.seed == 18446744073709551615u);
  CHECK(v.backend == "orc");
  CHECK(v.threads == 3);
  CHECK(name_of(tune_mode::off) == "off");
}

TEST_CASE("what is not understood is named with the valid values, and the default is used") {
  const auto complaint = [](const char* variable) {
    const auto parsed = parse_environment({variable});
    CHECK(parsed.values == environment{});
    REQUIRE(parsed.complaints.size() == 1);
    return parsed.complaints[0];
  };
  CHECK(complaint("HONE_TUNE=yes") ==
        "HONE_TUNE=yes is not understood and ignored; it takes off, read, missing or force");
  CHECK(complaint("HONE_BUDGET_MS=2s") ==
        "HONE_BUDGET_MS=2s is not understood and ignored; it takes a number of milliseconds");
  CHECK(complaint("HONE_BUDGET_MS=-1").find("milliseconds") != std::string::npos);
  CHECK(complaint("HONE_VERBOSE=3").find("0, 1 or 2") != std::string::npos);
  CHECK(complaint("HONE_SEED=18446744073709551616").find("a whole number from 0") != std::string::npos);
  CHECK(complaint("HONE_BACKEND=llvm").find("native, orc, cuda or opencl") != std::string::npos);
  CHECK(complaint("HONE_THREADS=0").find("a number from 1 to 4096") != std::string::npos);
  CHECK(complaint("HONE_TREADS=2") ==
        "the environment variable HONE_TREADS is not known; there are HONE_TUNE, HONE_BUDGET_MS, HONE_CACHE_DIR, "
        "HONE_PLUGIN_DIR, HONE_VERBOSE, HONE_SEED, HONE_BACKEND, HONE_THREADS");
}
