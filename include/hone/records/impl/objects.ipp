// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `objects.hpp`.
#pragma once

#include <hone/records/objects.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <hone/meta/hash.hpp>
#include <hone/records/directory.hpp>
#include <hone/records/journal.hpp>
#include <hone/runtime/object.hpp>
#include <hone/runtime/trusted_path.hpp>

namespace hone::core::records {
namespace detail {

HONE_DECL std::string_view text_of_bytes(byte_view bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// 32 hexadecimal digits: two hashes of different seeds, so that no two programs meet by accident.
HONE_DECL std::string wide_hash(byte_view bytes) {
  const auto text = text_of_bytes(bytes);
  return stable_hash().add(1).add(text).hex() + stable_hash().add(2).add(text).hex();
}

HONE_DECL std::string object_identity(byte_view programs, const target::cpu& device) {
  std::string features = device.architecture;
  for (const auto& f : device.features) features.append(" ").append(f);
  return "hone-object loader=" + std::to_string(runtime::loader_version) + " programs=" + wide_hash(programs) +
         " features=" + stable_hash().add(features).hex();
}

/// What stands before the object in its file: what it was made from, and what it has to be.
HONE_DECL std::string object_header(const std::string& identity, byte_view object) {
  return identity + " bytes=" + std::to_string(object.size()) + " content=" + wide_hash(object) + "\n";
}

HONE_DECL bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const auto n = ::write(file, text.data(), text.size());
    if (n <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

}  // namespace detail

HONE_DECL object_cache::object_cache(const std::string& directory) {
  if (directory.empty()) return;
  const auto folder = directory + "/objects";
  if (detail::make_folders(folder).empty() && runtime::untrusted_reason(folder).empty() &&
      runtime::untrusted_reason(directory).empty())
    folder_ = folder;
}

HONE_DECL std::string object_cache::path(byte_view programs, const target::cpu& device) const {
  if (folder_.empty()) return {};
  const auto identity = detail::object_identity(programs, device);
  return folder_ + "/" + stable_hash().add(identity).hex() + ".obj";
}

HONE_DECL std::optional<byte_string> object_cache::load(byte_view programs, const target::cpu& device) const {
  const auto file = path(programs, device);
  if (file.empty() || ::access(file.c_str(), R_OK) != 0 || !runtime::untrusted_reason(file).empty())
    return std::nullopt;
  const auto text = read_journal(file);
  const auto line_end = text ? text->find('\n') : std::string::npos;
  if (line_end == std::string::npos) return std::nullopt;
  const byte_view object(reinterpret_cast<const std::uint8_t*>(text->data()) + line_end + 1,
                         text->size() - line_end - 1);
  const auto expected = detail::object_header(detail::object_identity(programs, device), object);
  if (std::string_view(*text).substr(0, line_end + 1) != expected) return std::nullopt;
  return byte_string(object.begin(), object.end());
}

HONE_DECL bool object_cache::save(byte_view programs, const target::cpu& device, byte_view object) const {
  const auto file = path(programs, device);
  if (file.empty()) return false;
  auto temporary = file + ".XXXXXX";
  const int out = ::mkostemp(temporary.data(), O_CLOEXEC);  // with mode 0600
  if (out < 0) return false;
  const bool written =
      detail::write_all(out, detail::object_header(detail::object_identity(programs, device), object)) &&
      detail::write_all(out, detail::text_of_bytes(object));
  const bool closed = ::close(out) == 0;
  if (written && closed && ::rename(temporary.c_str(), file.c_str()) == 0) return true;
  ::unlink(temporary.c_str());
  return false;
}

HONE_DECL void object_cache::forget(byte_view programs, const target::cpu& device) const {
  if (const auto file = path(programs, device); !file.empty()) ::unlink(file.c_str());
}

}  // namespace hone::core::records
