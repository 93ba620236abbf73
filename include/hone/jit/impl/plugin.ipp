// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `plugin.hpp`.
#pragma once

#include <hone/jit/plugin.hpp>

#include <algorithm>
#include <array>

#include <dirent.h>

#include <hone/diag/error.hpp>

namespace hone::core::jit {
namespace detail {

inline constexpr std::array<std::string_view, 3> known_backends{"orc", "cuda", "opencl"};

/// An opened backend, or the reason why it cannot be used.
struct opened {
  const hone_backend* table = nullptr;
  std::string reason;
};

HONE_DECL opened open_file(const std::string& path) {
  const auto found = open_entry(path, "hone_backend_entry");
  if (found.symbol == nullptr) return {nullptr, found.reason};
  const auto* table = reinterpret_cast<hone_backend_entry_function>(found.symbol)();
  if (table == nullptr) return {nullptr, path + " is no backend: its entry gives nothing"};
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
      if (file != tuner_plugin && std::find(names.begin(), names.end(), file) == names.end()) names.emplace_back(file);
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
