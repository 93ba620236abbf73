// SPDX-License-Identifier: Apache-2.0
/// \file
/// Every field but the names, in order.
#include <hone/ast/hash.hpp>

#include <hone/meta/hash.hpp>

namespace hone::core::ast {

namespace detail {

inline void add(stable_hash& h, const symbol& s) {
  h.add(static_cast<int>(s.kind)).add(s.reduced).add(s.output).add(static_cast<int>(s.type)).add(s.rank);
  for (std::int32_t d = 0; d < s.rank; ++d) {
    const auto& extent = s.extents[static_cast<std::size_t>(d)];
    h.add(static_cast<int>(extent.kind)).add(extent.value);
  }
}

inline void add(stable_hash& h, const node& n) {
  h.add(static_cast<int>(n.kind)).add(static_cast<int>(n.type)).add(static_cast<int>(n.combine));
  h.add(n.symbol).add(n.bits).add(n.operand_count);
  for (std::int32_t k = 0; k < n.operand_count; ++k) h.add(n.operands[static_cast<std::size_t>(k)]);
}

inline void add(stable_hash& h, const assignment& a) {
  h.add(a.target).add(a.rank).add(a.accumulates).add(a.root);
  for (std::int32_t d = 0; d < a.rank; ++d) h.add(a.indices[static_cast<std::size_t>(d)]);
}

template <class Range>
void add_all(stable_hash& h, const Range& range) {
  h.add(range.size());
  for (const auto& element : range) add(h, element);
}

}  // namespace detail

HONE_DECL std::uint64_t structural_hash(const tree& op) {
  stable_hash h;
  detail::add_all(h, op.symbols);
  detail::add_all(h, op.nodes);
  detail::add_all(h, op.assignments);
  return h.value();
}

}  // namespace hone::core::ast
