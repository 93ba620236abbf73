// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `trusted_path.hpp`.
#pragma once

#include <hone/runtime/trusted_path.hpp>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include <sys/stat.h>
#include <unistd.h>

namespace hone::core::runtime {
namespace detail {

HONE_DECL std::string parent_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

HONE_DECL bool others_can_write(const struct ::stat& s) {
  // a user whose group has the same number has that group alone
  const bool by_group = (s.st_mode & S_IWGRP) != 0 && s.st_gid != s.st_uid && s.st_gid != 0;
  return by_group || (s.st_mode & S_IWOTH) != 0;
}

HONE_DECL std::string untrusted_entry(const std::string& path) {
  struct ::stat s {};
  if (::stat(path.c_str(), &s) != 0) return path + ": " + std::strerror(errno);
  if (s.st_uid != ::geteuid() && s.st_uid != 0) return path + " is owned by another user: not trusted";
  if (others_can_write(s)) return path + " can be written by others: not trusted";
  return {};
}

/// In a folder with the sticky bit, such as /tmp, only owners can exchange entries.
HONE_DECL std::string exchangeable_entry(std::string folder) {
  for (;; folder = parent_of(folder)) {
    struct ::stat s {};
    if (::stat(folder.c_str(), &s) == 0 && others_can_write(s) && (s.st_mode & S_ISVTX) == 0)
      return folder + " can be written by others: what it holds is not trusted";
    if (folder == "/" || folder == ".") return {};
  }
}

}  // namespace detail

HONE_DECL std::string untrusted_reason(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr), &std::free);
  if (resolved == nullptr) return path + ": " + std::strerror(errno);
  const std::string real = resolved.get();
  if (auto reason = detail::untrusted_entry(real); !reason.empty()) return reason;
  struct ::stat s {};
  const bool is_folder = ::stat(real.c_str(), &s) == 0 && S_ISDIR(s.st_mode);
  const auto folder = detail::parent_of(real);
  if (!is_folder)
    if (auto reason = detail::untrusted_entry(folder); !reason.empty()) return reason;
  return detail::exchangeable_entry(folder);
}

}  // namespace hone::core::runtime
