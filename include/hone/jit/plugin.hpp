// SPDX-License-Identifier: Apache-2.0
/// \file
/// Backends are plug-ins: where they are looked for, why one is missing, and how one is opened and asked to compile.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <hone/jit/backend.h>
#include <hone/config.hpp>
#include <hone/meta/bytes.hpp>

namespace hone::core::jit {

/// What a compilation gives: object code (or text, by `flags`) and what it uses, or the sentence of its failure.
struct compilation {
  byte_string object;
  hone_resources resources{-1, -1, -1, -1, -1};
  std::string error;  ///< empty when it succeeded
  bool ok() const { return error.empty(); }
};

/// An open backend. It stays loaded for the rest of the process (a compiler with threads and tables of its own cannot
/// be unloaded safely), so this is only a reference and copies freely.
class plugin {
 public:
  /// Opens one file. Untrusted, unloadable or of another interface version: `error{no_backend}` with the reason.
  HONE_DECL static plugin open(const std::string& path);

  std::string_view name() const { return table_->name; }          ///< "orc"
  std::string_view compiler() const { return table_->compiler; }  ///< "LLVM 19.1.7"
  /// `programs`: ir::to_bytes of a list of programs; `target`: target::to_bytes; `flags`: HONE_COMPILE_*. Safe to call
  /// from many threads. Never throws for what the compiler says.
  HONE_DECL compilation compile(byte_view programs, byte_view target, std::uint32_t flags = HONE_COMPILE_DEFAULT) const;

 private:
  explicit plugin(const hone_backend* table) : table_(table) {}
  const hone_backend* table_;
};

/// A backend that is here, or the reason why it is not.
struct backend_entry {
  std::string name;
  std::string path;      ///< of the file, where there is one
  std::string compiler;  ///< "LLVM 19.1.7" where it is available
  std::string reason;    ///< why it is not available; empty when it is
  bool available() const { return reason.empty(); }
};

/// The folders in which plug-ins and the worker are looked for, in order: `chosen` (by the program), HONE_PLUGIN_DIR,
/// the folder of the object that holds this code, `../lib/hone` beside that folder, and the install prefix. Folders
/// that are not set, or named twice, are left out.
HONE_DECL std::vector<std::string> plugin_folders(std::string_view chosen = {});

/// The backends that Hone knows (orc, cuda, opencl) and any other plug-in found; opens each. An absent one is an
/// entry with a reason, not an error.
HONE_DECL std::vector<backend_entry> list_backends(std::string_view chosen = {});

/// The backend of that name. Missing: `error{no_backend}` whose sentence says why.
HONE_DECL plugin open_backend(std::string_view name, std::string_view chosen = {});

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

}  // namespace hone::core::jit

#if !defined(HONE_COMPILED)
#include <hone/jit/impl/plugin.ipp>
#endif
