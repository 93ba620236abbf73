// SPDX-License-Identifier: Apache-2.0
/// \file
/// Building a decision diagram depth first, and walking it.
#pragma once

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include <hone/space/decision_diagram.hpp>

namespace hone::core::space {

struct decision_diagram::builder {
  static constexpr std::uint32_t dead = 0xffffffffu;  ///< no point below

  partial_point here;
  std::size_t max_edges;
  decision_diagram result{};
  std::vector<std::unordered_map<std::u32string, std::uint32_t>> known{};  ///< by depth
  std::size_t steps = 0;
  bool too_large = false;

  std::uint32_t visit() {
    if (here.complete()) return 0;
    auto key = here.frontier();
    auto& level = known[here.depth()];
    if (const auto found = level.find(key); found != level.end()) return found->second;
    const auto made = expand();
    level.emplace(std::move(key), made);
    return made;
  }

  std::uint32_t expand() {
    std::vector<edge> edges;
    node made;
    made.digit = static_cast<std::uint32_t>(here.next());
    made.count = 0;
    for (std::int32_t c = 0, n = here.candidates(); c < n && !too_large; ++c) {
      too_large = too_large || ++steps > 4 * max_edges;
      if (!here.descend(c)) continue;
      const auto child = visit();
      here.ascend();
      if (child == dead) continue;
      edges.push_back({child, c, made.count});
      made.count += result.nodes_[child].count;
    }
    too_large = too_large || result.edges_.size() + edges.size() > max_edges;
    if (edges.empty() || too_large) return dead;
    made.first = static_cast<std::uint32_t>(result.edges_.size());
    result.edges_.insert(result.edges_.end(), edges.begin(), edges.end());
    made.last = static_cast<std::uint32_t>(result.edges_.size());
    result.nodes_.push_back(made);
    return static_cast<std::uint32_t>(result.nodes_.size() - 1);
  }
};

HONE_DECL std::optional<decision_diagram> decision_diagram::build(partial_point start, std::size_t max_edges) {
  builder b{std::move(start), max_edges};
  b.known.resize(b.here.digit_count());
  b.result.digit_count_ = b.here.digit_count();
  const auto root = b.visit();
  if (b.too_large) return std::nullopt;
  if (root == builder::dead) {
    node none;
    none.count = 0;
    b.result.nodes_.push_back(none);
    b.result.root_ = static_cast<std::uint32_t>(b.result.nodes_.size() - 1);
  } else {
    b.result.root_ = root;
  }
  return std::move(b.result);
}

HONE_DECL point decision_diagram::at(double index) const {
  point p(digit_count_, 0);
  for (const node* n = &nodes_[root_]; n->first != n->last;) {
    const auto end = edges_.begin() + n->last;
    const auto past = std::upper_bound(edges_.begin() + n->first, end, index,
                                       [](double i, const edge& e) { return i < e.before; });
    const auto& taken = *(past - 1);
    p[n->digit] = taken.candidate;
    index -= taken.before;
    n = &nodes_[taken.node];
  }
  return p;
}

HONE_DECL point decision_diagram::cheapest(const std::function<double(std::size_t, std::int32_t)>& cost) const {
  std::vector<double> total(nodes_.size(), 0);
  std::vector<std::uint32_t> best(nodes_.size(), 0);
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    for (auto e = nodes_[n].first; e < nodes_[n].last; ++e) {
      const double c = cost(nodes_[n].digit, edges_[e].candidate) + total[edges_[e].node];
      if (e != nodes_[n].first && c >= total[n]) continue;
      total[n] = c;
      best[n] = e;
    }
  }
  point p(digit_count_, 0);
  for (std::size_t n = root_; nodes_[n].first != nodes_[n].last; n = edges_[best[n]].node)
    p[nodes_[n].digit] = edges_[best[n]].candidate;
  return p;
}

}  // namespace hone::core::space
