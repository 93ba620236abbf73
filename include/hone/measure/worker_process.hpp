// SPDX-License-Identifier: Apache-2.0
/// \file
/// One worker process: started when it is first needed, asked one thing at a time, killed and replaced when it crashes
/// or does not answer.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include <hone/config.hpp>
#include <hone/measure/channel.hpp>
#include <hone/measure/protocol.hpp>

namespace hone::core::measure {

/// What to start.
struct worker_command {
  std::string executable;
  std::vector<std::string> arguments;
};

/// How long an answer may take, in milliseconds. Without a sign of life (an answer, or `message::progress`) for
/// `silence_ms` the worker has failed, unless the processor has had no time for it: then up to `patience` times that.
/// `total_ms`: the whole request, whatever the reason; 0: no such limit.
struct patience {
  double silence_ms = 10'000;
  double total_ms = 0;
  double factor = 20;
};

/// Not for use by several threads at once. No signal handlers, no forks, no zombies: whatever ends is waited for.
class worker_process {
 public:
  enum class outcome : std::uint8_t {
    answered,
    crashed,    ///< it ended by itself, by a signal such as SIGSEGV or by an exit
    timed_out,  ///< it was killed by us
    lost,       ///< it was killed by someone else, could not be reached, or the request was cancelled
  };
  struct reply {
    worker_process::outcome outcome = outcome::lost;
    frame answer;
    std::string why;  ///< of what is not an answer: one sentence without a full stop
  };

  HONE_DECL explicit worker_process(worker_command command);
  HONE_DECL ~worker_process();
  worker_process(const worker_process&) = delete;
  worker_process& operator=(const worker_process&) = delete;

  /// Starts it unless it runs, and waits for its hello. Throws `error{no_worker}` when it does not start or is of
  /// another version, `error{no_backend}` when it has no backend.
  HONE_DECL void start(double within_ms);
  /// Whether it runs; one that has ended meanwhile is put away.
  HONE_DECL bool running();
  /// Of the worker that runs, or ran last.
  const hello& greeting() const { return greeting_; }
  /// How many have been started.
  std::int64_t starts() const { return starts_; }
  pid_t process() const { return process_; }

  /// Sends a request and waits for its answer; `start` first. After anything but an answer the worker is gone.
  HONE_DECL reply ask(message kind, byte_view payload, const patience& limits, int file = -1);

  /// The one function that another thread may call: the request under way and all later ones end at once.
  HONE_DECL void cancel() noexcept;

  /// Kills it and waits for its end.
  HONE_DECL void stop();

 private:
  struct ending;
  void spawn();
  bool has_ended() const;
  reply await(const patience& limits);
  reply give_up(transfer why, double waited_ms);
  reply end_of(reply so_far);
  ending reap();
  double processor_ns() const;
  std::string last_words();

  worker_command command_;
  unique_file cancelled_;  ///< readable once `cancel` was called
  channel channel_;
  unique_file pidfd_;   ///< readable when the process has ended; where the kernel has such
  unique_file errors_;  ///< what it writes to stderr
  pid_t process_ = 0;
  std::int64_t starts_ = 0;
  hello greeting_;
  std::string fault_;  ///< its own account of a crash
};

}  // namespace hone::core::measure

#if !defined(HONE_COMPILED)
#include <hone/measure/impl/worker_process.ipp>
#endif
