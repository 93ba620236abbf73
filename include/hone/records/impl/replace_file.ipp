// SPDX-License-Identifier: Apache-2.0
/// \file
/// Body of `replace_file.hpp`.
#pragma once

#include <hone/records/replace_file.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

namespace hone::core::records {
namespace detail {

HONE_DECL bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const auto n = ::write(file, text.data(), text.size());
    if (n <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

}  // namespace detail

HONE_DECL std::string replace_file(const std::string& path, std::initializer_list<std::string_view> parts) {
  auto beside = path + ".XXXXXX";
  const int out = ::mkostemp(beside.data(), O_CLOEXEC);  // with mode 0600
  if (out < 0) return path + ": " + std::strerror(errno);
  errno = ENOSPC;  // where a write is cut short without a reason
  bool written = std::all_of(parts.begin(), parts.end(), [&](auto part) { return detail::write_all(out, part); });
  // on disk before the name is: after a loss of power there is the one file or the other
  written = written && ::fsync(out) == 0;
  int failure = written ? 0 : errno;
  if (::close(out) != 0 && failure == 0) failure = errno;
  if (failure == 0 && ::rename(beside.c_str(), path.c_str()) == 0) return {};
  if (failure == 0) failure = errno;
  ::unlink(beside.c_str());
  return path + ": " + std::strerror(failure);
}

}  // namespace hone::core::records
