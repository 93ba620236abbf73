// SPDX-License-Identifier: Apache-2.0
/// \file
/// Hash-consing of expressions.
#pragma once

#include <algorithm>
#include <bit>

#include <hone/ir/interner.hpp>

namespace hone::core::ir {

/// `list` may point into the program's own lists.
HONE_DECL std::int32_t interner::append(std::span<const std::int32_t> list) {
  if (list.empty()) return 0;
  const std::vector<std::int32_t> own(list.begin(), list.end());
  const auto first = static_cast<std::int32_t>(program_.lists.size());
  program_.lists.insert(program_.lists.end(), own.begin(), own.end());
  return first;
}

HONE_DECL std::uint32_t interner::hash(const expr& e, std::span<const expr_id> indices) {
  std::uint64_t h = static_cast<std::uint64_t>(e.kind) | static_cast<std::uint64_t>(e.combine) << 8 |
                    static_cast<std::uint64_t>(e.type.scalar) << 16 | static_cast<std::uint64_t>(e.type.lanes) << 24;
  const auto mix = [&h](std::uint64_t v) { h = (h ^ v ^ (h >> 29)) * 0x9e3779b97f4a7c15u; };
  const auto both = [](std::int32_t a, std::int32_t b) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(a)) << 32 | static_cast<std::uint32_t>(b);
  };
  mix(both(e.operands[0], e.operands[1]));
  mix(both(e.operands[2], e.ref));
  mix(static_cast<std::uint64_t>(e.bits));
  for (const expr_id k : indices) mix(static_cast<std::uint64_t>(k));
  return static_cast<std::uint32_t>(h >> 32);
}

HONE_DECL bool interner::same(const expr& a, const expr& b, std::span<const expr_id> indices_of_b) const {
  expr there = b;
  there.first = a.first;
  return a == there && std::ranges::equal(indices_of(a), indices_of_b);
}

HONE_DECL void interner::rehash() {
  places_.assign(std::bit_ceil(4 * program_.exprs.size() + 64), {});
  for (expr_id e = 0; e < static_cast<expr_id>(program_.exprs.size()); ++e) {
    const auto h = hash(program_.at(e), indices_of(program_.at(e)));
    find(h, [](const place&) { return false; }) = {h, e};
  }
}

HONE_DECL expr_id interner::add(expr e, std::span<const expr_id> indices) {
  if (places_.size() < 2 * (program_.exprs.size() + 1)) rehash();
  e.count = static_cast<std::int32_t>(indices.size());
  const auto h = hash(e, indices);
  auto& found = find(h, [&](const place& p) { return p.hash == h && same(program_.at(p.id), e, indices); });
  if (found.id == none) {
    e.first = append(indices);
    found = {h, static_cast<expr_id>(program_.exprs.size())};
    program_.exprs.push_back(e);
  }
  return found.id;
}

HONE_DECL stmt_id interner::add(stmt s, std::span<const std::int32_t> list) {
  s.first = append(list);
  s.count = static_cast<std::int32_t>(list.size());
  return add(s);
}

}  // namespace hone::core::ir
