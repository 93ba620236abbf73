// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `find.hpp`.
#pragma once

#include <hone/jit/find.hpp>

#include <algorithm>
#include <array>

#include <dlfcn.h>
#include <unistd.h>

#include <hone/diag/environment.hpp>
#include <hone/runtime/trusted_path.hpp>

namespace hone::core::jit {
namespace detail {

/// The folder of the program or shared library that holds this code, "" when the system does not say.
HONE_DECL std::string own_folder() {
  Dl_info info{};
  static const char here = 0;
  if (::dladdr(&here, &info) == 0 || info.dli_fname == nullptr) return {};
  std::string file = info.dli_fname;
  // the program itself may be named as it was typed
  if (file.find('/') == std::string::npos || file.front() != '/') {
    std::array<char, 4096> path{};
    const auto n = ::readlink("/proc/self/exe", path.data(), path.size() - 1);
    const bool is_library = ::access(file.c_str(), R_OK) == 0 && file.find(".so") != std::string::npos;
    if (!is_library && n > 0) file.assign(path.data(), static_cast<std::size_t>(n));
  }
  const auto slash = file.rfind('/');
  return slash == std::string::npos ? "." : file.substr(0, slash);
}

HONE_DECL bool exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

HONE_DECL std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const auto& t : texts) all.append(all.empty() ? "" : ", ").append(t);
  return all.empty() ? "no folder" : all;
}

/// The first of the paths that is there and trusted. A file that is there and not trusted ends the search: whoever put
/// it there should hear of it.
HONE_DECL found_file first_of(const std::vector<std::string>& paths, const std::vector<std::string>& folders) {
  for (const auto& path : paths)
    if (exists(path)) return {path, runtime::untrusted_reason(path)};
  return {{}, "not found in: " + joined(folders)};
}

/// "libLLVM.so.19.1: cannot open shared object file: ..." in a sentence about the file that needs it.
HONE_DECL std::string load_failure(const std::string& path, const char* message) {
  const std::string text = message == nullptr ? "unknown reason" : message;
  return text.starts_with(path) ? text : "needs " + text;
}

}  // namespace detail

HONE_DECL std::vector<std::string> plugin_folders(std::string_view chosen) {
  std::vector<std::string> folders;
  const auto add = [&](const std::string& folder) {
    if (!folder.empty() && std::find(folders.begin(), folders.end(), folder) == folders.end())
      folders.push_back(folder);
  };
  add(std::string(chosen));
  add(diag::process_environment().plugin_directory);
  if (const auto own = detail::own_folder(); !own.empty()) {
    add(own);
    add(own + "/../lib/hone");
  }
#if defined(HONE_PLUGIN_INSTALL_DIR)
  add(HONE_PLUGIN_INSTALL_DIR);
#endif
  return folders;
}

HONE_DECL found_file find_plugin(std::string_view name, std::string_view chosen) {
  const auto folders = plugin_folders(chosen);
  std::vector<std::string> paths;
  for (const auto& folder : folders)
    paths.push_back(folder + "/" + std::string(plugin_prefix) + std::string(name) +
                    std::string(plugin_suffix));
  return detail::first_of(paths, folders);
}

HONE_DECL found_file find_worker(std::string_view chosen) {
  const auto folders = plugin_folders(chosen);
  std::vector<std::string> paths;
  for (const auto& folder : folders)
    for (const auto* beside : {"/hone-worker", "/../bin/hone-worker", "/../libexec/hone/hone-worker"})
      paths.push_back(folder + beside);
  return detail::first_of(paths, folders);
}

HONE_DECL opened_symbol open_entry(const std::string& path, const char* entry) {
  if (auto reason = runtime::untrusted_reason(path); !reason.empty()) return {nullptr, reason};
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return {nullptr, detail::load_failure(path, ::dlerror())};
  void* symbol = ::dlsym(library, entry);
  if (symbol == nullptr) return {nullptr, path + " has no entry " + entry};
  return {symbol, {}};
}

}  // namespace hone::core::jit
