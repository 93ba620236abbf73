// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of features/knob_features.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include <hone/features/knob_features.hpp>
#include <hone/lower/region.hpp>
#include <hone/space/text.hpp>

namespace hone::core::features {
namespace detail {

HONE_DECL float log_count(double n) { return static_cast<float>(std::log2(1 + std::max(n, 0.0))); }

}  // namespace detail

HONE_DECL knob_features::knob_features(const space::definition& d, const ast::problem* problem, const target::cpu& target) {
  name_knobs(d);
  if (problem == nullptr) return;
  lanes_ = target.lanes(problem->op.symbols[static_cast<std::size_t>(problem->op.assignments.front().target)].type);
  name_operator(d, *problem);
}

HONE_DECL void knob_features::name_knobs(const space::definition& d) {
  for (const auto& k : d.knobs) {
    if (k.name.empty()) continue;
    const bool tile = k.kind == space::knob_kind::tile;
    const auto width = tile ? static_cast<std::size_t>(k.levels - 1) : std::size_t{1};
    knob_widths_.push_back(width);
    knob_counts_.push_back(tile || k.kind == space::knob_kind::unroll || k.kind == space::knob_kind::choice);
    for (std::size_t v = 0; v < width; ++v) names_.push_back(tile ? k.name + "[" + std::to_string(v + 1) + "]" : k.name);
  }
}

HONE_DECL void knob_features::name_operator(const space::definition& d, const ast::problem& p) {
  for (std::size_t s = 0; s < p.op.symbols.size(); ++s) {
    if (p.op.symbols[s].kind != ast::symbol_kind::axis) continue;
    tiled_axis axis{static_cast<std::int32_t>(s), p.values[s], {}, {}};
    if (const auto k = space::find_tile(d, axis.symbol); k >= 0) {
      axis.knob = d.at(k).name;
      if (axis.knob.empty()) axis.fixed = d.at(k).values;
    }
    for (int l = 0; l < levels; ++l)
      for (const auto* what : {"block ", "waste "})
        names_.push_back(what + std::string(p.op.symbols[s].label.view()) + "[" + std::to_string(l) + "]");
    axes_.push_back(std::move(axis));
  }
  for (std::size_t s = 0; s < p.op.symbols.size(); ++s) {
    if (p.op.symbols[s].kind != ast::symbol_kind::tensor || p.op.symbols[s].output) continue;
    const auto reads = lower::reads_of(p.op, static_cast<std::int32_t>(s));
    if (reads.empty()) continue;
    touched t{static_cast<std::int64_t>(bytes_of(p.op.symbols[s].type)), {}};
    for (const auto n : lower::index_nodes(p.op, reads.front())) {
      const auto form = lower::form_of(p, n);
      dimension dim;
      for (const auto& a : axes_) dim.coefficients.push_back(std::abs(form.coefficients[static_cast<std::size_t>(a.symbol)]));
      t.dimensions.push_back(std::move(dim));
    }
    for (int l = 0; l < levels; ++l)
      names_.push_back("bytes " + std::string(p.op.symbols[s].label.view()) + " inside level " + std::to_string(l));
    tensors_.push_back(std::move(t));
  }
  names_.push_back("vectors of the innermost tile");
}

HONE_DECL void knob_features::append(const space::configuration& c, std::vector<float>& row) const {
  const auto end = row.size() + names_.size();
  for (std::size_t k = 0; k < knob_widths_.size(); ++k)
    for (std::size_t v = 0; v < knob_widths_[k]; ++v) {
      const bool known = k < c.knobs.size() && v < c.knobs[k].values.size();
      const auto value = known ? static_cast<double>(c.knobs[k].values[v]) : 0.0;
      row.push_back(knob_counts_[k] ? detail::log_count(value) : static_cast<float>(value));
    }
  if (row.size() < end) append_operator(c, row);
}

HONE_DECL void knob_features::append_operator(const space::configuration& c, std::vector<float>& row) const {
  constexpr std::size_t max_axes = 2 * ast::max_rank;
  std::array<std::array<std::int64_t, levels>, max_axes> blocks{};
  double tile = 1;
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    const auto* knob = axes_[a].knob.empty() ? nullptr : space::find(c, axes_[a].knob);
    const auto& inner = knob != nullptr ? knob->values : axes_[a].fixed;
    std::int64_t block = 1;
    for (int l = levels; l-- > 0;) {
      // loop l + 1 runs inside an iteration of loop l
      if (static_cast<std::size_t>(l) < inner.size()) block *= inner[static_cast<std::size_t>(l)];
      if (a < max_axes) blocks[a][static_cast<std::size_t>(l)] = std::clamp<std::int64_t>(block, 1, std::max<std::int64_t>(axes_[a].extent, 1));
    }
    if (!inner.empty()) tile *= static_cast<double>(inner.back());
    for (int l = 0; l < levels; ++l) {
      const auto b = a < max_axes ? blocks[a][static_cast<std::size_t>(l)] : 1;
      const auto filled = (axes_[a].extent + b - 1) / b * b;
      row.push_back(detail::log_count(static_cast<double>(b)));
      row.push_back(filled == 0 ? 0 : static_cast<float>(filled - axes_[a].extent) / static_cast<float>(filled));
    }
  }
  for (const auto& t : tensors_)
    for (std::size_t l = 0; l < levels; ++l) {
      double bytes = static_cast<double>(t.element_bytes);
      for (const auto& d : t.dimensions) {
        std::int64_t extent = 1;
        for (std::size_t a = 0; a < std::min(axes_.size(), max_axes); ++a) extent += d.coefficients[a] * (blocks[a][l] - 1);
        bytes *= static_cast<double>(extent);
      }
      row.push_back(detail::log_count(bytes));
    }
  row.push_back(detail::log_count(tile / lanes_));
}

}  // namespace hone::core::features
