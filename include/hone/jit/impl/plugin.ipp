// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `plugin.hpp`.
#pragma once

#include <hone/jit/plugin.hpp>

#include <algorithm>
#include <array>

#include <dirent.h>
#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <hone/diag/environment.hpp>
#include <hone/diag/error.hpp>
#include <hone/runtime/trusted_path.hpp>

namespace hone::core::jit {
namespace detail {

inline constexpr std::array<std::string_view, 3> known_backends{"orc", "cuda", "opencl"};
inline constexpr std::string_view plugin_prefix = "libhone-", plugin_suffix = ".so";

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

/// An opened backend, or the reason why it cannot be used.
struct opened {
  const hone_backend* table = nullptr;
  std::string reason;
};

HONE_DECL opened open_file(const std::string& path) {
  if (auto reason = runtime::untrusted_reason(path); !reason.empty()) return {nullptr, reason};
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return {nullptr, load_failure(path, ::dlerror())};
  const auto entry = reinterpret_cast<hone_backend_entry_function>(::dlsym(library, "hone_backend_entry"));
  const auto* table = entry == nullptr ? nullptr : entry();
  if (table == nullptr) return {nullptr, path + " is no backend: it has no entry hone_backend_entry"};
  if (table->abi != HONE_BACKEND_ABI || table->bytes < sizeof(hone_backend))
    return {nullptr,
            "abi " + std::to_string(table->abi) + ", wanted " + std::to_string(HONE_BACKEND_ABI) + ": " + path};
  return {table, {}};
}

/// The names of the backends of which there is a file, beside the known ones.
HONE_DECL std::vector<std::string> backend_names(const std::vector<std::string>& folders) {
  std::vector<std::string> names(known_backends.begin(), known_backends.end());
  for (const auto& folder : folders) {
    auto* listing = ::opendir(folder.c_str());
    if (listing == nullptr) continue;
    while (const auto* entry = ::readdir(listing)) {
      std::string_view file = entry->d_name;
      if (!file.starts_with(plugin_prefix) || !file.ends_with(plugin_suffix)) continue;
      if (file.size() <= plugin_prefix.size() + plugin_suffix.size()) continue;
      file = file.substr(plugin_prefix.size(), file.size() - plugin_prefix.size() - plugin_suffix.size());
      if (std::find(names.begin(), names.end(), file) == names.end()) names.emplace_back(file);
    }
    ::closedir(listing);
  }
  std::sort(names.begin() + known_backends.size(), names.end());
  return names;
}

HONE_DECL backend_entry describe_backend(const std::string& name, std::string_view chosen) {
  const auto file = find_plugin(name, chosen);
  backend_entry entry{name, file.path, {}, file.reason};
  if (!entry.available()) return entry;
  const auto backend = open_file(file.path);
  entry.reason = backend.reason;
  if (entry.available()) entry.compiler = backend.table->compiler;
  return entry;
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
    paths.push_back(folder + "/" + std::string(detail::plugin_prefix) + std::string(name) +
                    std::string(detail::plugin_suffix));
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

HONE_DECL std::vector<backend_entry> list_backends(std::string_view chosen) {
  std::vector<backend_entry> entries;
  for (const auto& name : detail::backend_names(plugin_folders(chosen)))
    entries.push_back(detail::describe_backend(name, chosen));
  return entries;
}

HONE_DECL plugin plugin::open(const std::string& path) {
  const auto backend = detail::open_file(path);
  if (backend.table == nullptr) throw error(error_code::no_backend, "cannot open the backend: " + backend.reason);
  return plugin(backend.table);
}

HONE_DECL plugin open_backend(std::string_view name, std::string_view chosen) {
  const auto file = find_plugin(name, chosen);
  if (!file.found())
    throw error(error_code::no_backend, "there is no backend '" + std::string(name) + "': " + file.reason);
  return plugin::open(file.path);
}

HONE_DECL compilation plugin::compile(byte_view programs, byte_view target, std::uint32_t flags) const {
  hone_artefact artefact{};
  artefact.resources = {-1, -1, -1, -1, -1};
  table_->compile({programs.data(), programs.size()}, {target.data(), target.size()}, flags, &artefact);
  const struct releaser {
    const hone_backend* table;
    hone_artefact* made;
    ~releaser() { table->release(made); }
  } release{table_, &artefact};
  compilation result;
  result.resources = artefact.resources;
  if (artefact.error != nullptr)
    result.error = *artefact.error == 0 ? "the backend gives no reason" : artefact.error;
  else
    result.object.assign(artefact.object.data, artefact.object.data + artefact.object.size);
  return result;
}

}  // namespace hone::core::jit
