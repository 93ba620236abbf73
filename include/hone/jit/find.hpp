// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where plug-ins and the worker are looked for, and how a shared library is opened.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <hone/config.hpp>

namespace hone::core::jit {

/// A plug-in is a file `libhone-NAME.so`.
inline constexpr std::string_view plugin_prefix = "libhone-", plugin_suffix = ".so";
/// The plug-in that is no backend: the tuner of programs that only have the headers (tune/tuner.h).
inline constexpr std::string_view tuner_plugin = "tuner";

/// The folders in which plug-ins and the worker are looked for, in order: `chosen` (by the program), HONE_PLUGIN_DIR,
/// the folder of the object that holds this code, `../lib/hone` beside that folder, and the install prefix. Folders
/// that are not set, or named twice, are left out.
HONE_DECL std::vector<std::string> plugin_folders(std::string_view chosen = {});

/// A file that was looked for: its path, or the reason why there is none.
struct found_file {
  std::string path;
  std::string reason;
  bool found() const { return reason.empty(); }
};

/// The file of a plug-in, `libhone-NAME.so`, by the search above; it is not opened.
HONE_DECL found_file find_plugin(std::string_view name, std::string_view chosen = {});
/// The worker executable, `hone-worker`, by the same search (and in `../bin`, `../libexec/hone` beside each folder).
HONE_DECL found_file find_worker(std::string_view chosen = {});

/// Something out of a shared library, or the reason why there is none.
struct opened_symbol {
  void* symbol = nullptr;
  std::string reason;
};

/// Opens a library of a trusted owner for the rest of the process and looks up its entry. Its other symbols stay
/// hidden.
HONE_DECL opened_symbol open_entry(const std::string& path, const char* entry);

}  // namespace hone::core::jit

#if !defined(HONE_COMPILED)
#include <hone/jit/impl/find.ipp>
#endif
