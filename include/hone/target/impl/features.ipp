// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of target/features.hpp.
#include <hone/target/features.hpp>

#include <algorithm>

namespace hone::core::target {

namespace detail {

HONE_DECL bool contains(const std::vector<std::string>& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

}  // namespace detail

HONE_DECL std::vector<std::string> consistent(const std::vector<std::string>& wanted) {
  std::vector<std::string> kept;
  for (const feature& f : known_features)
    if (detail::contains(wanted, f.name) && (f.needs.empty() || detail::contains(kept, f.needs)))
      kept.emplace_back(f.name);
  std::sort(kept.begin(), kept.end());
  return kept;
}

HONE_DECL cpu with_features(cpu c, const std::vector<std::string>& wanted) {
  c.features = consistent(wanted);
  c.vector_bytes = c.has("avx512f") ? 64 : c.has("avx") ? 32 : 16;
  c.vector_registers = c.has("avx512f") ? 32 : 16;
  return c;
}

HONE_DECL cpu restrict_to(const cpu& c, const std::vector<std::string>& allowed) {
  std::vector<std::string> kept;
  for (const std::string& name : c.features)
    if (detail::contains(allowed, name)) kept.push_back(name);
  return with_features(c, kept);
}

HONE_DECL cpu without(const cpu& c, const std::vector<std::string>& removed) {
  std::vector<std::string> kept;
  for (const std::string& name : c.features)
    if (!detail::contains(removed, name)) kept.push_back(name);
  return with_features(c, kept);
}

}  // namespace hone::core::target
