// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a test's process writes to its standard error stream while the object lives.
#pragma once

#include <string>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace hone::core::test {

class captured_stderr {
 public:
  captured_stderr() : before_(::dup(STDERR_FILENO)), file_(::memfd_create("captured", MFD_CLOEXEC)) {
    ::dup2(file_, STDERR_FILENO);
  }
  ~captured_stderr() {
    ::dup2(before_, STDERR_FILENO);
    ::close(before_);
    ::close(file_);
  }
  captured_stderr(const captured_stderr&) = delete;
  captured_stderr& operator=(const captured_stderr&) = delete;

  std::string text() const {
    std::string all(static_cast<std::size_t>(::lseek(file_, 0, SEEK_END)), '\0');
    if (::pread(file_, all.data(), all.size(), 0) < 0) return "unreadable";
    return all;
  }

 private:
  int before_, file_;
};

}  // namespace hone::core::test
