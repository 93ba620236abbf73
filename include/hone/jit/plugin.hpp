// SPDX-License-Identifier: Apache-2.0
/// \file
/// Backends are plug-ins: which there are, why one is missing, and how one is opened and asked to compile.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <hone/config.hpp>
#include <hone/jit/backend.h>
#include <hone/jit/find.hpp>
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

/// The backends that Hone knows (orc, cuda, opencl) and any other plug-in found; opens each. An absent one is an
/// entry with a reason, not an error.
HONE_DECL std::vector<backend_entry> list_backends(std::string_view chosen = {});

/// The backend of that name. Missing: `error{no_backend}` whose sentence says why.
HONE_DECL plugin open_backend(std::string_view name, std::string_view chosen = {});

}  // namespace hone::core::jit

#if !defined(HONE_COMPILED)
#include <hone/jit/impl/plugin.ipp>
#endif
