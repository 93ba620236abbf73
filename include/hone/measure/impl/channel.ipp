// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of measure/channel.hpp.
#pragma once

#include <hone/measure/channel.hpp>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>

#include <hone/measure/clock.hpp>

namespace hone::core::measure {

namespace detail {

/// A length above this is not ours: the peer has written rubbish.
inline constexpr std::uint64_t longest_frame = std::uint64_t{1} << 31;

/// Milliseconds for poll(2), rounded up; -1 for ever.
HONE_DECL int poll_time(double until) {
  if (std::isinf(until)) return -1;
  return static_cast<int>(std::clamp((until - wall_ns()) / 1e6 + 1, 0.0, 1e9));
}

/// Waits until the socket is ready for `events`, or hung up. The end of `process` counts as ready while there is
/// something to read: what it has sent before is not lost.
HONE_DECL transfer wait_ready(int socket, short events, double until, int process, int cancel) {
  for (;;) {
    pollfd polled[3] = {{socket, events, 0}, {process, POLLIN, 0}, {cancel, POLLIN, 0}};  // poll skips a negative one
    const int ready = ::poll(polled, 3, poll_time(until));
    if (ready > 0) {
      if (polled[2].revents != 0) return transfer::cancelled;
      return polled[0].revents == 0 ? transfer::closed : transfer::done;
    }
    if (ready < 0 && errno != EINTR) return transfer::closed;
    if (wall_ns() >= until) return transfer::late;
  }
}

/// One sendmsg, with the file where there is one.
HONE_DECL ssize_t send_some(int socket, const void* data, std::size_t bytes, int file) {
  iovec part{const_cast<void*>(data), bytes};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  if (file >= 0) {
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(rights), &file, sizeof file);
  }
  return ::sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/// One recvmsg; a file that comes along goes to `file`.
HONE_DECL ssize_t receive_some(int socket, void* data, std::size_t bytes, unique_file* file) {
  iovec part{data, bytes};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))];
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  const ssize_t got = ::recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  const cmsghdr* rights = got > 0 ? CMSG_FIRSTHDR(&message) : nullptr;
  if (rights != nullptr && rights->cmsg_type == SCM_RIGHTS) {
    int descriptor = -1;
    std::memcpy(&descriptor, CMSG_DATA(rights), sizeof descriptor);
    unique_file received(descriptor);
    if (file != nullptr) *file = std::move(received);
  }
  return got;
}

HONE_DECL bool again() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

}  // namespace detail

HONE_DECL unique_file::~unique_file() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

HONE_DECL transfer channel::send_bytes(const void* data, std::size_t bytes, double until, int file) {
  const auto* at = static_cast<const std::uint8_t*>(data);
  while (bytes > 0) {
    const ssize_t sent = detail::send_some(socket_.get(), at, bytes, file);
    if (sent > 0) {
      at += sent;
      bytes -= static_cast<std::size_t>(sent);
      file = -1;
    } else if (sent < 0 && detail::again()) {
      const auto ready = detail::wait_ready(socket_.get(), POLLOUT, until, -1, cancel_);
      if (ready != transfer::done) return ready;
    } else {
      return transfer::closed;
    }
  }
  return transfer::done;
}

HONE_DECL transfer channel::send(std::uint32_t kind, byte_view payload, double until, int file) {
  detail::frame_header header;
  header.kind = kind;
  header.bytes = payload.size();
  const auto sent = send_bytes(&header, sizeof header, until, file);
  return sent != transfer::done ? sent : send_bytes(payload.data(), payload.size(), until, -1);
}

HONE_DECL transfer channel::receive_bytes(void* data, std::size_t bytes, double until, int process, unique_file* file) {
  auto* at = static_cast<std::uint8_t*>(data);
  while (bytes > 0) {
    const ssize_t got = detail::receive_some(socket_.get(), at, bytes, file);
    if (got > 0) {
      at += got;
      bytes -= static_cast<std::size_t>(got);
    } else if (got < 0 && detail::again()) {
      const auto ready = detail::wait_ready(socket_.get(), POLLIN, until, process, cancel_);
      if (ready != transfer::done) return ready;
    } else {
      return transfer::closed;
    }
  }
  return transfer::done;
}

HONE_DECL transfer channel::receive(frame& into, double until, int process) {
  detail::frame_header header;
  into.file = unique_file();
  const auto got = receive_bytes(&header, sizeof header, until, process, &into.file);
  if (got != transfer::done) return got;
  if (header.magic != detail::frame_header{}.magic || header.bytes > detail::longest_frame) return transfer::closed;
  into.kind = header.kind;
  into.payload.resize(static_cast<std::size_t>(header.bytes));
  return receive_bytes(into.payload.data(), into.payload.size(), until, process, nullptr);
}

HONE_DECL std::pair<unique_file, unique_file> socket_pair() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw error(error_code::no_worker, std::string("no socket for a worker: ") + std::strerror(errno));
  return {unique_file(ends[0]), unique_file(ends[1])};
}

}  // namespace hone::core::measure
