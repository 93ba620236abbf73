// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of `objects.hpp`.
#pragma once

#include <hone/records/objects.hpp>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include <unistd.h>

#include <hone/meta/hash.hpp>
#include <hone/records/directory.hpp>
#include <hone/records/journal.hpp>
#include <hone/records/replace_file.hpp>
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

/// The last word of an identity.
HONE_DECL std::string features_word(const target::cpu& device) {
  std::string features = device.architecture;
  for (const auto& f : device.features) features.append(" ").append(f);
  return " features=" + stable_hash().add(features).hex();
}

HONE_DECL std::string object_identity(byte_view programs, const target::cpu& device) {
  return "hone-object loader=" + std::to_string(runtime::loader_version) + " programs=" + wide_hash(programs) +
         features_word(device);
}

/// What stands before the object in its file: what it was made from, and what it has to be.
HONE_DECL std::string object_header(const std::string& identity, byte_view object) {
  return identity + " bytes=" + std::to_string(object.size()) + " content=" + wide_hash(object) + "\n";
}

/// A file as `object_header` begins it: the identity, and the object; nothing when it is not what was written.
struct object_text {
  std::string_view identity;
  byte_view object;
};

HONE_DECL std::optional<object_text> split_object(std::string_view text) {
  const auto line_end = text.find('\n');
  if (line_end == std::string_view::npos) return std::nullopt;
  const auto line = text.substr(0, line_end + 1);
  const object_text split{
      line.substr(0, line.find(" bytes=")),
      {reinterpret_cast<const std::uint8_t*>(text.data()) + line_end + 1, text.size() - line_end - 1}};
  if (line != object_header(std::string(split.identity), split.object)) return std::nullopt;
  return split;
}

HONE_DECL std::optional<std::string> trusted_text(const std::string& file) {
  if (file.empty() || ::access(file.c_str(), R_OK) != 0 || !runtime::untrusted_reason(file).empty())
    return std::nullopt;
  return read_journal(file);
}

HONE_DECL bool is_object_name(std::string_view name) {
  return name.size() == 16 && name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace detail

HONE_DECL object_cache::object_cache(const std::string& directory) {
  if (directory.empty()) return;
  const auto folder = directory + "/objects";
  if (detail::make_folders(folder).empty() && runtime::untrusted_reason(folder).empty() &&
      runtime::untrusted_reason(directory).empty())
    folder_ = folder;
}

HONE_DECL std::string object_cache::name(byte_view programs, const target::cpu& device) {
  return stable_hash().add(detail::object_identity(programs, device)).hex();
}

HONE_DECL std::string object_cache::path(byte_view programs, const target::cpu& device) const {
  return path(name(programs, device));
}

HONE_DECL std::string object_cache::path(const std::string& name) const {
  return folder_.empty() || !detail::is_object_name(name) ? std::string() : folder_ + "/" + name + ".obj";
}

HONE_DECL std::vector<std::string> object_cache::names() const {
  std::vector<std::string> found;
  std::error_code ignored;
  if (!folder_.empty())
    for (const auto& entry : std::filesystem::directory_iterator(folder_, ignored))
      if (entry.path().extension() == ".obj" && detail::is_object_name(entry.path().stem().string()))
        found.push_back(entry.path().stem().string());
  std::sort(found.begin(), found.end());
  return found;
}

HONE_DECL std::optional<byte_string> object_cache::load(byte_view programs, const target::cpu& device) const {
  const auto text = detail::trusted_text(path(programs, device));
  const auto split = text ? detail::split_object(*text) : std::nullopt;
  if (!split || split->identity != detail::object_identity(programs, device)) return std::nullopt;
  return byte_string(split->object.begin(), split->object.end());
}

HONE_DECL bool object_cache::save(byte_view programs, const target::cpu& device, byte_view object) const {
  const auto file = path(programs, device);
  const auto header = detail::object_header(detail::object_identity(programs, device), object);
  return !file.empty() && replace_file(file, {header, detail::text_of_bytes(object)}).empty();
}

HONE_DECL bool object_cache::adopt(const object_cache& from, const std::string& name, const target::cpu& device) const {
  const auto text = detail::trusted_text(from.path(name));
  const auto split = text ? detail::split_object(*text) : std::nullopt;
  // a name is the hash of the identity, so another object cannot stand under it
  if (!split || stable_hash().add(split->identity).hex() != name ||
      !split->identity.ends_with(detail::features_word(device)))
    return false;
  return !path(name).empty() && replace_file(path(name), {*text}).empty();
}

HONE_DECL void object_cache::forget(byte_view programs, const target::cpu& device) const {
  forget(name(programs, device));
}

HONE_DECL void object_cache::forget(const std::string& name) const {
  if (const auto file = path(name); !file.empty()) ::unlink(file.c_str());
}

}  // namespace hone::core::records
