// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/wait.h>

#include <cerrno>

#include <hone/measure/affinity.hpp>
#include <hone/measure/device_lock.hpp>
#include <hone/measure/worker_process.hpp>

#include <support/catch.hpp>
#include <support/measuring.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::measure;

namespace {

std::string start_problem(const std::string& executable, std::vector<std::string> arguments,
                          double within_ms = 10'000) {
  worker_process worker({executable, std::move(arguments)});
  try {
    worker.start(within_ms);
  } catch (const hone::error& e) {
    CHECK(e.code() == hone::error_code::no_worker);
    return e.what();
  }
  return {};
}

bool no_child_is_left() { return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }

}  // namespace

TEST_CASE("what is no worker is refused with the reason", "[measure]") {
  using Catch::Contains;
  CHECK_THAT(start_problem("/nonexistent", {}), Contains("No such file"));
  CHECK_THAT(start_problem("/bin/false", {}), Contains("exited with code 1"));
  CHECK_THAT(start_problem("/bin/sh", {"-c", "kill -SEGV $$"}), Contains("SIGSEGV"));
  CHECK_THAT(start_problem("/bin/sh", {"-c", "echo why not >&2; exit 2"}), Contains("exited with code 2: why not"));
  CHECK_THAT(start_problem("/bin/sh", {"-c", "echo something else than a greeting >&3; sleep 60"}),
             Contains("does not start"));
  CHECK_THAT(start_problem("/bin/sh", {"-c", "sleep 60"}, 100), Contains("no answer within"));
  CHECK(no_child_is_left());
}

TEST_CASE("a worker has no file of the program, no core dumps, and says hello again after its death", "[measure]") {
  const unique_file inheritable(::open("/dev/zero", O_RDONLY));
  REQUIRE(inheritable);
  worker_process worker({support::worker_path(), {"--run", "--cores", "0"}});
  worker.start(60'000);
  CHECK(worker.greeting().version == protocol_version);
  const auto listing = "/proc/" + std::to_string(worker.process());
  for (const auto& file : std::filesystem::directory_iterator(listing + "/fd"))
    CHECK(std::filesystem::read_symlink(file) != "/dev/zero");
  std::ifstream limits(listing + "/limits");
  const std::string text(std::istreambuf_iterator<char>(limits), {});
  CHECK_THAT(text, Catch::Matches("[^]*Max core file size +0 +0 [^]*"));
  CHECK(worker.running());
  worker.stop();
  CHECK_FALSE(worker.running());
  CHECK(no_child_is_left());
  worker.start(60'000);
  CHECK(worker.running());
  CHECK(worker.starts() == 2);
}

TEST_CASE("a cancelled worker answers nothing any more", "[measure]") {
  worker_process worker({support::worker_path(), {"--run"}});
  worker.start(60'000);
  worker.cancel();
  const auto reply = worker.ask(message::run, {}, {});
  CHECK(reply.outcome == worker_process::outcome::lost);
  CHECK_THROWS_AS(worker.start(1000), hone::error);
}

TEST_CASE("the worker by hand says what it is for", "[measure]") {
  CHECK(std::system(
            (support::worker_path() + " --help 2> " + support::c_compiler::instance().folder() + "/help").c_str()) !=
        0);
  std::ifstream said(support::c_compiler::instance().folder() + "/help");
  const std::string text(std::istreambuf_iterator<char>(said), {});
  CHECK_THAT(text, Catch::Contains("started by programs that use Hone"));
}

TEST_CASE("the run worker has a core of its own where there are two", "[measure]") {
  const std::vector<int> four{0, 2, 4, 5};
  auto plan = plan_cores(four, 1);
  CHECK(plan.build == std::vector<int>{0, 2, 4});
  CHECK(plan.run == std::vector<int>{5});
  CHECK_FALSE(plan.alternate);
  plan = plan_cores(four, 4);
  CHECK(plan.run == four);
  CHECK(plan.build == four);
  CHECK(plan.alternate);
  const std::vector<int> single{3};
  plan = plan_cores(single, 1);
  CHECK(plan.run == single);
  CHECK(plan.build == single);
  CHECK(plan.alternate);
  CHECK(cores_from_text(to_text(four)) == four);
  CHECK(cores_from_text("1,x,,3") == std::vector<int>{1, 3});
  CHECK(cores_from_text("").empty());
  CHECK_FALSE(allowed_cores().empty());
}

TEST_CASE("one holds the device, the next waits as long as it may", "[measure]") {
  const auto path = support::c_compiler::instance().folder() + "/lock";
  {
    const device_lock first(path, 0);
    CHECK(first.held());
    CHECK_FALSE(device_lock(path, 0).held());
    CHECK_FALSE(device_lock(path, 20).held());
  }
  CHECK(device_lock(path, 0).held());
  CHECK(device_lock("", 0).held());
  CHECK_THROWS_AS(device_lock("/nonexistent/lock", 0), hone::error);
  measurer_options o;
  o.lock_path = path;
  const measurer holder(o);
  CHECK(holder.has_device());
  CHECK_FALSE(measurer(o).has_device());
}
