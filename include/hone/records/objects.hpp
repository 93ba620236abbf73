// SPDX-License-Identifier: Apache-2.0
/// \file
/// Object code of earlier compilations, so that a later start needs no compiler.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <hone/config.hpp>
#include <hone/meta/bytes.hpp>
#include <hone/target/cpu.hpp>

namespace hone::core::records {

/// One file an object, named by what was compiled, the features it may use and the loader's version. Files appear
/// whole or not at all; one whose content is not what was written is a miss. Only a directory that nobody else can
/// write to is used.
class object_cache {
 public:
  /// `directory`: the store's; "" for none, then every look-up misses.
  HONE_DECL explicit object_cache(const std::string& directory);

  /// The object that was compiled from `programs` (ir::to_bytes) for `device`.
  HONE_DECL std::optional<byte_string> load(byte_view programs, const target::cpu& device) const;
  /// False when it could not be written; that is no error.
  HONE_DECL bool save(byte_view programs, const target::cpu& device, byte_view object) const;
  /// Deletes the file of an object, where the loader has refused it.
  HONE_DECL void forget(byte_view programs, const target::cpu& device) const;

  HONE_DECL void forget(const std::string& name) const;

  /// What records call an object, sixteen hexadecimal digits; and the names of all that are here.
  HONE_DECL static std::string name(byte_view programs, const target::cpu& device);
  HONE_DECL std::vector<std::string> names() const;
  /// Copies an object of another cache: one that is whole and was compiled for the features of `device`. False when it
  /// is not here afterwards.
  HONE_DECL bool adopt(const object_cache& from, const std::string& name, const target::cpu& device) const;

  /// The path of the file, "" when the cache is off or the name is none.
  HONE_DECL std::string path(byte_view programs, const target::cpu& device) const;
  HONE_DECL std::string path(const std::string& name) const;

 private:
  std::string folder_;  ///< "" when there is none
};

}  // namespace hone::core::records

#if !defined(HONE_COMPILED)
#include <hone/records/impl/objects.ipp>
#endif
