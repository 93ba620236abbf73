// SPDX-License-Identifier: Apache-2.0
/// \file
/// Hash-consing of expressions.
#pragma once

#include <algorithm>

#include <hone/ir/interner.hpp>

namespace hone::ir {

HONE_DECL std::int32_t interner::append(std::span<const std::int32_t> list) {
  const auto first = static_cast<std::int32_t>(program_.lists.size());
  program_.lists.insert(program_.lists.end(), list.begin(), list.end());
  return first;
}

HONE_DECL std::uint64_t interner::hash(const expr& e) const {
  std::uint64_t h = static_cast<std::uint64_t>(e.kind) | static_cast<std::uint64_t>(e.combine) << 8 |
                    static_cast<std::uint64_t>(e.type.scalar) << 16 | static_cast<std::uint64_t>(e.type.lanes) << 24;
  const auto mix = [&h](std::uint64_t v) { h = (h ^ v ^ (h >> 29)) * 0x9e3779b97f4a7c15u; };
  for (const expr_id operand : e.operands) mix(static_cast<std::uint64_t>(operand));
  mix(static_cast<std::uint64_t>(e.ref));
  mix(static_cast<std::uint64_t>(e.bits));
  for (std::int32_t k = 0; k < e.count; ++k) mix(static_cast<std::uint64_t>(program_.listed(e.first, k)));
  return h ^ (h >> 32);
}

HONE_DECL bool interner::same(const expr& a, const expr& b) const {
  expr a_here = a;
  a_here.first = b.first;
  if (!(a_here == b)) return false;
  for (std::int32_t k = 0; k < a.count; ++k)
    if (program_.listed(a.first, k) != program_.listed(b.first, k)) return false;
  return true;
}

HONE_DECL expr_id interner::add(expr e, std::span<const expr_id> indices) {
  const std::vector<expr_id> own(indices.begin(), indices.end());  // `indices` may point into our own lists
  const auto mark = program_.lists.size();
  e.first = own.empty() ? 0 : append(own);
  e.count = static_cast<std::int32_t>(own.size());
  const std::uint64_t h = hash(e);
  const auto [begin, end] = known_.equal_range(h);
  const auto found = std::find_if(begin, end, [&](const auto& entry) { return same(program_.at(entry.second), e); });
  if (found != end) {
    program_.lists.resize(mark);
    return found->second;
  }
  program_.exprs.push_back(e);
  const auto id = static_cast<expr_id>(program_.exprs.size()) - 1;
  known_.emplace(h, id);
  return id;
}

HONE_DECL stmt_id interner::add(stmt s, std::span<const std::int32_t> list) {
  const std::vector<std::int32_t> own(list.begin(), list.end());
  s.first = own.empty() ? 0 : append(own);
  s.count = static_cast<std::int32_t>(own.size());
  return add(s);
}

}  // namespace hone::ir
