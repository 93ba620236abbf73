// SPDX-License-Identifier: Apache-2.0
/// \file
/// Framed messages over a socket between the program and a worker, with deadlines; a file may travel with one.
#pragma once

#include <cstdint>
#include <utility>

#include <hone/config.hpp>
#include <hone/meta/bytes.hpp>

namespace hone::core::measure {

namespace detail {
/// What goes over the wire before each payload.
struct frame_header {
  std::uint32_t magic = 0x656e6f68;  // "hone"
  std::uint32_t kind = 0;
  std::uint64_t bytes = 0;
};

}  // namespace detail

/// A file descriptor that is closed at the end.
class unique_file {
 public:
  unique_file() = default;
  explicit unique_file(int descriptor) : descriptor_(descriptor) {}
  unique_file(unique_file&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  unique_file& operator=(unique_file&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  HONE_DECL ~unique_file();
  int get() const { return descriptor_; }
  explicit operator bool() const { return descriptor_ >= 0; }

 private:
  int descriptor_ = -1;
};

struct frame {
  std::uint32_t kind = 0;
  byte_string payload;
  unique_file file;
};

enum class transfer : std::uint8_t { done, closed, late, cancelled };

/// One end of a stream socket. Never raises SIGPIPE.
class channel {
 public:
  channel() = default;
  /// `cancel`: a descriptor that makes every transfer give up once it is readable, or -1; not owned.
  explicit channel(unique_file socket, int cancel = -1) : socket_(std::move(socket)), cancel_(cancel) {}

  /// `until`: on the clock of `wall_ns()`; infinity waits for ever. `file`: a descriptor to pass on, or -1.
  HONE_DECL transfer send(std::uint32_t kind, byte_view payload, double until, int file = -1);
  /// `process`: a descriptor that becomes readable when the peer ends (a pidfd), or -1.
  HONE_DECL transfer receive(frame& into, double until, int process = -1);

  int descriptor() const { return socket_.get(); }

 private:
  transfer send_bytes(const void* data, std::size_t bytes, double until, int file);
  transfer receive_bytes(void* data, std::size_t bytes, double until, int process, unique_file* file);

  unique_file socket_;
  int cancel_ = -1;
};

/// A connected pair, both closed on exec. Throws `error{no_worker}` when the system gives none.
HONE_DECL std::pair<unique_file, unique_file> socket_pair();

}  // namespace hone::core::measure

#if !defined(HONE_COMPILED)
#include <hone/measure/impl/channel.ipp>
#endif
