// SPDX-License-Identifier: Apache-2.0
/// \file
/// D09: the host's signal handlers stay, and kernels that live until the program ends end with it quietly.
#include <array>
#include <chrono>
#include <clocale>
#include <cfenv>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <hone/hone.hpp>
#include <support/catch.hpp>
#include <support/children.hpp>
#include <support/temporary_folder.hpp>

using namespace hone;
using namespace hone::core;
using namespace hone::core::test;
using namespace std::chrono_literals;

namespace {

constexpr axis<"i"> i;
constexpr tensor<"X", float, 1> X;
constexpr tensor<"Y", float, 1> Y;
constexpr auto twice = op<"twice">(Y(i) = 2 * X(i));

auto tuned(const std::string& folder) {
  return tune(twice, extents(i = 1000), threads(2), budget(60s), max_trials(6), verbose(0), cache_directory(folder));
}
/// Lives until the program ends, and so does the pool of threads that it used.
std::optional<decltype(tuned(""))> until_the_end;

void host_handler(int) {}

bool handlers_are_the_hosts() {
  for (const int signal : {SIGSEGV, SIGFPE, SIGINT, SIGBUS, SIGILL, SIGCHLD, SIGPIPE}) {
    struct sigaction now {};
    if (::sigaction(signal, nullptr, &now) != 0 || now.sa_handler != host_handler) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("D09: signal handlers, signal mask, locale and floating-point mode are the same after tuning") {
  const temporary_folder folder;
  CHECK(in_child([&] {
          for (const int signal : {SIGSEGV, SIGFPE, SIGINT, SIGBUS, SIGILL, SIGCHLD, SIGPIPE}) ::signal(signal, host_handler);
          sigset_t before, after;
          ::pthread_sigmask(SIG_SETMASK, nullptr, &before);
          const std::string locale = std::setlocale(LC_ALL, nullptr);
          std::fesetround(FE_UPWARD);
          const auto kernel = tuned(folder.path());
          std::vector<float> x(1000, 1.0F), y(1000);
          kernel(X = x, Y = y);
          ::pthread_sigmask(SIG_SETMASK, nullptr, &after);
          for (int signal = 1; signal < 32; ++signal)
            if (sigismember(&before, signal) != sigismember(&after, signal)) return 2;
          if (std::fegetround() != FE_UPWARD) return 3;
          if (locale != std::setlocale(LC_ALL, nullptr)) return 4;
          if (y[999] != 2) return 5;
          return handlers_are_the_hosts() ? 0 : 1;
        }) == 0);
}

TEST_CASE("D09: a program with kernels at namespace scope leaves main with status 0") {
  const temporary_folder folder;
  const auto child = ::fork();
  if (child == 0) {
    ::alarm(120);
    until_the_end = tuned(folder.path());
    std::vector<float> x(1000, 1.0F), y(1000);
    (*until_the_end)(X = x, Y = y);
    std::exit(y[0] == 2 ? 0 : 1);  // with all destructors
  }
  CHECK(wait_for(child) == 0);
}
