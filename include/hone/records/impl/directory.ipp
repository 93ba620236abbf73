// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `directory.hpp`.
#pragma once

#include <hone/records/directory.hpp>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <hone/runtime/trusted_path.hpp>

namespace hone::core::records {
namespace detail {

/// The value of a variable that has to be an absolute path, "" where it is none (XDG Base Directory, 0.8).
HONE_DECL std::string absolute_from(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && value[0] == '/' ? value : "";
}

/// Creates a folder and those above it, for their owner only. "" or the reason of a failure.
HONE_DECL std::string make_folders(const std::string& path) {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    const auto folder = path.substr(0, end);
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) {
      const int reason = errno;
      struct ::stat s {};
      // a folder that is there may still be one in which nothing can be made
      if (::stat(folder.c_str(), &s) != 0 || !S_ISDIR(s.st_mode)) return folder + ": " + std::strerror(reason);
    }
    if (end == std::string::npos) return {};
  }
}

/// A folder that can be trusted and used in that way.
HONE_DECL cache_directory checked_folder(const std::string& path, int access) {
  if (auto reason = runtime::untrusted_reason(path); !reason.empty()) return {{}, std::move(reason)};
  struct ::stat s {};
  if (::stat(path.c_str(), &s) == 0 && !S_ISDIR(s.st_mode)) return {{}, path + ": " + std::strerror(ENOTDIR)};
  // for the effective user, as `open` decides
  if (::faccessat(AT_FDCWD, path.c_str(), access, AT_EACCESS) != 0) return {{}, path + ": " + std::strerror(errno)};
  return {path, {}};
}

}  // namespace detail

HONE_DECL std::string cache_directory_name(std::string_view chosen, const diag::environment& environment) {
  if (!chosen.empty()) return std::string(chosen);
  if (!environment.cache_directory.empty()) return environment.cache_directory;
  if (const auto cache = detail::absolute_from("XDG_CACHE_HOME"); !cache.empty()) return cache + "/hone";
  if (const auto home = detail::absolute_from("HOME"); !home.empty()) return home + "/.cache/hone";
  return {};
}

HONE_DECL cache_directory open_cache_directory(const std::string& path) {
  if (path.empty()) return {{}, "none of HONE_CACHE_DIR, XDG_CACHE_HOME and HOME names a folder"};
  if (auto reason = detail::make_folders(path); !reason.empty()) return {{}, std::move(reason)};
  return detail::checked_folder(path, W_OK | X_OK);
}

HONE_DECL cache_directory find_cache_directory(const std::string& path) {
  return detail::checked_folder(path, R_OK | X_OK);
}

}  // namespace hone::core::records
