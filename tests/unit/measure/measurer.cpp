// SPDX-License-Identifier: Apache-2.0
#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <sstream>
#include <thread>

#include <hone/measure/statistics.hpp>

#include <support/catch.hpp>
#include <support/measuring.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::measure;
using support::doubling;

namespace {

measurement measure_one(measurer& m, const hone::core::lower::candidate& c, double incumbent_ns = 0) {
  m.submit(0, c, incumbent_ns);
  return m.wait(0);
}

/// One kernel for the doubling problem, in a measurer of its own.
measurement outcome_of(const std::string& body, const doubling& problem = doubling()) {
  return measure_one(*support::measurer_of(problem), problem.candidate(body));
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::size_t entries_of(const char* folder) {
  std::size_t count = 0;
  DIR* listing = ::opendir(folder);
  while (::readdir(listing) != nullptr) ++count;
  ::closedir(listing);
  return count;
}

/// Processes whose parent this one is, and that run the worker.
std::vector<pid_t> own_workers() {
  std::vector<pid_t> found;
  DIR* listing = ::opendir("/proc");
  while (const auto* entry = ::readdir(listing)) {
    const auto id = static_cast<pid_t>(std::atoi(entry->d_name));
    std::ifstream file("/proc/" + std::string(entry->d_name) + "/stat");
    std::stringstream text;
    text << file.rdbuf();
    const auto line = text.str();
    const auto name_end = line.rfind(')');
    if (id <= 0 || name_end == std::string::npos || !contains(line, "(hone-worker)")) continue;
    if (std::atoi(line.c_str() + name_end + 4) == ::getpid()) found.push_back(id);
  }
  ::closedir(listing);
  return found;
}

}  // namespace

TEST_CASE("a right kernel is checked and timed", "[measure]") {
  const auto result = outcome_of(doubling::right);
  INFO(result.message);
  REQUIRE(result.status == status::ok);
  CHECK(result.best_ns > 0);
  CHECK(result.best_ns <= result.median_ns);
  CHECK(result.runs >= 1);
  CHECK(result.compile_ms > 0);
  CHECK(result.check_ms > 0);
  CHECK(result.measure_ms > 0);
}

TEST_CASE("a wrong element is named", "[measure]") {
  const auto result = outcome_of("for (i64 i = begin; i < end; ++i) y[i] = i == 17 ? 12345.5f : 2 * x[i];");
  CHECK(result.status == status::wrong_result);
  CHECK(contains(result.message, "y[17] is 12345.5 instead of "));
}

TEST_CASE("an element that is not written is found", "[measure]") {
  const auto result = outcome_of("for (i64 i = begin; i < end; ++i) if (i != 1002) y[i] = 2 * x[i];");
  CHECK(result.status == status::wrong_result);
  CHECK(contains(result.message, "y[1002] was never written"));
}

TEST_CASE("a guard is met behind and before the data", "[measure]") {
  SECTION("a write behind") {
    const auto result = outcome_of(std::string(doubling::right) + " y[1003] = 0;");
    CHECK(result.status == status::crash);
    CHECK(contains(result.message, "SIGSEGV: it wrote byte 1 past the end of y"));
  }
  SECTION("a write before") {
    const auto result = outcome_of(std::string(doubling::right) + " volatile float* v = y; v[-1] = v[-1];");
    // At the end of its memory there is room before the data: a canary, whose value is kept here, or the guard.
    CHECK(result.status == status::crash);
    CHECK(contains(result.message, "4 bytes before the start of y"));
  }
  SECTION("a changed canary") {
    const auto result = outcome_of(std::string(doubling::right) + " y[-1] = 1;");
    CHECK(result.status == status::wrong_result);
    CHECK(contains(result.message, "bytes just outside y were written to"));
  }
  SECTION("a read behind") {
    const auto result =
        outcome_of("for (i64 i = begin; i < end; ++i) y[i] = 2 * x[i] + 0 * ((volatile float*)x)[i + 1];");
    CHECK(result.status == status::crash);
    CHECK(contains(result.message, "SIGSEGV: it read byte 1 past the end of x"));
  }
  SECTION("a write to an input") {
    const auto result = outcome_of(std::string(doubling::right) + " ((float*)x)[3] = 0;");
    CHECK(result.status == status::crash);
    CHECK(contains(result.message, "it wrote into x, which is only read"));
  }
  SECTION("anywhere else") {
    const auto result = outcome_of("*(volatile int*)64 = 1;");
    CHECK(result.status == status::crash);
    CHECK(contains(result.message, "at the address 0x40"));
  }
  SECTION("scratch memory") {
    const doubling problem(1003, true);
    const auto result = outcome_of(std::string(doubling::right) + " s[250] = 1;", problem);
    CHECK_FALSE(result.usable());  // 1000 bytes at a multiple of 64 leave room for a canary
    CHECK(contains(result.message, "scratch buffer 0"));
  }
}

TEST_CASE("scratch memory has no content to rely on", "[measure]") {
  const doubling problem(1003, true);
  CHECK(outcome_of("for (i64 i = begin; i < end; ++i) y[i] = 2 * x[i] + 0 * s[0];", problem).status ==
        status::wrong_result);
  CHECK(outcome_of("s[0] = 0; for (i64 i = begin; i < end; ++i) y[i] = 2 * x[i] + s[0];", problem).status ==
        status::ok);
}

TEST_CASE("iterations that depend on each other are found", "[measure]") {
  const auto result =
      outcome_of("for (i64 i = begin; i < end; ++i) { y[i] = i == 0 ? 2 * x[0] : 0 * y[i - 1] + 2 * x[i]; }");
  CHECK(result.status == status::wrong_result);
}

TEST_CASE("other signals have their names", "[measure]") {
  const auto result = outcome_of("__builtin_trap();");
  CHECK(result.status == status::crash);
  CHECK(contains(result.message, "SIGILL"));
}

TEST_CASE("a kernel that never returns is given up, and the next one is measured", "[measure]") {
  const doubling problem;
  const auto m = support::measurer_of(problem);
  m->submit(1, problem.candidate("for (;;) { __asm__ volatile(\"\"); }"), 0);
  m->submit(2, problem.candidate(doubling::right), 0);
  CHECK(m->wait(1).status == status::run_timeout);
  CHECK(m->wait(2).status == status::ok);
}

TEST_CASE("what happens to the compiler is the candidate's status", "[measure]") {
  const doubling problem;
  const auto m = support::measurer_of(problem);
  const auto order = [&](const char* what) { return measure_one(*m, support::ordered(problem.plan, what)); };
  const auto refused = order("refuse");
  CHECK(refused.status == status::build_error);
  CHECK(refused.message == "this cannot be compiled");
  const auto aborted = order("abort");
  CHECK(aborted.status == status::crash);
  CHECK(contains(aborted.message, "SIGABRT: LLVM ERROR: Cannot select: a test"));
  CHECK_FALSE(contains(aborted.message, "Stack dump"));
  CHECK(order("fault").status == status::crash);
  const auto left = order("exit");
  CHECK(left.status == status::crash);
  CHECK(contains(left.message, "exited with code 3"));
  CHECK(order("hang").status == status::build_timeout);
  CHECK(measure_one(*m, problem.candidate(doubling::right)).status == status::ok);
}

TEST_CASE("object bytes that are none are a build error", "[measure]") {
  const doubling problem;
  const auto m = support::measurer_of(problem);
  const auto rubbish = support::c_compiler::instance().folder() + "/rubbish.o";
  std::ofstream(rubbish) << "no object";
  CHECK(measure_one(*m, support::ordered(problem.plan, "object " + rubbish)).status == status::build_error);
}

TEST_CASE("a hopeless candidate is dropped after few runs", "[measure]") {
  const doubling problem;
  const auto m = support::measurer_of(problem);
  const auto slow = problem.candidate(
      "for (int r = 0; r < 3000; ++r) for (i64 i = begin; i < end; ++i) { y[i] = 2 * x[i]; __asm__ volatile(\"\" ::: "
      "\"memory\"); }");
  const auto result = measure_one(*m, slow, 10);
  CHECK(result.status == status::dropped);
  CHECK(result.usable());
  CHECK(result.median_ns > 10);
  CHECK(result.runs == 1);
}

TEST_CASE("spills above the limit are not run", "[measure]") {
  const doubling problem;
  auto o = support::options();
  o.limits.max_spills = 11;
  const auto object = support::c_compiler::instance().kernel(doubling::right);
  const auto m = support::measurer_of(problem, o);
  const auto result = measure_one(*m, support::ordered(problem.plan, "spills " + object));
  CHECK(result.status == status::limit);
  CHECK(result.spills == 12);
  CHECK(m->counts().run == 0);
  o.limits.max_spills = 12;
  CHECK(measure_one(*support::measurer_of(problem, o), support::ordered(problem.plan, "spills " + object)).status ==
        status::ok);
}

TEST_CASE("an accumulating output begins with its own content", "[measure]") {
  doubling problem;
  problem.plan.arguments[1].read = true;
  auto data = std::make_shared<shared_tensors>(problem.plan.arguments);
  data->seed(3);
  for (int k = 0; k < 1003; ++k)
    static_cast<float*>(data->reference(1))[k] += static_cast<const float*>(data->initial(0))[k];
  problem.data = data;
  CHECK(outcome_of("for (i64 i = begin; i < end; ++i) y[i] += x[i];", problem).status == status::ok);
  CHECK(outcome_of("for (i64 i = begin; i < end; ++i) y[i] = x[i];", problem).status == status::wrong_result);
}

TEST_CASE("rows of a strided output keep what lies between them", "[measure]") {
  doubling problem;
  auto& y = problem.plan.arguments[1];
  y.layout.rank = 2;
  y.layout.extents = {17, 59};
  y.layout.strides = {64, 1};
  auto data = std::make_shared<shared_tensors>(problem.plan.arguments);
  data->seed(3);
  for (int k = 0; k < 1003; ++k)
    static_cast<float*>(data->reference(1))[k / 59 * 64 + k % 59] = 2 * static_cast<const float*>(data->initial(0))[k];
  problem.data = data;
  const std::string right = "for (i64 i = begin; i < end; ++i) y[i / 59 * 64 + i % 59] = 2 * x[i];";
  CHECK(outcome_of(right, problem).status == status::ok);
  const auto result = outcome_of(right + " y[60] = 0;", problem);
  CHECK(result.status == status::wrong_result);
  CHECK(contains(result.message, "4 bytes between the rows of y"));
}

TEST_CASE("kernels on several threads are checked and timed", "[measure]") {
  const doubling problem;
  auto o = support::options();
  o.threads = 2;
  CHECK(measure_one(*support::measurer_of(problem, o), problem.candidate(doubling::right)).status == status::ok);
}

TEST_CASE("a worker that is killed from outside is replaced", "[measure]") {
  const doubling problem;
  const auto m = support::measurer_of(problem);
  REQUIRE(measure_one(*m, problem.candidate(doubling::right)).status == status::ok);
  for (const auto id : own_workers()) ::kill(id, SIGKILL);
  CHECK(measure_one(*m, problem.candidate(doubling::right)).status == status::ok);
  CHECK(m->counts().workers_started == 4);
}

TEST_CASE("finalists are compared with each other", "[measure]") {
  const doubling problem;
  const auto m = support::measurer_of(problem);
  const auto quick = m->build(problem.candidate(doubling::right));
  const auto slow =
      m->build(problem.candidate("for (int r = 0; r < 100; ++r) for (i64 i = begin; i < end; ++i) { y[i] = 2 * x[i]; "
                                 "__asm__ volatile(\"\" ::: \"memory\"); }"));
  const artefact* const both[] = {&slow, &quick};
  const auto results = m->compare(both);
  REQUIRE(results.size() == 2);
  CHECK(results[0].status == status::ok);
  CHECK(results[1].status == status::ok);
  CHECK(results[0].runs == 15);
  CHECK(better_than(results[1], results[0]));
  CHECK_FALSE(better_than(results[0], results[1]));
  CHECK(m->compare({}).empty());
}

TEST_CASE("the best objects are kept, and run again", "[measure]") {
  const doubling problem;
  auto o = support::options();
  o.keep = 1;
  const auto m = support::measurer_of(problem, o);
  const auto slow =
      std::string("for (int r = 0; r < 100; ++r) { __asm__ volatile(\"\" ::: \"memory\"); ") + doubling::right + "}";
  m->submit(1, problem.candidate(slow), 0);
  m->submit(2, problem.candidate(doubling::right), 0);
  REQUIRE(m->wait(1).status == status::ok);
  REQUIRE(m->wait(2).status == status::ok);
  CHECK(m->kept(1) == nullptr);
  REQUIRE(m->kept(2) != nullptr);
  m->submit(3, *m->kept(2), 0);
  CHECK(m->wait(3).status == status::ok);
}

TEST_CASE("what is missing is a typed error", "[measure]") {
  const auto code_of = [](const measurer_options& o) {
    try {
      measurer(o).start();
    } catch (const hone::error& e) {
      return e.code();
    }
    return hone::error_code::io_failed;
  };
  auto o = support::options();
  o.worker = "/nonexistent/hone-worker";
  CHECK(code_of(o) == hone::error_code::no_worker);
  o.worker = "/bin/false";
  CHECK(code_of(o) == hone::error_code::no_worker);
  o = support::options();
  o.plugin = "/nonexistent/libhone-none.so";
  CHECK(code_of(o) == hone::error_code::no_backend);
  measurer m(support::options());
  CHECK_NOTHROW(m.start());
  CHECK(m.backend() == "fake");
  CHECK(m.compiler() == "cc");
  const doubling problem;
  try {
    static_cast<void>(m.build(support::ordered(problem.plan, "refuse")));
    FAIL("it was compiled");
  } catch (const hone::error& e) {
    CHECK(e.code() == hone::error_code::compile_failed);
  }
}

TEST_CASE("a candidate without a worker is lost, not waited for", "[measure]") {
  const doubling problem;
  auto o = support::options();
  o.plugin = "/nonexistent/libhone-none.so";
  CHECK(measure_one(*support::measurer_of(problem, o), problem.candidate(doubling::right)).status ==
        status::worker_lost);
}

TEST_CASE("a measurer can be given up in the middle of its work", "[measure]") {
  const doubling problem;
  auto o = support::options();
  o.limits.call_ms = 600'000;
  o.limits.build_ms = 600'000;
  {
    const auto m = support::measurer_of(problem, o);
    m->submit(1, problem.candidate("for (;;) { __asm__ volatile(\"\"); }"), 0);
    m->submit(2, support::ordered(problem.plan, "hang"), 0);
    for (int k = 0; k < 10; ++k) m->submit(3 + k, problem.candidate(doubling::right), 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
  CHECK(own_workers().empty());
}

TEST_CASE("a fork of the program leaves the workers to the parent", "[measure]") {
  const doubling problem;
  auto m = support::measurer_of(problem);
  REQUIRE(measure_one(*m, problem.candidate(doubling::right)).status == status::ok);
  const pid_t child = ::fork();
  if (child == 0) {
    m.reset();
    ::_exit(own_workers().empty() ? 0 : 1);
  }
  int status_of_child = -1;
  REQUIRE(::waitpid(child, &status_of_child, 0) == child);
  CHECK(status_of_child == 0);
  CHECK(measure_one(*m, problem.candidate(doubling::right)).status == status::ok);
  CHECK(m->counts().workers_started == 2);
}

TEST_CASE("workers end with the program, even one that hangs", "[measure]") {
  const doubling problem;
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  support::c_compiler::instance().kernel("for (;;) { __asm__ volatile(\"\"); }");
  static_cast<void>(support::options());
  const pid_t child = ::fork();
  if (child == 0) {
    auto o = support::options();
    o.limits.call_ms = 600'000;
    auto m = support::measurer_of(problem, o);
    m->submit(1, problem.candidate("for (;;) { __asm__ volatile(\"\"); }"), 0);
    std::vector<pid_t> workers;
    for (int k = 0; k < 400 && workers.size() < 2; ++k) {
      workers = own_workers();
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    if (workers.size() >= 2) static_cast<void>(::write(ends[1], workers.data(), 2 * sizeof(pid_t)) == 0);
    ::raise(SIGKILL);
  }
  ::close(ends[1]);
  pid_t workers[2] = {0, 0};
  REQUIRE(::read(ends[0], workers, sizeof workers) == static_cast<ssize_t>(sizeof workers));
  ::waitpid(child, nullptr, 0);
  const auto alive = [&] { return ::kill(workers[0], 0) == 0 || ::kill(workers[1], 0) == 0; };
  // A zombie that nobody adopts answers as well; the process that took it over may be slow.
  const auto running = [&](pid_t id) {
    std::ifstream file("/proc/" + std::to_string(id) + "/stat");
    std::stringstream text;
    text << file.rdbuf();
    return contains(text.str(), ") R") || contains(text.str(), ") S");
  };
  for (int k = 0; k < 200 && alive() && (running(workers[0]) || running(workers[1])); ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  CHECK_FALSE(running(workers[0]));
  CHECK_FALSE(running(workers[1]));
  ::close(ends[0]);
}

TEST_CASE("two hundred candidates, many of them bad, leave no files, processes or signal handlers", "[measure]") {
  const doubling problem;
  struct sigaction before {};
  ::sigaction(SIGSEGV, nullptr, &before);
  const auto right = problem.candidate(doubling::right);
  const auto bad = problem.candidate("*(volatile int*)8 = 1;");
  std::size_t files = 0;
  {
    const auto m = support::measurer_of(problem);
    for (int k = 0; k < 200; ++k) {
      const bool crashes = k % 20 == 3;
      const bool aborts = k % 20 == 13;
      m->submit(k, aborts ? support::ordered(problem.plan, "abort") : crashes ? bad : right, 0);
      if (k < 1) continue;  // one ahead, as a search does
      CHECK(m->wait(k - 1).status == ((k - 1) % 20 == 3 || (k - 1) % 20 == 13 ? status::crash : status::ok));
      if (k == 30) files = entries_of("/proc/self/fd");
    }
    m->wait(199);
    CHECK(entries_of("/proc/self/fd") <= files + 1);
    CHECK(own_workers().size() <= 2 + std::thread::hardware_concurrency());
  }
  CHECK(own_workers().empty());
  CHECK((::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD));
  struct sigaction after {};
  ::sigaction(SIGSEGV, nullptr, &after);
  CHECK(before.sa_handler == after.sa_handler);
}

TEST_CASE("candidates and problems out of turn are our own mistakes", "[measure]") {
  const doubling problem;
  const auto m = support::measurer_of(problem);
  CHECK_THROWS_AS(m->wait(5), hone::internal_error);
  m->submit(1, problem.candidate(doubling::right), 0);
  CHECK_THROWS_AS(m->submit(1, problem.candidate(doubling::right), 0), hone::internal_error);
  CHECK_THROWS_AS(m->set_problem(problem.data, {}), hone::internal_error);
  m->wait(1);
  CHECK_NOTHROW(m->set_problem(problem.data, {}));
}
