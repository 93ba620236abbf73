// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of measure/worker_process.hpp.
#pragma once

#include <hone/measure/worker_process.hpp>

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <limits>
#include <string_view>
#include <thread>

#include <hone/measure/clock.hpp>

extern "C" char** environ;

namespace hone::core::measure {

namespace detail {

/// The worker's end of the socket, by convention of its command line.
inline constexpr int worker_socket = 3;

/// Bytes of stderr that are worth reading back, and when the file is emptied.
inline constexpr off_t last_words_bytes = 4096;
inline constexpr off_t most_error_bytes = 1 << 16;

HONE_DECL std::string signal_name(int number) {
  constexpr std::array<std::pair<int, std::string_view>, 12> names{{{SIGSEGV, "SIGSEGV"},
                                                                    {SIGBUS, "SIGBUS"},
                                                                    {SIGILL, "SIGILL"},
                                                                    {SIGFPE, "SIGFPE"},
                                                                    {SIGABRT, "SIGABRT"},
                                                                    {SIGTRAP, "SIGTRAP"},
                                                                    {SIGSYS, "SIGSYS"},
                                                                    {SIGKILL, "SIGKILL"},
                                                                    {SIGTERM, "SIGTERM"},
                                                                    {SIGINT, "SIGINT"},
                                                                    {SIGXCPU, "SIGXCPU"},
                                                                    {SIGHUP, "SIGHUP"}}};
  for (const auto& [value, name] : names)
    if (value == number) return std::string(name);
  return "signal " + std::to_string(number);
}

/// Signals that a process brings upon itself; others come from outside (the system out of memory, a user).
HONE_DECL bool is_own_fault(int number) {
  constexpr std::array own{SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
  return std::find(own.begin(), own.end(), number) != own.end();
}

HONE_DECL int open_pidfd(pid_t process) {
#if defined(SYS_pidfd_open)
  const auto file = static_cast<int>(::syscall(SYS_pidfd_open, process, 0));  // close-on-exec by definition
  return file;
#else
  static_cast<void>(process);
  return -1;
#endif
}

/// What a child gets: its socket as descriptor 3, no input, its errors in a file, default signal dispositions, and a
/// process group of its own, so that a Ctrl-C is for the program alone.
class spawn_setup {
 public:
  spawn_setup(int socket, int errors) {
    ::posix_spawn_file_actions_init(&files_);
    ::posix_spawnattr_init(&attributes_);
    // The order matters: the socket may itself be descriptor 0, 1 or 2 of a program that closed those.
    ::posix_spawn_file_actions_adddup2(&files_, socket, worker_socket);
    ::posix_spawn_file_actions_adddup2(&files_, errors, 2);
    ::posix_spawn_file_actions_addopen(&files_, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&files_, 1, "/dev/null", O_WRONLY, 0);
    sigset_t none;
    sigset_t all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  ~spawn_setup() {
    ::posix_spawnattr_destroy(&attributes_);
    ::posix_spawn_file_actions_destroy(&files_);
  }
  spawn_setup(const spawn_setup&) = delete;
  spawn_setup& operator=(const spawn_setup&) = delete;

  /// 0 or the number of an error.
  int run(pid_t* process, const worker_command& command) const {
    std::vector<char*> arguments{const_cast<char*>(command.executable.c_str())};
    for (const auto& a : command.arguments) arguments.push_back(const_cast<char*>(a.c_str()));
    arguments.push_back(nullptr);
    return ::posix_spawn(process, command.executable.c_str(), &files_, &attributes_, arguments.data(), environ);
  }

 private:
  posix_spawn_file_actions_t files_;
  posix_spawnattr_t attributes_;
};

}  // namespace detail

/// How a process ended.
struct worker_process::ending {
  bool own_fault = false;
  std::string how;
};

HONE_DECL worker_process::worker_process(worker_command command)
    : command_(std::move(command)), cancelled_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  command_.arguments.insert(command_.arguments.end(), {"--fd", std::to_string(detail::worker_socket)});
}

HONE_DECL worker_process::~worker_process() { stop(); }

HONE_DECL void worker_process::cancel() noexcept {
  const std::uint64_t one = 1;
  static_cast<void>(::write(cancelled_.get(), &one, sizeof one) == 0);
}

HONE_DECL void worker_process::spawn() {
  auto [ours, theirs] = socket_pair();
  // A descriptor below 4 would be overwritten by the child's own set-up before it is used there.
  unique_file socket(::fcntl(theirs.get(), F_DUPFD_CLOEXEC, detail::worker_socket + 1));
  unique_file errors(::memfd_create("hone-worker-stderr", MFD_CLOEXEC));
  unique_file child_errors(::fcntl(errors.get(), F_DUPFD_CLOEXEC, detail::worker_socket + 1));
  if (!socket || !child_errors) throw error(error_code::no_worker, "no file descriptors are left for a worker");
  ::fcntl(errors.get(), F_SETFL, O_APPEND);  // of the open file, which both share
  const detail::spawn_setup setup(socket.get(), child_errors.get());
  if (const int problem = setup.run(&process_, command_); problem != 0) {
    process_ = 0;
    throw error(error_code::no_worker,
                "the worker " + command_.executable + " does not start: " + std::strerror(problem));
  }
  ++starts_;
  pidfd_ = unique_file(detail::open_pidfd(process_));
  errors_ = std::move(errors);
  channel_ = channel(std::move(ours), cancelled_.get());
  fault_.clear();
}

HONE_DECL void worker_process::start(double within_ms) {
  if (running()) return;
  spawn();
  reply first = await({within_ms, 0, 1});
  if (first.outcome != outcome::answered)
    throw error(error_code::no_worker, "the worker " + command_.executable + " does not start: " + first.why);
  const bool is_hello = first.answer.kind == static_cast<std::uint32_t>(message::hello);
  if (is_hello) greeting_ = hello_from_bytes(first.answer.payload);
  if (!is_hello || greeting_.version != protocol_version) {
    stop();
    throw error(error_code::no_worker, "the worker " + command_.executable + " is of another version of the library");
  }
  if (greeting_.error.empty()) return;
  stop();
  throw error(error_code::no_backend, greeting_.error);
}

HONE_DECL bool worker_process::running() {
  if (process_ == 0) return false;
  if (!has_ended()) return true;
  reap();
  return false;
}

HONE_DECL bool worker_process::has_ended() const {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

HONE_DECL worker_process::ending worker_process::reap() {
  int status = 0;
  pid_t got;
  do {
    got = ::waitpid(process_, &status, 0);
  } while (got < 0 && errno == EINTR);
  process_ = 0;
  channel_ = channel();
  pidfd_ = unique_file();
  // A program that ignores SIGCHLD, or waits for any child, takes the status from us.
  if (got < 0) return {true, "ended in an unknown way"};
  if (WIFSIGNALED(status))
    return {detail::is_own_fault(WTERMSIG(status)), "ended with " + detail::signal_name(WTERMSIG(status))};
  return {true, "exited with code " + std::to_string(WEXITSTATUS(status))};
}

HONE_DECL void worker_process::stop() {
  if (process_ == 0) return;
  ::kill(process_, SIGKILL);
  reap();
}

HONE_DECL double worker_process::processor_ns() const {
  clockid_t clock;
  return ::clock_getcpuclockid(process_, &clock) == 0 ? detail::read_clock(clock)
                                                      : std::numeric_limits<double>::infinity();
}

HONE_DECL std::string worker_process::last_words() {
  struct stat info {};
  if (!errors_ || ::fstat(errors_.get(), &info) != 0 || info.st_size == 0) return {};
  std::string text(static_cast<std::size_t>(std::min(info.st_size, detail::last_words_bytes)), '\0');
  const auto from = info.st_size - static_cast<off_t>(text.size());
  const auto got = ::pread(errors_.get(), text.data(), text.size(), from);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  // A compiler that aborts says why first and prints its stack afterwards.
  if (const auto at = text.find("LLVM ERROR"); at != std::string::npos) text.erase(0, at);
  return text.substr(0, text.find('\n'));
}

HONE_DECL worker_process::reply worker_process::ask(message kind, byte_view payload, const patience& limits, int file) {
  if (process_ == 0) return {outcome::lost, {}, "the worker does not run"};
  struct stat info {};
  if (::fstat(errors_.get(), &info) == 0 && info.st_size > detail::most_error_bytes)
    static_cast<void>(::ftruncate(errors_.get(), 0) == 0);
  const double until = wall_ns() + limits.silence_ms * limits.factor * 1e6;
  const auto sent = channel_.send(static_cast<std::uint32_t>(kind), payload, until, file);
  if (sent == transfer::late || sent == transfer::cancelled) return give_up(sent, limits.silence_ms * limits.factor);
  return await(limits);  // a send that failed because the worker is gone ends there, too
}

HONE_DECL worker_process::reply worker_process::await(const patience& limits) {
  const double begun = wall_ns();
  const double last = limits.total_ms > 0 ? begun + limits.total_ms * 1e6 : std::numeric_limits<double>::infinity();
  double sign_of_life = begun;
  double used_before = processor_ns();
  double until = begun + limits.silence_ms * 1e6;
  reply answer;
  for (;;) {
    switch (channel_.receive(answer.answer, std::min(until, last), pidfd_.get())) {
      case transfer::closed: return end_of(std::move(answer));
      case transfer::cancelled: return give_up(transfer::cancelled, 0);
      case transfer::late: {
        const double now = wall_ns();
        const double lacking = limits.silence_ms * 1e6 - (processor_ns() - used_before);
        const double patient_until = sign_of_life + limits.silence_ms * limits.factor * 1e6;
        if (now >= last || lacking <= 0 || now >= patient_until) return give_up(transfer::late, (now - begun) / 1e6);
        until = std::min(now + std::max(lacking, 1e6), patient_until);
        break;
      }
      case transfer::done:
        if (answer.answer.kind == static_cast<std::uint32_t>(message::fault)) {
          fault_.assign(answer.answer.payload.begin(), answer.answer.payload.end());
        } else if (answer.answer.kind != static_cast<std::uint32_t>(message::progress)) {
          answer.outcome = outcome::answered;
          return answer;
        }
        sign_of_life = wall_ns();
        used_before = processor_ns();
        until = sign_of_life + limits.silence_ms * 1e6;
    }
  }
}

HONE_DECL worker_process::reply worker_process::give_up(transfer why, double waited_ms) {
  stop();
  if (why == transfer::cancelled) return {outcome::lost, {}, "cancelled"};
  return {outcome::timed_out, {}, "no answer within " + std::to_string(static_cast<std::int64_t>(waited_ms)) + " ms"};
}

HONE_DECL worker_process::reply worker_process::end_of(reply so_far) {
  // A socket that is closed, or holds rubbish, in a process that lives on: it is of no use any more. One that is just
  // ending is given the time to do so, because its status says how.
  for (int k = 0; k < 500 && !has_ended(); ++k) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  if (!has_ended()) ::kill(process_, SIGKILL);
  const auto how = reap();
  so_far.outcome = how.own_fault ? outcome::crashed : outcome::lost;
  so_far.why = how.how;
  const auto said = fault_.empty() ? last_words() : fault_;
  if (!said.empty()) so_far.why += ": " + said;
  return so_far;
}

}  // namespace hone::core::measure
