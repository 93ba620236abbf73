// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of target/describe.hpp.
#include <hone/target/describe.hpp>

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace hone::core::target {

namespace detail {

/// "32 KB", "8 MB".
HONE_DECL std::string size_text(std::int64_t bytes) {
  const std::int64_t mega = 1024 * 1024;
  return bytes >= mega && bytes % mega == 0 ? std::to_string(bytes / mega) + " MB"
                                            : std::to_string(bytes / 1024) + " KB";
}

/// What a person wants to know of the features.
HONE_DECL std::string feature_summary(const cpu& c) {
  std::string text;
  for (const std::string_view name : {"avx512f", "avx2", "avx", "fma"})
    if (c.has(name) && !(name == "avx" && c.has("avx2"))) text.append(text.empty() ? "" : " ").append(name);
  return text.empty() ? "sse2" : text;
}

}  // namespace detail

HONE_DECL std::string describe(const cpu& c) {
  return (c.model.empty() ? c.architecture : c.model) + ": " + std::to_string(c.cores) +
         (c.cores == 1 ? " core, " : " cores, ") + detail::feature_summary(c) + ", " +
         std::to_string(c.vector_registers) + " vectors of " + std::to_string(c.vector_bytes) + " bytes, caches " +
         detail::size_text(c.l1_bytes) + ", " + detail::size_text(c.l2_bytes) + ", " + detail::size_text(c.l3_bytes);
}

HONE_DECL std::string fingerprint(const cpu& c) {
  std::string text = c.architecture + ";";
  for (const std::string& name : c.features) text += "+" + name;
  return text + ";l1=" + std::to_string(c.l1_bytes) + ";l2=" + std::to_string(c.l2_bytes) +
         ";l3=" + std::to_string(c.l3_bytes);
}

HONE_DECL cpu from_fingerprint(std::string_view text) {
  const auto next = [&text](std::string_view ends) {
    const auto end = std::min(text.find_first_of(ends), text.size());
    const std::string word(text.substr(0, end));
    text.remove_prefix(end);
    return word;
  };
  cpu c;
  c.architecture = next(";");
  if (!text.empty()) text.remove_prefix(1);
  while (text.starts_with('+')) {
    text.remove_prefix(1);
    c.features.push_back(next("+;"));
  }
  return c;
}

}  // namespace hone::core::target
