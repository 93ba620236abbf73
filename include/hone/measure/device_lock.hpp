// SPDX-License-Identifier: Apache-2.0
/// \file
/// One measurer per machine at a time: programs that would disturb each other's clocks take turns.
#pragma once

#include <string>
#include <utility>

#include <hone/config.hpp>

namespace hone::core::measure {

/// Holds an exclusive `flock` on a file for as long as it lives. The kernel releases it when the program dies.
class device_lock {
 public:
  device_lock() = default;
  /// Tries for at most `wait_ms`; an empty path is held at once. Throws `error{io_failed}` when the file cannot be
  /// opened.
  HONE_DECL device_lock(const std::string& path, double wait_ms);
  HONE_DECL ~device_lock();
  device_lock(device_lock&& other) noexcept : file_(other.file_), held_(other.held_) {
    other.file_ = -1;
    other.held_ = false;
  }
  device_lock& operator=(device_lock&& other) noexcept {
    std::swap(file_, other.file_);
    std::swap(held_, other.held_);
    return *this;
  }

  bool held() const { return held_; }

 private:
  int file_ = -1;
  bool held_ = false;
};

}  // namespace hone::core::measure

#if !defined(HONE_COMPILED)
#include <hone/measure/impl/device_lock.ipp>
#endif
