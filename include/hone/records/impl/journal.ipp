// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `journal.hpp`.
#pragma once

#include <hone/records/journal.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <hone/records/replace_file.hpp>

namespace hone::core::records {
namespace detail {

/// An open file under a lock, both given up at the end of the scope.
class locked_file {
 public:
  /// Where another process has put a new file in the place of the one that was waited for, that one is opened.
  locked_file(const std::string& path, int flags, int lock) {
    for (int attempt = 0; attempt < 100; ++attempt) {
      file_ = ::open(path.c_str(), flags | O_CLOEXEC, 0600);
      if (file_ < 0) return;
      // file systems without locks still append whole writes one after the other
      while (!(is_locked_ = ::flock(file_, lock) == 0) && errno == EINTR) {
      }
      if (is_current(path)) return;
      ::close(std::exchange(file_, -1));
    }
    errno = EAGAIN;
  }
  ~locked_file() {
    if (file_ >= 0) ::close(file_);
  }
  locked_file(const locked_file&) = delete;
  locked_file& operator=(const locked_file&) = delete;

  bool is_open() const { return file_ >= 0; }
  bool is_locked() const { return is_locked_; }
  int number() const { return file_; }
  off_t size() const { return ::lseek(file_, 0, SEEK_END); }

 private:
  bool is_current(const std::string& path) const {
    struct ::stat opened {
    }, named{};
    return ::fstat(file_, &opened) == 0 && ::stat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
           opened.st_dev == named.st_dev;
  }
  int file_ = -1;
  bool is_locked_ = false;
};

HONE_DECL bool ends_within_line(const locked_file& file, off_t size) {
  char last = '\n';
  return size > 0 && ::pread(file.number(), &last, 1, size - 1) == 1 && last != '\n';
}

HONE_DECL std::string system_reason(const std::string& path) { return path + ": " + std::strerror(errno); }

HONE_DECL std::optional<std::string> whole_text(const locked_file& file) {
  std::string text(static_cast<std::size_t>(std::max<off_t>(0, file.size())), '\0');
  std::size_t filled = 0;
  while (filled < text.size()) {
    const auto n = ::pread(file.number(), text.data() + filled, text.size() - filled, static_cast<off_t>(filled));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return std::nullopt;
    if (n == 0) break;
    filled += static_cast<std::size_t>(n);
  }
  text.resize(filled);
  return text;
}

/// Calls `work(file)` for a file that is there, with appends locked out; "" when there is none.
template <class Work>
std::string with_journal(const std::string& path, Work work) {
  const locked_file file(path, O_RDWR, LOCK_EX);
  if (!file.is_open()) return errno == ENOENT ? std::string() : system_reason(path);
  return file.is_locked() ? work(file) : path + ": this file system has no locks, so nothing is taken out of it";
}

}  // namespace detail

HONE_DECL std::string append_line(const std::string& path, std::string_view line) {
  if (line.find('\n') != std::string_view::npos) return path + ": a record is one line";
  const detail::locked_file file(path, O_RDWR | O_APPEND | O_CREAT, LOCK_EX);
  if (!file.is_open()) return detail::system_reason(path);
  const auto size = file.size();
  std::string text = detail::ends_within_line(file, size) ? "\n" : "";
  text.append(line).append("\n");
  const auto written = ::write(file.number(), text.data(), text.size());
  if (written == static_cast<ssize_t>(text.size())) return {};
  const auto reason = written < 0 ? detail::system_reason(path) : path + ": the disk is full";
  // part of a line is worth nothing; where even this fails, the next append begins a new line
  if (written > 0 && ::ftruncate(file.number(), size) != 0) return reason + "; its last line is cut";
  return reason;
}

HONE_DECL std::optional<std::string> read_journal(const std::string& path) {
  const detail::locked_file file(path, O_RDONLY, LOCK_SH);
  if (!file.is_open()) return errno == ENOENT ? std::optional<std::string>("") : std::nullopt;
  return detail::whole_text(file);
}

HONE_DECL std::string rewrite_journal(const std::string& path,
                                      const std::function<std::optional<std::string>(std::string_view)>& change) {
  return detail::with_journal(path, [&](const detail::locked_file& file) {
    const auto text = detail::whole_text(file);
    if (!text) return detail::system_reason(path);
    const auto changed = change(*text);
    return changed ? replace_file(path, {*changed}) : std::string();
  });
}

HONE_DECL std::string remove_journal(const std::string& path) {
  return detail::with_journal(path, [&](const detail::locked_file&) {
    return ::unlink(path.c_str()) == 0 ? std::string() : detail::system_reason(path);
  });
}

}  // namespace hone::core::records
