// SPDX-License-Identifier: Apache-2.0
/// \file
/// Schedules drawn without any sense of speed: every order, tile and packing that the contract of `space::schedule`
/// allows.
#pragma once

#include <vector>

#include <hone/lower/reductions.hpp>
#include <hone/meta/random.hpp>
#include <hone/space/schedule.hpp>

namespace random_test {

class schedule_maker {
 public:
  schedule_maker(const hone::core::ast::problem& p, hone::random_generator& random) : p_(p), random_(random) {}

  hone::core::space::schedule draw() {
    const auto& body = p_.op.assignments.front();
    for (std::int32_t d = 0; d < body.rank; ++d) tile(body.indices[static_cast<std::size_t>(d)]);
    for (const auto axis : hone::core::lower::find_scheduled(p_).axes) tile(axis);
    interleave();
    register_tile();
    if (!s_.order.empty() && random_.below(2) == 0 && !p_.op.symbols[static_cast<std::size_t>(s_.order[0].axis)].reduced)
      s_.parallel = s_.order[0];
    for (const auto& loop : s_.order)
      if (random_.below(5) == 0) s_.unrolled.push_back({loop, pick({2, 3, 4})});
    for (std::size_t t = 0; t < p_.op.symbols.size(); ++t) {
      const auto& symbol = p_.op.symbols[t];
      if (symbol.kind == hone::core::ast::symbol_kind::tensor && !symbol.output && symbol.rank > 0 && random_.below(2) == 0)
        s_.packed.push_back({static_cast<std::int32_t>(t), static_cast<hone::core::space::pack_position>(1 + random_.below(2))});
    }
    return s_;
  }

 private:
  std::int64_t pick(std::initializer_list<std::int64_t> choices) { return choices.begin()[random_.below(choices.size())]; }

  void tile(std::int32_t axis) {
    hone::core::space::tiling t{axis, {}};
    for (auto levels = random_.below(3); levels > 0; --levels) t.inner.push_back(pick({1, 2, 3, 4, 6, 8, 16}));
    s_.tilings.push_back(t);
  }

  void interleave() {
    std::vector<std::size_t> next(s_.tilings.size(), 0);
    for (;;) {
      std::vector<std::size_t> open;
      for (std::size_t a = 0; a < next.size(); ++a)
        if (next[a] <= s_.tilings[a].inner.size()) open.push_back(a);
      if (open.empty()) return;
      const auto a = open[random_.below(open.size())];
      s_.order.push_back({s_.tilings[a].axis, static_cast<std::int32_t>(next[a]++)});
    }
  }

  void register_tile() {
    const auto most = std::min<std::uint64_t>(s_.order.size(), 4);
    const auto count = random_.below(4) == 0 ? 0 : random_.below(most + 1);
    for (auto k = s_.order.size() - count; k < s_.order.size(); ++k) s_.register_tile.push_back(s_.order[k]);
    if (count > 0 && random_.below(4) != 0) s_.vectorized = s_.register_tile[random_.below(count)];
  }

  const hone::core::ast::problem& p_;
  hone::random_generator& random_;
  hone::core::space::schedule s_;
};

}  // namespace random_test
