// SPDX-License-Identifier: Apache-2.0
/// \file
/// hone-worker: started by the library, not by people. `--build PLUGIN` compiles, `--run` runs; `--fd N` is the socket
/// to the program, `--cores LIST` where to stay.
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <thread>

#include <hone/measure/affinity.hpp>

#include "serve.hpp"

namespace hone::core::worker {

bool say(measure::channel& program, measure::message kind, byte_view payload) {
  constexpr double whenever = std::numeric_limits<double>::infinity();
  return program.send(static_cast<std::uint32_t>(kind), payload, whenever) == measure::transfer::done;
}

namespace {

struct command_line {
  std::string plugin;
  bool build = false;
  bool run = false;
  int socket = -1;
  std::string cores;
  bool sound() const { return build != run && socket > 2; }
};

command_line parse(int count, char** words) {
  command_line line;
  for (int k = 1; k < count; ++k) {
    const std::string_view word = words[k];
    const char* value = k + 1 < count ? words[k + 1] : "";
    if (word == "--run") {
      line.run = true;
      continue;
    }
    ++k;
    if (word == "--build") {
      line.build = true;
      line.plugin = value;
    } else if (word == "--fd") {
      line.socket = std::atoi(value);
    } else if (word == "--cores") {
      line.cores = value;
    } else {
      return {};
    }
  }
  return line;
}

/// What the program has open without close-on-exec is none of a worker's business, and could keep others waiting.
void close_files_above(int last) {
#if defined(SYS_close_range)
  if (::syscall(SYS_close_range, static_cast<unsigned>(last) + 1, ~0u, 0) == 0) return;
#endif
  for (long file = last + 1; file < ::sysconf(_SC_OPEN_MAX); ++file) ::close(static_cast<int>(file));
}

/// Ends this process with the program, even in the middle of a kernel that never returns. PR_SET_PDEATHSIG would not
/// do: it fires when the thread that started us ends.
void end_with_the_program(int socket) {
#if defined(SYS_pidfd_open)
  const auto parent = static_cast<int>(::syscall(SYS_pidfd_open, ::getppid(), 0));
#else
  const int parent = -1;
#endif
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread([socket, parent] {
    pollfd watched[2] = {{socket, POLLRDHUP, 0}, {parent, POLLIN, 0}};
    while (::poll(watched, 2, -1) <= 0) {
    }
    ::_exit(0);
  }).detach();
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

int serve(const command_line& line) {
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  close_files_above(line.socket);
  measure::stay_on(measure::cores_from_text(line.cores));  // without it, times are only noisier
  end_with_the_program(line.socket);
  measure::channel program{measure::unique_file(line.socket)};
  if (line.build)
    serve_builds(program, line.plugin);
  else
    serve_runs(program);
  // Not exit(): what a compiler or a kernel has left behind need not be in a state to be torn down.
  std::fflush(nullptr);
  ::_exit(0);
}

}  // namespace
}  // namespace hone::core::worker

int main(int count, char** words) {
  const auto line = hone::core::worker::parse(count, words);
  if (line.sound()) return hone::core::worker::serve(line);
  std::fputs("hone-worker is started by programs that use Hone; it has no use on its own\n", stderr);
  return 2;
}
