// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of measure/device_lock.hpp.
#pragma once

#include <hone/measure/device_lock.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include <hone/diag/error.hpp>
#include <hone/measure/clock.hpp>

namespace hone::core::measure {

HONE_DECL device_lock::device_lock(const std::string& path, double wait_ms) {
  held_ = path.empty();
  if (held_) return;
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file_ < 0) throw error(error_code::io_failed, "the lock " + path + " cannot be opened: " + std::strerror(errno));
  const double until = wall_ns() + wait_ms * 1e6;
  double pause_ms = 1;  // flock has no time limit of its own, so it is tried at growing distances
  while (!(held_ = ::flock(file_, LOCK_EX | LOCK_NB) == 0)) {
    const double left_ms = (until - wall_ns()) / 1e6;
    if (left_ms <= 0) return;
    std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(std::min(pause_ms, left_ms)));
    pause_ms = std::min(pause_ms * 2, 50.0);
  }
}

HONE_DECL device_lock::~device_lock() {
  if (file_ >= 0) ::close(file_);  // the lock goes with the last descriptor
}

}  // namespace hone::core::measure
